using System;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep
{
    /// <summary>The platform of .NET: the thread pool and its timers. A game calls <see cref="Tell"/> with the events of its app.</summary>
    public class ThreadedPlatform : IPlaykeepPlatform
    {
        private readonly Random _random = new Random(Guid.NewGuid().GetHashCode());

        /// <inheritdoc/>
        public event Action<AppEvent>? AppChanged;

        /// <inheritdoc/>
        public virtual DateTimeOffset Now => DateTimeOffset.UtcNow;

        /// <inheritdoc/>
        public virtual double NextDouble()
        {
            lock (_random)
                return _random.NextDouble();
        }

        /// <inheritdoc/>
        public virtual Task DelayAsync(TimeSpan time, CancellationToken cancellationToken) =>
            Task.Delay(time, cancellationToken);

        /// <inheritdoc/>
        public virtual void Run(Action action) => ThreadPool.UnsafeQueueUserWorkItem(_ => action(), null);

        /// <inheritdoc/>
        public virtual Task RunBlockingAsync(Action action) => Task.Run(action);

        /// <summary>Tells an event of the app to all clients of this platform.</summary>
        public void Tell(AppEvent appEvent) => AppChanged?.Invoke(appEvent);
    }
}
