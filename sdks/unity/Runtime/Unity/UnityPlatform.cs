#nullable enable
using System;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace Playkeep.Unity
{
    /// <summary>
    /// The platform of Unity: the thread pool and its timers, and in a browser, which has neither, the main thread and its frames.
    /// <see cref="PlaykeepBehaviour"/> makes one. A game that makes its own calls <see cref="Tick"/> in each frame, and
    /// <see cref="ThreadedPlatform.Tell"/> with the events of the app.
    /// </summary>
    public sealed class UnityPlatform : ThreadedPlatform
    {
        private readonly PlayerLoopWork? _loop;

        /// <summary>Makes a platform, on the main thread.</summary>
        public UnityPlatform()
        {
            if (Application.platform == RuntimePlatform.WebGLPlayer)
                _loop = new PlayerLoopWork(MainThread.Context());
        }

        /// <inheritdoc/>
        public override Task DelayAsync(TimeSpan time, CancellationToken cancellationToken) =>
            _loop?.DelayAsync(time, cancellationToken) ?? base.DelayAsync(time, cancellationToken);

        /// <inheritdoc/>
        public override void Run(Action action)
        {
            if (_loop == null)
                base.Run(action);
            else
                _loop.Run(action);
        }

        /// <inheritdoc/>
        public override Task RunBlockingAsync(Action action)
        {
            if (_loop == null)
                return base.RunBlockingAsync(action);
            try
            {
                action();
            }
            catch (Exception failure)
            {
                return Task.FromException(failure);
            }
            BrowserFiles.Write();
            return Task.CompletedTask;
        }

        /// <summary>Ends the delays that are over, in a browser. It allocates nothing while there are none.</summary>
        public void Tick() => _loop?.Tick();

        /// <summary>Gives the client's work a moment while the main thread waits for it.</summary>
        /// <returns>false where no work is left, and none will come while the main thread waits</returns>
        internal bool Work()
        {
            if (_loop != null)
                return _loop.RunWaiting();
            Thread.Sleep(1);
            return true;
        }
    }
}
