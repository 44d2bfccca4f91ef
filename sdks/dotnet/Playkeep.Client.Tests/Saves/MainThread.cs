using System.Collections.Generic;
using System.Threading;

namespace Playkeep.Tests.Saves
{
    /// <summary>A main thread: it runs the posted work when the test says so.</summary>
    internal sealed class MainThread : SynchronizationContext
    {
        private readonly Queue<(SendOrPostCallback Callback, object? State)> _posted =
            new Queue<(SendOrPostCallback, object?)>();

        internal int Posted
        {
            get
            {
                lock (_posted)
                    return _posted.Count;
            }
        }

        public override void Post(SendOrPostCallback d, object? state)
        {
            lock (_posted)
                _posted.Enqueue((d, state));
        }

        /// <summary>Runs the work that waits, on the thread of the caller.</summary>
        internal void Pump()
        {
            for (; ; )
            {
                (SendOrPostCallback Callback, object? State) next;
                lock (_posted)
                {
                    if (_posted.Count == 0)
                        return;
                    next = _posted.Dequeue();
                }
                next.Callback(next.State);
            }
        }
    }
}
