using System;
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

        internal GameContext(SynchronizationContext? context, IPlaykeepPlatform platform)
        {
            _context = context ?? new SerialContext(platform.Run);
            IsGiven = context != null;
        }

        /// <summary>Has the game a context of its own?</summary>
        internal bool IsGiven { get; }

        /// <summary>Runs an action soon, after all that were handed in before it.</summary>
        internal void Post(Action act) => _context.Post(_ => act(), null);

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
