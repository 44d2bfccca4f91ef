using System;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep.Runtime
{
    /// <summary>Waiting that a cancellation ends, whatever the awaited function does with it.</summary>
    internal static class Waiting
    {
        /// <summary>The outcome of a task, which may never complete.</summary>
        /// <exception cref="OperationCanceledException">The token was cancelled before.</exception>
        internal static async Task<T> UntilAsync<T>(Task<T> task, CancellationToken cancellationToken)
        {
            if (!cancellationToken.CanBeCanceled)
                return await task;
            var cancelled = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
            using (cancellationToken.Register(() => cancelled.TrySetResult(true)))
            {
                if (await Task.WhenAny(task, cancelled.Task) == task)
                    return await task;
            }
            Forget(task);
            throw new OperationCanceledException(cancellationToken);
        }

        /// <summary>Completes after a time, or earlier where the token is cancelled.</summary>
        internal static async Task SleepAsync(
            this IPlaykeepPlatform platform,
            TimeSpan time,
            CancellationToken cancellationToken
        )
        {
            if (cancellationToken.IsCancellationRequested)
                return;
            try
            {
                await platform.DelayAsync(time, cancellationToken);
            }
            catch (OperationCanceledException)
            {
                // It woke up earlier. Whoever woke it goes on first.
                await Task.Yield();
            }
        }

        /// <summary>A task whose failure nobody needs.</summary>
        internal static void Forget(Task task) =>
            _ = task.ContinueWith(
                failed => failed.Exception,
                CancellationToken.None,
                TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously,
                TaskScheduler.Default
            );
    }
}
