using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Http;
using Playkeep.Runtime;

namespace Playkeep.Saves
{
    /// <summary>Words to the sender of a save.</summary>
    internal enum Nudge
    {
        /// <summary>There is work. A pause after a failure goes on.</summary>
        Notify,

        /// <summary>Ends a pause after a failure, unless the service has said how long to wait.</summary>
        Wake,

        /// <summary>The same, and it reads the record first: another device may have played.</summary>
        Refresh,

        /// <summary>The same, also after a failure that had stopped it, and where the service has said how long to wait.</summary>
        Retry,
    }

    /// <summary>
    /// The sending of a save's changes, one request at a time, for as long as the save is open. It waits after failures that pass,
    /// stops after those that do not, and begins again when it is told to.
    /// </summary>
    internal sealed class SaveSender
    {
        private readonly SaveQueue _queue;
        private readonly Exchange _exchange;
        private readonly IPlaykeepPlatform _platform;
        private readonly SaveListener _listener;
        private readonly Action<SaveStatus, PlaykeepException?> _onStatus;
        private readonly CancellationToken _end;
        private readonly Rests _rests;
        private readonly CompactionSchedule _compaction;
        private bool _mustRead;
        private bool _mustConfirm;
        private PlaykeepException? _stoppedBy;
        private int _failures;

        /// <param name="queue">of the save</param>
        /// <param name="exchange">with the service</param>
        /// <param name="platform">time and chance</param>
        /// <param name="isReadFirst">the record is read before anything is sent</param>
        /// <param name="listener">waits for what others write, while there is nothing to do</param>
        /// <param name="onStatus">called with each attempt that failed, and before each request</param>
        /// <param name="end">cancelled when the save is closed</param>
        internal SaveSender(
            SaveQueue queue,
            Exchange exchange,
            IPlaykeepPlatform platform,
            bool isReadFirst,
            SaveListener listener,
            Action<SaveStatus, PlaykeepException?> onStatus,
            CancellationToken end
        )
        {
            _queue = queue;
            _exchange = exchange;
            _platform = platform;
            _mustRead = isReadFirst;
            _listener = listener;
            _onStatus = onStatus;
            _end = end;
            _rests = new Rests(platform, end);
            _compaction = new CompactionSchedule(queue);
        }

        internal void Tell(Nudge nudge)
        {
            if (nudge == Nudge.Retry)
                _stoppedBy = null;
            if (nudge == Nudge.Retry || nudge == Nudge.Refresh)
            {
                _failures = 0;
                _mustRead = true;
            }
            _rests.End(
                nudge == Nudge.Notify ? Rest.Idle
                : nudge == Nudge.Retry ? Rest.Demanded
                : Rest.Pause
            );
            if (nudge == Nudge.Notify)
                Waiting.Forget(_compaction.CompactAsync());
        }

        /// <summary>Sends until the save is closed.</summary>
        internal async Task RunAsync()
        {
            while (!_end.IsCancellationRequested)
            {
                if (_stoppedBy != null)
                {
                    _onStatus(SaveStatus.Blocked, _stoppedBy);
                    await _rests.TakeAsync(Rests.ForEver, Rest.Demanded);
                    continue;
                }
                try
                {
                    if (await StepAsync())
                    {
                        _failures = 0;
                        continue;
                    }
                    if (!_queue.HasWork)
                        _onStatus(SaveStatus.Saved, null);
                    var reply = await _rests.TakeAsync(Rest.Idle, _listener.ListenAsync);
                    if (reply != null)
                        await _exchange.AdoptAsync(reply);
                    _failures = 0;
                }
                catch (Exception thrown)
                {
                    if (_end.IsCancellationRequested)
                        return;
                    await FailAsync(thrown);
                }
            }
        }

        /// <summary>One exchange. It answers false when there is nothing to do.</summary>
        private async Task<bool> StepAsync()
        {
            if (_queue.Batch is Batch batch)
            {
                if (_mustConfirm)
                    await _exchange.ConfirmAsync();
                _mustConfirm = false;
                await _exchange.SendAsync(batch);
                // A pause keeps a request whose outcome cannot be stored from being sent without end.
                if (_queue.Batch?.Key == batch.Key)
                    throw new PlaykeepException(PlaykeepErrorCode.Storage, "The outcome was not stored");
                return true;
            }
            var pending = _queue.Pending;
            var begins = pending.Count > 0 && pending[0].IsInitial;
            if (_mustRead || (_queue.ETag == null && !begins))
            {
                await _exchange.ReadAsync();
                _mustRead = false;
                return true;
            }
            if (pending.Count == 0)
                return false;
            _onStatus(SaveStatus.Saving, null);
            await _exchange.ComposeAsync(pending);
            return true;
        }

        private async Task FailAsync(Exception thrown)
        {
            if (thrown is UnconfirmedPlayerException && !_mustConfirm)
            {
                _mustConfirm = true;
                return;
            }
            var failure = PlaykeepException.Of(thrown, PlaykeepErrorCode.Refused, "The save could not go on");
            // A decision of the game that failed is asked for again when the game says so.
            var isStop =
                !(thrown is PlaykeepException)
                || Exchange.IsStopping(failure)
                || failure is OtherPlayerException
                || failure is UndecidedException;
            if (isStop)
            {
                _stoppedBy = failure;
                return;
            }
            _failures += 1;
            // A storage that fails keeps the changes as they are.
            await Waiting.EndAsync(_compaction.CompactAsync());
            if (_queue.HasWork)
                _onStatus(SaveStatus.Waiting, failure);
            else
                _onStatus(SaveStatus.Saved, null);
            var pause = Pause.After(_failures, failure.RetryAfter, _platform.NextDouble());
            await _rests.TakeAsync(pause, failure.RetryAfter == null ? Rest.Pause : Rest.Demanded);
        }
    }

    /// <summary>
    /// When waiting changes are made fewer: beyond a number or size, and again when as many have come that it is worth the work.
    /// </summary>
    internal sealed class CompactionSchedule
    {
        private const int MostChanges = 64;
        private const int MostCharacters = 1_048_576;

        /// <summary>So many more than the last time left.</summary>
        private const int MoreChanges = 16;
        private const int MoreCharacters = 262_144;

        /// <summary>Beyond it merges of different members are joined too.</summary>
        private const int FewChanges = 32;

        private readonly SaveQueue _queue;
        private int _leftChanges;
        private int _leftCharacters;

        internal CompactionSchedule(SaveQueue queue)
        {
            _queue = queue;
        }

        internal async Task CompactAsync()
        {
            var waiting = Waiting();
            _leftChanges = Math.Min(_leftChanges, waiting.Count);
            _leftCharacters = Math.Min(_leftCharacters, _queue.SizeCharacters);
            var isMany = waiting.Count > MostChanges && waiting.Count >= _leftChanges + MoreChanges;
            var isLarge =
                _queue.SizeCharacters > MostCharacters && _queue.SizeCharacters >= _leftCharacters + MoreCharacters;
            if (!isMany && !isLarge)
                return;
            var sent = _queue.Pending.Where(_queue.IsOnItsWay);
            var state = Change.ApplyAll(_queue.BaseData, sent);
            var changes = Compaction.Compact(state, waiting, false);
            var removed = changes.Values.Count(change => change == null);
            if (waiting.Count - removed > FewChanges || isLarge)
                changes = Compaction.Compact(state, waiting, true);
            if (changes.Count > 0)
            {
                var expected = waiting.Where(change => changes.ContainsKey(change.Number)).ToList();
                await _queue.CommitAsync(
                    new QueueUpdate { LeavesBatch = true, Changes = changes, ExpectedChanges = expected }
                );
            }
            _leftChanges = Waiting().Count;
            _leftCharacters = _queue.SizeCharacters;
        }

        private List<Change> Waiting() => _queue.Pending.Where(change => !_queue.IsOnItsWay(change)).ToList();
    }
}
