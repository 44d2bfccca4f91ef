using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep.Runtime
{
    /// <summary>
    /// The order of the client's work: one piece at a time, on whatever thread. Code between two <c>await</c>s is never
    /// interrupted by other code of the client. A call of the game runs at once, up to its first <c>await</c>. The game's own
    /// code never runs in here.
    /// </summary>
    internal sealed class SerialContext : SynchronizationContext
    {
        private readonly object _turn = new object();
        private readonly Queue<(SendOrPostCallback Callback, object? State)> _waiting =
            new Queue<(SendOrPostCallback, object?)>();
        private readonly Action<Action> _run;
        private bool _isDraining;

        /// <param name="run">runs an action soon, outside the caller</param>
        internal SerialContext(Action<Action> run)
        {
            _run = run;
        }

        public override SynchronizationContext CreateCopy() => this;

        public override void Post(SendOrPostCallback d, object? state)
        {
            lock (_waiting)
            {
                _waiting.Enqueue((d, state));
                if (_isDraining)
                    return;
                _isDraining = true;
            }
            _run(Drain);
        }

        public override void Send(SendOrPostCallback d, object? state) => Enter(() => d(state));

        /// <summary>
        /// Runs a call of the game here, and gives its outcome to a task whose continuations run elsewhere.
        /// </summary>
        internal Task<T> CallAsync<T>(Func<Task<T>> act)
        {
            var outcome = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
            Enter(() => _ = CompleteAsync(outcome, act));
            return outcome.Task;
        }

        /// <inheritdoc cref="CallAsync{T}"/>
        internal Task CallAsync(Func<Task> act) =>
            CallAsync(async () =>
            {
                await act();
                return true;
            });

        /// <summary>Runs a function here at once.</summary>
        internal void Enter(Action act)
        {
            lock (_turn)
            {
                var before = Current;
                SetSynchronizationContext(this);
                try
                {
                    act();
                }
                finally
                {
                    SetSynchronizationContext(before);
                }
            }
        }

        private static async Task CompleteAsync<T>(TaskCompletionSource<T> outcome, Func<Task<T>> act)
        {
            try
            {
                outcome.TrySetResult(await act());
            }
            catch (OperationCanceledException cancelled)
            {
                outcome.TrySetCanceled(cancelled.CancellationToken);
            }
            catch (Exception failure)
            {
                outcome.TrySetException(failure);
            }
        }

        private void Drain()
        {
            for (; ; )
            {
                (SendOrPostCallback Callback, object? State) next;
                lock (_waiting)
                {
                    if (_waiting.Count == 0)
                    {
                        _isDraining = false;
                        return;
                    }
                    next = _waiting.Dequeue();
                }
                try
                {
                    Enter(() => next.Callback(next.State));
                }
                catch (Exception failure)
                {
                    // It is the platform's to tell. The work behind it goes on.
                    _run(() => ExceptionDispatchInfo.Capture(failure).Throw());
                }
            }
        }
    }
}
