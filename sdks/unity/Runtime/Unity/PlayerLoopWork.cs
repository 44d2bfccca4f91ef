#nullable enable
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep.Unity
{
    /// <summary>
    /// Work and delays of a platform with one thread and no timers: work runs in the next frame, and delays end in the frame in
    /// which their time is over. All members belong to the main thread.
    /// </summary>
    internal sealed class PlayerLoopWork
    {
        private sealed class Delay
        {
            internal Delay(long dueAt)
            {
                DueAt = dueAt;
            }

            /// <summary>In ticks of <see cref="Stopwatch"/>, which no change of the date moves.</summary>
            internal long DueAt { get; }

            internal TaskCompletionSource<bool> Outcome { get; } = new TaskCompletionSource<bool>();

            internal CancellationTokenRegistration Cancellation { get; set; }
        }

        private readonly SynchronizationContext _mainThread;
        private readonly SendOrPostCallback _runWaiting;
        private readonly Queue<Action> _waiting = new Queue<Action>();
        private readonly List<Delay> _delays = new List<Delay>();
        private long _nextDueAt = long.MaxValue;
        private bool _isPosted;

        internal PlayerLoopWork(SynchronizationContext mainThread)
        {
            _mainThread = mainThread;
            _runWaiting = _ => RunWaiting();
        }

        internal void Run(Action action)
        {
            _waiting.Enqueue(action);
            PostOnce();
        }

        /// <summary>Runs what waits now. Work that it makes waits for the next call.</summary>
        /// <returns>false where nothing waited</returns>
        internal bool RunWaiting()
        {
            _isPosted = false;
            var count = _waiting.Count;
            try
            {
                for (var left = count; left > 0; left -= 1)
                    _waiting.Dequeue()();
            }
            finally
            {
                if (_waiting.Count > 0)
                    PostOnce();
            }
            return count > 0;
        }

        internal Task DelayAsync(TimeSpan time, CancellationToken cancellationToken)
        {
            if (cancellationToken.IsCancellationRequested)
                return Task.FromCanceled(cancellationToken);
            var ticks = (long)(time.TotalSeconds * Stopwatch.Frequency);
            var delay = new Delay(Stopwatch.GetTimestamp() + ticks);
            _delays.Add(delay);
            _nextDueAt = Math.Min(_nextDueAt, delay.DueAt);
            delay.Cancellation = cancellationToken.Register(() =>
            {
                _delays.Remove(delay);
                delay.Outcome.TrySetCanceled(cancellationToken);
            });
            return delay.Outcome.Task;
        }

        /// <summary>Called in each frame. It allocates nothing while no delay is over.</summary>
        internal void Tick()
        {
            if (_nextDueAt == long.MaxValue)
                return;
            var now = Stopwatch.GetTimestamp();
            if (now >= _nextDueAt)
                EndDelays(now);
        }

        private void EndDelays(long now)
        {
            var over = _delays.FindAll(delay => delay.DueAt <= now);
            _delays.RemoveAll(delay => delay.DueAt <= now);
            _nextDueAt = long.MaxValue;
            foreach (var delay in _delays)
                _nextDueAt = Math.Min(_nextDueAt, delay.DueAt);
            foreach (var delay in over)
            {
                delay.Cancellation.Dispose();
                delay.Outcome.TrySetResult(true);
            }
        }

        private void PostOnce()
        {
            if (_isPosted)
                return;
            _isPosted = true;
            _mainThread.Post(_runWaiting, null);
        }
    }
}
