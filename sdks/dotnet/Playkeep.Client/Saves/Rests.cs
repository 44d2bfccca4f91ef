using System;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Runtime;

namespace Playkeep.Saves
{
    /// <summary>Kinds of rests, from the one that ends for any reason to the one that ends for a retry alone.</summary>
    internal enum Rest
    {
        Idle,
        Pause,
        Demanded,
    }

    /// <summary>A rest of the sender at a time. One that was ended before it began is not taken.</summary>
    internal sealed class Rests
    {
        /// <summary>Longer than any save is open; timers take no longer times.</summary>
        internal static readonly TimeSpan ForEver = TimeSpan.FromMilliseconds(int.MaxValue - 1);

        private readonly IPlaykeepPlatform _platform;
        private readonly CancellationToken _end;
        private CancellationTokenSource? _current;
        private int _strength = -1;
        private int _endedBy = -1;

        internal Rests(IPlaykeepPlatform platform, CancellationToken end)
        {
            _platform = platform;
            _end = end;
        }

        internal Task TakeAsync(TimeSpan time, Rest kind) =>
            TakeAsync<object>(
                kind,
                async end =>
                {
                    await _platform.SleepAsync(time, end);
                    return null;
                }
            );

        /// <param name="kind">says what ends it</param>
        /// <param name="rest">completes after its time, or when its token is cancelled</param>
        /// <returns>the outcome of the rest; null for one that was not taken</returns>
        internal async Task<T?> TakeAsync<T>(Rest kind, Func<CancellationToken, Task<T?>> rest)
            where T : class
        {
            T? outcome = null;
            _strength = (int)kind;
            if (_endedBy < _strength)
            {
                using (var current = CancellationTokenSource.CreateLinkedTokenSource(_end))
                {
                    _current = current;
                    try
                    {
                        outcome = await rest(current.Token);
                    }
                    finally
                    {
                        _current = null;
                    }
                }
            }
            _endedBy = -1;
            return outcome;
        }

        /// <summary>Ends a rest of this kind, or of a weaker one.</summary>
        internal void End(Rest kind)
        {
            _endedBy = Math.Max(_endedBy, (int)kind);
            if ((int)kind >= _strength)
                _current?.CancelSafely();
        }
    }
}
