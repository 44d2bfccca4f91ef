using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep.Tests.Saves
{
    /// <summary>A platform whose time passes when the test says so, and whose random numbers are a half.</summary>
    internal sealed class ManualPlatform : ThreadedPlatform
    {
        private readonly Dictionary<TaskCompletionSource<bool>, TimeSpan> _delays =
            new Dictionary<TaskCompletionSource<bool>, TimeSpan>();
        private DateTimeOffset _now = DateTimeOffset.UtcNow;

        /// <summary>The time that is left of each delay, from the shortest on.</summary>
        internal IReadOnlyList<TimeSpan> Delays
        {
            get
            {
                lock (_delays)
                    return _delays.Values.OrderBy(left => left).ToList();
            }
        }

        public override DateTimeOffset Now
        {
            get
            {
                lock (_delays)
                    return _now;
            }
        }

        public override double NextDouble() => 0.5;

        public override Task DelayAsync(TimeSpan time, CancellationToken cancellationToken)
        {
            var delay = new TaskCompletionSource<bool>();
            lock (_delays)
                _delays[delay] = time;
            cancellationToken.Register(() =>
            {
                lock (_delays)
                    _delays.Remove(delay);
                delay.TrySetCanceled(cancellationToken);
            });
            return delay.Task;
        }

        internal void Pass(TimeSpan time)
        {
            var over = new List<TaskCompletionSource<bool>>();
            lock (_delays)
            {
                _now += time;
                foreach (var delay in _delays.Keys.ToList())
                {
                    _delays[delay] -= time;
                    if (_delays[delay] <= TimeSpan.Zero)
                        over.Add(delay);
                }
                foreach (var delay in over)
                    _delays.Remove(delay);
            }
            foreach (var delay in over)
                delay.TrySetResult(true);
        }
    }
}
