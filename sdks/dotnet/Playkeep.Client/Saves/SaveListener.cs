using System;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Http;
using Playkeep.Runtime;

namespace Playkeep.Saves
{
    /// <summary>
    /// Reads that wait for a change of the record: the service answers when another device or a server has written, and when the
    /// session of the save has ended. One read waits at a time, and no service, however early it answers, and with
    /// whatever, is asked without a pause.
    /// </summary>
    internal sealed class SaveListener
    {
        /// <summary>Shorter than the time that an attempt has.</summary>
        private const string Preference = "wait=25";

        /// <summary>A wait that took less was ended by the service. Those that are over in the same moment are as many as ever.</summary>
        private static readonly TimeSpan _leastTime = TimeSpan.FromSeconds(24.9);

        /// <summary>
        /// Between the beginnings of two waits, of which the first had a change: caches may answer with two records in turn.
        /// </summary>
        private static readonly TimeSpan _leastBetween = TimeSpan.FromSeconds(0.5);

        /// <summary>
        /// All who waited at a process are sent away at once when it ends. They come back at random within the time of a wait, so that
        /// as many ask in a second as before.
        /// </summary>
        private static readonly TimeSpan _returnTime = TimeSpan.FromSeconds(25);

        /// <summary>
        /// A second wait in a row that ended early counts as so many failures, for the pause after it, and one more each further time.
        /// A service that lets none wait, since it is older or has too many readers, is polled twice a minute.
        /// </summary>
        private const int FailuresOfEarlyEnds = 6;

        private readonly SaveQueue _queue;
        private readonly RequestSender _sender;
        private readonly string _installation;
        private readonly SaveSession _session;
        private readonly Func<bool> _isLive;

        /// <summary>Waits in a row that ended early.</summary>
        private int _early;

        /// <summary>Waits in a row that failed.</summary>
        private int _failures;

        /// <summary>The beginning of the last wait that had a change.</summary>
        private DateTimeOffset _beganWithChange;

        /// <summary>A session that is not the active one. The waits after it go on without it.</summary>
        private string? _ended;

        /// <param name="queue">of the save</param>
        /// <param name="sender">of requests</param>
        /// <param name="installation">the id of this one</param>
        /// <param name="session">with whose end a wait ends</param>
        /// <param name="isLive">false while the app sleeps, and nobody sees changes, and for a save that is not live</param>
        internal SaveListener(
            SaveQueue queue,
            RequestSender sender,
            string installation,
            SaveSession session,
            Func<bool> isLive
        )
        {
            _queue = queue;
            _sender = sender;
            _installation = installation;
            _session = session;
            _isLive = isLive;
        }

        /// <summary>
        /// Waits for another record. It answers null after a time without one, and when it is cancelled. Where the save is not live, it
        /// waits for the cancellation. The pause after a wait is a part of it, so a change of the game ends that too, and leaves at once.
        /// </summary>
        /// <exception cref="PlaykeepException">after which nothing may be sent, or not before a time</exception>
        internal async Task<Reply?> ListenAsync(CancellationToken end)
        {
            if (!_isLive())
            {
                await _sender.Platform.SleepAsync(Rests.ForEver, end);
                return null;
            }
            await RestBetweenAsync(end);
            if (end.IsCancellationRequested)
                return null;
            var sessionId = _session.Current == _ended ? null : _session.Current;
            TimeSpan pause;
            try
            {
                var reply = await WaitAsync(sessionId, end);
                if (reply != null)
                {
                    // Another device that writes may have taken over.
                    _session.Check();
                    return reply;
                }
                pause = PauseAfterEnd();
            }
            catch (PlaykeepException failure) when (Exchange.IsSessionOver(failure) && sessionId != null)
            {
                _ended = sessionId;
                _session.Check();
                return null;
            }
            catch (Exception) when (end.IsCancellationRequested)
            {
                return null;
            }
            catch (PlaykeepException failure) when (failure.RetryAfter == null && !Exchange.IsStopping(failure))
            {
                _failures += 1;
                pause = Pause.After(_failures, null, _sender.Platform.NextDouble());
            }
            if (pause > TimeSpan.Zero)
                await _sender.Platform.SleepAsync(pause, end);
            return null;
        }

        /// <summary>One read. It answers null where the record is the same, and counts the waits that ended early.</summary>
        private async Task<Reply?> WaitAsync(string? sessionId, CancellationToken end)
        {
            var request = Exchange
                .ReadUnless(_queue.ETag)
                .With("Prefer", Preference)
                .With("X-Installation-Id", _installation)
                .With("X-Session-Id", sessionId);
            using (var rest = CancellationTokenSource.CreateLinkedTokenSource(end))
            {
                var time = _sender.Platform.SleepAsync(_leastTime, rest.Token);
                var began = _sender.Platform.Now;
                try
                {
                    var reply = await _sender.SendAsync(request, end);
                    _failures = 0;
                    // A proxy that takes the condition away is answered with the same record, at once.
                    if (reply.Status != 304 && reply.ETag != _queue.ETag)
                    {
                        _early = 0;
                        _beganWithChange = began;
                        return reply;
                    }
                    _early = time.IsCompleted ? 0 : _early + 1;
                    return null;
                }
                finally
                {
                    rest.CancelSafely();
                }
            }
        }

        private async Task RestBetweenAsync(CancellationToken end)
        {
            var since = _sender.Platform.Now - _beganWithChange;
            // The clock of a device may go back.
            if (since >= TimeSpan.Zero && since < _leastBetween)
                await _sender.Platform.SleepAsync(_leastBetween - since, end);
        }

        /// <summary>None after a wait whose time was over.</summary>
        private TimeSpan PauseAfterEnd()
        {
            var random = _sender.Platform.NextDouble();
            return _early > 1
                ? Pause.After(_early + FailuresOfEarlyEnds - 2, null, random)
                : _early * random * _returnTime;
        }
    }
}
