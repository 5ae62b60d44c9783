//! Work on all cores, the results in the order of the jobs, with a bounded number of them under way.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A job on its way to a worker, and where its result goes.
type Ticket<J, R> = (J, SyncSender<R>);

/// Does `work` on each of `jobs`, on so many threads, and hands each result to `take` in the order of the jobs, until there is
/// none left or `take` says that it has had enough.
///
/// With one thread all is done in turn on the caller's. Else `jobs` is walked on a thread of its own: reading goes on beside
/// the work. At most two jobs a thread wait at any time.
///
/// # Panics
///
/// Where `jobs` or `work` panics.
pub(super) fn in_order<J, R>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    work: impl Fn(J) -> R + Sync,
    mut take: impl FnMut(R) -> bool,
) where
    J: Send,
    R: Send,
{
    if threads <= 1 {
        jobs.map(work).all(take);
        return;
    }
    let waiting = 2 * threads;
    let (tickets, open) = sync_channel::<Ticket<J, R>>(waiting);
    let (promises, results) = sync_channel::<Receiver<R>>(waiting);
    let open = Mutex::new(open);
    thread::scope(|scope| {
        scope.spawn(move || {
            for job in jobs {
                let (result, promise) = sync_channel(1);
                // Either fails only when nobody waits for results any more.
                if promises.send(promise).is_err() || tickets.send((job, result)).is_err() {
                    break;
                }
            }
        });
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let ticket = open.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((job, result)) = ticket else { break };
                    // Nobody may be waiting for it any more.
                    let _ = result.send(work(job));
                }
            });
        }
        // A worker that panicked sends nothing; the scope passes its panic on.
        let _ = results.iter().map_while(|promise| promise.recv().ok()).all(&mut take);
        drop(results);
    });
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::in_order;

    /// Jobs that take the longer the earlier they come.
    fn squares(threads: usize, count: usize, most: usize) -> Vec<usize> {
        let mut taken = Vec::new();
        let work = |job: usize| {
            (0..(count - job) * 500).for_each(|_| std::hint::spin_loop());
            job * job
        };
        in_order(threads, 0..count, work, |result| {
            taken.push(result);
            taken.len() < most
        });
        taken
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let expected: Vec<usize> = (0..200).map(|job| job * job).collect();
        for threads in [1, 2, 3, 8] {
            assert_eq!(squares(threads, 200, usize::MAX), expected, "{threads} threads");
        }
    }

    #[test]
    fn who_has_had_enough_gets_no_more() {
        for threads in [1, 2, 8] {
            assert_eq!(squares(threads, 1_000, 3), [0, 1, 4], "{threads} threads");
        }
    }

    #[test]
    fn a_bounded_number_of_jobs_is_under_way() {
        let (begun, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let jobs = (0..500).inspect(|_| {
            begun.fetch_add(1, Ordering::SeqCst);
        });
        in_order(
            2,
            jobs,
            |job| job,
            |_| {
                let ahead = begun.load(Ordering::SeqCst) - taken.fetch_add(1, Ordering::SeqCst);
                // Four tickets and four promises wait, two are worked on, and one is about to be handed in.
                assert!(ahead <= 12, "{ahead} jobs were under way");
                true
            },
        );
        assert_eq!(taken.into_inner(), 500);
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_passed_on() {
        in_order(2, 0..10, |job| assert!(job != 3, "a job that fails"), |()| true);
    }
}
