using System;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep.Runtime
{
    /// <summary>
    /// The place where the game's own functions and event handlers run: the synchronization context of the thread that made the
    /// client, such as the main thread of an engine, else the platform's. Handlers hear events one at a time and in order.
    /// </summary>
    internal sealed class GameContext
    {
        private readonly SynchronizationContext _context;
        private readonly SynchronizationContext _own;

        internal GameContext(SynchronizationContext? context, IPlaykeepPlatform platform)
        {
            _own = new SerialContext(platform.Run);
            _context = context ?? _own;
            IsGiven = context != null;
        }

        /// <summary>Has the game a context of its own?</summary>
        internal bool IsGiven { get; }

        /// <summary>Runs an action soon, after all that were handed in before it.</summary>
        internal void Post(Action act)
        {
            try
            {
                _context.Post(_ => act(), null);
            }
            catch (Exception)
            {
                // Its thread may be gone, as that of a window that was closed.
                _own.Post(_ => act(), null);
            }
        }

        /// <summary>
        /// Tells an event to all handlers that there are when it is told. One that throws does so by itself, as a handler that the
        /// context runs alone would.
        /// </summary>
        internal void Tell<TArgs>(object sender, Delegate? handlers, TArgs args)
        {
            foreach (var handler in handlers?.GetInvocationList() ?? Array.Empty<Delegate>())
            {
                try
                {
                    ((EventHandler<TArgs>)handler)(sender, args);
                }
                catch (Exception failure)
                {
                    Post(() => ExceptionDispatchInfo.Capture(failure).Throw());
                }
            }
        }

        /// <summary>The answer of a function of the game.</summary>
        internal Task<T> AskAsync<T>(Func<Task<T>> ask)
        {
            var answer = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
            Post(async () =>
            {
                try
                {
                    answer.TrySetResult(await ask());
                }
                catch (Exception failure)
                {
                    answer.TrySetException(failure);
                }
            });
            return answer.Task;
        }
    }
}
