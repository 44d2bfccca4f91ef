using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Runtime;

namespace Playkeep.Sessions
{
    /// <summary>
    /// The beginning of a play session, which may have to wait for a network. A start whose answer was lost counts once, and one
    /// that comes late takes the place of no other device, and of no other process of this one. Without another wish of the game, one
    /// at once does not either.
    /// </summary>
    internal sealed class SessionStart
    {
        private readonly SessionRequests _requests;
        private readonly LiveSession _live;
        private readonly OnActive _onActive;
        private readonly JsonValue? _context;
        private readonly bool _isOnce;
        private readonly string _key;

        /// <summary>One of these may have arrived under the key.</summary>
        private readonly List<OnActive> _sent = new List<OnActive>();

        internal SessionStart(
            SessionRequests requests,
            LiveSession live,
            OnActive onActive,
            JsonValue? context,
            string? key,
            bool isOnce
        )
        {
            _requests = requests;
            _live = live;
            _onActive = onActive;
            _context = context;
            _isOnce = isOnce;
            _key = key ?? RandomId.Make();
        }

        internal async Task<string> TryAsync(bool isLate)
        {
            if (_onActive == OnActive.Resume || (!isLate && _onActive != OnActive.Reject))
                return await StartAsAsync(_onActive);
            try
            {
                return await StartAsAsync(await _live.TryEnterAsync() ? OnActive.ReplaceOwn : OnActive.Reject);
            }
            catch
            {
                _live.Leave();
                throw;
            }
        }

        /// <summary>
        /// The key with another body: the service tells by 422 that an earlier start has arrived, and gives its answer to that again.
        /// </summary>
        private async Task<string> StartAsAsync(OnActive onActive)
        {
            var candidates = new Queue<OnActive>(new[] { onActive }.Concat(_sent).Distinct());
            if (!_sent.Contains(onActive))
                _sent.Add(onActive);
            for (; ; )
            {
                try
                {
                    var candidate = candidates.Dequeue();
                    var started = await _requests.StartAsync(candidate, _context, _key, _isOnce, CancellationToken.None);
                    return started.SessionId;
                }
                catch (PlaykeepException failure) when (failure.Status == 422 && candidates.Count > 0)
                {
                    // The next one.
                }
            }
        }
    }

    /// <summary>
    /// The process whose play session is live. A session of this installation that no process plays was left behind by a game that
    /// was killed, so the next one may take its place.
    /// </summary>
    internal sealed class LiveSession
    {
        private readonly SaveStorage _storage;
        private readonly Func<Task<string>> _nameOf;
        private string? _name;

        internal LiveSession(SaveStorage storage, Func<Task<string>> nameOf)
        {
            _storage = storage;
            _nameOf = nameOf;
        }

        /// <summary>
        /// Takes the place, and has it until <see cref="Leave"/>. False where another process has it, and where this session has it
        /// already: another process may play since it expired, and does not see who has the place.
        /// </summary>
        internal async Task<bool> TryEnterAsync()
        {
            if (_name != null)
                return false;
            var name = await _nameOf();
            if (_name != null || !_storage.TryEnterSession(name))
                return false;
            _name = name;
            return true;
        }

        internal void Leave()
        {
            if (_name != null)
                _storage.LeaveSession(_name);
            _name = null;
        }
    }
}
