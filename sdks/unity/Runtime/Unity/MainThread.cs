#nullable enable
using System;
using System.Threading;

namespace Playkeep.Unity
{
    /// <summary>
    /// The main thread, for the events of one client. None is told after the client was closed: its listeners may be gone.
    /// </summary>
    internal sealed class MainThread : SynchronizationContext
    {
        private readonly SynchronizationContext _context;
        private volatile bool _isClosed;

        internal MainThread(SynchronizationContext context)
        {
            _context = context;
        }

        /// <summary>The context that Unity gives its main thread.</summary>
        /// <exception cref="InvalidOperationException">The caller is on another thread.</exception>
        internal static SynchronizationContext Context() =>
            Current ?? throw new InvalidOperationException("Playkeep for Unity is used on the main thread");

        public override SynchronizationContext CreateCopy() => this;

        public override void Post(SendOrPostCallback d, object? state)
        {
            if (!_isClosed)
                _context.Post(Deliver, (d, state));
        }

        public override void Send(SendOrPostCallback d, object? state) => _context.Send(d, state);

        internal void Close() => _isClosed = true;

        private void Deliver(object? posted)
        {
            var (callback, state) = ((SendOrPostCallback, object?))posted!;
            if (!_isClosed)
                callback(state);
        }
    }
}
