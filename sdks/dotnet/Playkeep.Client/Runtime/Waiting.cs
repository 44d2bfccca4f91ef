using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep.Runtime
{
    /// <summary>
    /// Waiting for tasks. Those of .NET for several tasks go on upon the thread pool, which a game in a browser has none of, so the
    /// ones here go on upon the context of the caller.
    /// </summary>
    internal static class Waiting
    {
        /// <summary>The first of two tasks that completes, whatever its outcome is.</summary>
        internal static Task<Task> AnyAsync(Task one, Task other)
        {
            if (one.IsCompleted || other.IsCompleted)
                return Task.FromResult(one.IsCompleted ? one : other);
            var first = new TaskCompletionSource<Task>();
            one.GetAwaiter().OnCompleted(() => first.TrySetResult(one));
            other.GetAwaiter().OnCompleted(() => first.TrySetResult(other));
            return first.Task;
        }

        /// <summary>Completes when all have, whatever their outcomes are.</summary>
        internal static async Task EndAllAsync(IReadOnlyList<Task> tasks)
        {
            foreach (var task in tasks)
                await EndAsync(task);
        }

        /// <summary>Completes when all have. It throws the failure of the first one that failed.</summary>
        internal static async Task AllAsync(IReadOnlyList<Task> tasks)
        {
            await EndAllAsync(tasks);
            foreach (var task in tasks)
                await task;
        }

        /// <summary>Completes when a task has, whatever its outcome is.</summary>
        internal static async Task EndAsync(Task task)
        {
            try
            {
                await task;
            }
            catch (Exception)
            {
                // Somebody else was told.
            }
        }

        /// <summary>The outcome of a task, which may never complete, or the cancellation, whatever the task does with it.</summary>
        /// <exception cref="OperationCanceledException">The token was cancelled before.</exception>
        internal static async Task<T> UntilAsync<T>(Task<T> task, CancellationToken cancellationToken)
        {
            if (!cancellationToken.CanBeCanceled)
                return await task;
            var cancelled = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
            using (cancellationToken.Register(() => cancelled.TrySetResult(true)))
            {
                if (await AnyAsync(task, cancelled.Task) == task)
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

        /// <summary>Cancels, whatever the functions do that the game has registered with the token.</summary>
        internal static void CancelSafely(this CancellationTokenSource source)
        {
            try
            {
                source.Cancel();
            }
            catch (AggregateException)
            {
                // All of them have run.
            }
        }

        /// <summary>A task whose failure nobody needs.</summary>
        internal static void Forget(Task task) => _ = EndAsync(task);
    }
}
