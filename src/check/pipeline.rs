//! Work on all cores, the results in the order of the jobs, with a bounded number of both under way.

use std::panic;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A job on its way to a worker, and where its results go; nothing, to say that there is no more to do.
type Ticket<J, R> = Option<(J, SyncSender<R>)>;

/// Does `work` on each of `jobs`, on so many threads, and hands all its results to `take` in the order of the jobs, until there is
/// none left or `take` says that it has had enough. What `work` hands over tells it whether more is wanted.
///
/// With one thread all is done in turn on the caller's. Else `jobs` is walked on a thread of its own: reading goes on beside
/// the work. At most two jobs a thread wait at any time, and one result of each that is being worked on.
///
/// Who has had enough need not wait for the next job: where the source of the jobs is silent, its thread is left behind.
///
/// # Panics
///
/// Where `jobs` or `work` panics.
pub(super) fn in_order<J, R>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send + 'static,
    work: impl Fn(J, &mut dyn FnMut(R) -> bool) + Sync,
    mut take: impl FnMut(R) -> bool,
) where
    J: Send + 'static,
    R: Send + 'static,
{
    if threads <= 1 {
        let mut wanted = true;
        for job in jobs {
            work(job, &mut |result| {
                wanted = wanted && take(result);
                wanted
            });
            if !wanted {
                break;
            }
        }
        return;
    }
    let waiting = 2 * threads;
    let (tickets, open) = sync_channel::<Ticket<J, R>>(waiting);
    let (promises, results) = sync_channel::<Receiver<R>>(waiting);
    // The workers alone hold it: when the last has gone, whatever waits in it goes, too.
    let open = Arc::new(Mutex::new(open));
    let for_reader = tickets.clone();
    let reader = thread::spawn(move || {
        for job in jobs {
            let (result, promise) = sync_channel(1);
            // Either fails only when nobody waits for results any more.
            if promises.send(promise).is_err() || for_reader.send(Some((job, result))).is_err() {
                break;
            }
        }
    });
    let all_taken = thread::scope(|scope| {
        for _ in 0..threads {
            let (open, work) = (Arc::clone(&open), &work);
            scope.spawn(move || {
                loop {
                    let ticket = open.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(Some((job, results))) = ticket else { break };
                    // Nobody may be waiting for them any more.
                    work(job, &mut |result| results.send(result).is_ok());
                }
            });
        }
        drop(open);
        // A worker that panicked sends no more; the scope passes its panic on.
        let all_taken = results.iter().flatten().all(&mut take);
        drop(results);
        for _ in 0..threads {
            // A worker may have gone.
            let _ = tickets.send(None);
        }
        all_taken
    });
    if all_taken && let Err(panicked) = reader.join() {
        panic::resume_unwind(panicked);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Jobs that take the longer the earlier they come, with two results each.
    fn squares(threads: usize, count: usize, most: usize) -> Vec<usize> {
        let mut taken = Vec::new();
        let work = |job: usize, hand_over: &mut dyn FnMut(usize) -> bool| {
            (0..(count - job) * 500).for_each(|_| std::hint::spin_loop());
            let _ = hand_over(job) && hand_over(job * job);
        };
        in_order(threads, 0..count, work, |result| {
            taken.push(result);
            taken.len() < most
        });
        taken
    }

    /// Work whose result is the job.
    fn pass_on(job: usize, hand_over: &mut dyn FnMut(usize) -> bool) {
        hand_over(job);
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let expected: Vec<usize> = (0..200).flat_map(|job| [job, job * job]).collect();
        for threads in [1, 2, 3, 8] {
            assert_eq!(squares(threads, 200, usize::MAX), expected, "{threads} threads");
        }
    }

    #[test]
    fn who_has_had_enough_gets_no_more() {
        for threads in [1, 2, 8] {
            assert_eq!(squares(threads, 1_000, 5), [0, 0, 1, 1, 2], "{threads} threads");
        }
    }

    #[test]
    fn who_has_had_enough_need_not_wait_for_the_next_job() {
        let (sender, jobs) = std::sync::mpsc::channel();
        (0..3).for_each(|job| sender.send(job).expect("somebody listens"));
        // The sender stays: there may always come another.
        in_order(2, jobs.into_iter(), pass_on, |job| job < 1);
        drop(sender);
    }

    #[test]
    fn a_bounded_number_of_jobs_is_under_way() {
        let begun = Arc::new(AtomicUsize::new(0));
        let taken = AtomicUsize::new(0);
        let counted = Arc::clone(&begun);
        let jobs = (0..500).inspect(move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
        });
        in_order(2, jobs, pass_on, |_| {
            let ahead = begun.load(Ordering::SeqCst) - taken.fetch_add(1, Ordering::SeqCst);
            // Four tickets and four promises wait, two are worked on, and one is about to be handed in.
            assert!(ahead <= 12, "{ahead} jobs were under way");
            true
        });
        assert_eq!(taken.into_inner(), 500);
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_of_the_work_is_passed_on() {
        in_order(2, 0..10, |job, _| assert!(job != 3, "a job that fails"), |()| true);
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_of_all_workers_is_passed_on() {
        in_order(2, 0..100, |_, _| panic!("a job that fails"), |()| true);
    }

    #[test]
    #[should_panic(expected = "no more jobs")]
    fn a_panic_of_the_jobs_is_passed_on() {
        let jobs = (0..10).inspect(|&job| assert!(job < 5, "no more jobs"));
        in_order(2, jobs, |_, _| {}, |()| true);
    }
}
