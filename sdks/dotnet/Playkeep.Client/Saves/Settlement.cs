using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep.Saves
{
    /// <summary>The game's function answered no document, or failed.</summary>
    internal sealed class UndecidedException : PlaykeepException
    {
        internal UndecidedException(string detail, Exception? cause = null)
            : base(PlaykeepErrorCode.Refused, "The save could not go on", detail, cause) { }
    }

    /// <summary>
    /// The outcome of an exchange, stored: acknowledged changes, changes upon another state of the service, and refusals. Each
    /// outcome is one update of the device's storage.
    /// </summary>
    internal sealed class Settlement
    {
        private readonly SaveQueue _queue;
        private readonly Func<DateTimeOffset> _now;
        private readonly Func<SaveConflict, Task<JsonValue>>? _resolve;
        private readonly Action<SaveConflict> _onConflict;
        private readonly CancellationToken _end;

        /// <summary>The newest question to the game, and its decision; null where nothing is to be stored of them.</summary>
        private (Question Question, JsonValue Document)? _decision;

        internal Settlement(
            SaveQueue queue,
            Func<DateTimeOffset> now,
            Func<SaveConflict, Task<JsonValue>>? resolve,
            Action<SaveConflict> onConflict,
            CancellationToken end
        )
        {
            _queue = queue;
            _now = now;
            _resolve = resolve;
            _onConflict = onConflict;
            _end = end;
        }

        /// <summary>The request took effect. The record has it, and the writes of others since then.</summary>
        internal async Task AcknowledgeAsync(Batch batch, MetadataRecord record)
        {
            // Again after a decision: meanwhile the game may make changes and drop some, and waiting ones may be joined.
            while (!_end.IsCancellationRequested && _queue.Batch?.Key == batch.Key)
            {
                var settled = _queue.Pending.Where(change => batch.Numbers.Contains(change.Number)).ToList();
                var waiting = _queue.Pending.Where(change => !batch.Numbers.Contains(change.Number)).ToList();
                var expected = Change.ApplyAll(_queue.BaseData, settled);
                var isExpected = waiting.Count == 0 || expected.ToString() == record.Metadata.ToString();
                var update = new QueueUpdate { ExpectedBatch = batch, Record = record };
                foreach (var number in batch.Numbers)
                    update.Changes[number] = null;
                var isStored = isExpected
                    ? await _queue.CommitAsync(update)
                    : await StoreRebasedAsync(update, waiting, expected, record);
                if (isStored)
                    return;
            }
        }

        /// <summary>The record was read. No request is on its way.</summary>
        internal Task AdoptAsync(MetadataRecord record) => MeetAsync(null, record);

        /// <summary>412: the request did not take effect.</summary>
        internal Task ConflictAsync(Batch batch, MetadataRecord record) => MeetAsync(batch, record);

        /// <summary>The service refused the request. One change is set aside; of several, each goes by itself from now on.</summary>
        internal Task RefuseAsync(Batch batch, PlaykeepException failure)
        {
            var own = _queue.Pending.Where(change => batch.Numbers.Contains(change.Number)).ToList();
            var update = new QueueUpdate { ExpectedBatch = batch };
            foreach (var change in own)
                update.Changes[change.Number] = own.Count > 1 ? change.Alone() : change.Refused(failure);
            return _queue.CommitAsync(update);
        }

        /// <summary>
        /// Where the record holds nothing, the changes stand upon the beginning of the save. After 412 it was deleted, and the save
        /// begins again with the entity tag of the deletion.
        /// </summary>
        private async Task MeetAsync(Batch? settled, MetadataRecord record)
        {
            var begin = _queue.Pending.FirstOrDefault(change => change.IsInitial);
            if (record.Text != "{}" || begin == null)
            {
                await PutAllUponAsync(settled, record);
                return;
            }
            var update = new QueueUpdate { ExpectedBatch = settled, Record = record };
            if (settled != null)
                update.Changes[begin.Number] = begin.Again();
            await _queue.CommitAsync(update);
        }

        /// <summary>Puts all changes upon a record that is stored. The beginning of the save is not needed any more.</summary>
        private async Task PutAllUponAsync(Batch? settled, MetadataRecord record)
        {
            // Again after a decision: meanwhile the game may make changes and drop some.
            while (!_end.IsCancellationRequested && _queue.Batch?.Key == settled?.Key)
            {
                var begins = _queue.Pending.Where(change => change.IsInitial).ToList();
                var others = _queue.Pending.Where(change => !change.IsInitial).ToList();
                var update = new QueueUpdate { ExpectedBatch = settled, Record = record };
                foreach (var begin in begins)
                    update.Changes[begin.Number] = null;
                var before = Change.ApplyAll(_queue.BaseData, begins);
                if (await StoreRebasedAsync(update, others, before, record))
                    return;
            }
        }

        /// <summary>
        /// Puts changes upon a record, asks for a decision where both sides changed one path, and stores the result.
        /// </summary>
        /// <param name="update">that settles the request</param>
        /// <param name="changes">that wait</param>
        /// <param name="before">the state upon which they were made</param>
        /// <param name="record">of the service</param>
        /// <returns>false to be called again with the changes that wait then: after a decision</returns>
        private async Task<bool> StoreRebasedAsync(
            QueueUpdate update,
            IReadOnlyList<Change> changes,
            JsonValue before,
            MetadataRecord record
        )
        {
            var question = new Question(changes, before, record);
            var rebase = question.Rebase;
            var conflict = rebase.IsConflict
                ? new SaveConflict(rebase.Base, rebase.Mine, rebase.Theirs, record.ETag ?? "")
                : null;
            if (conflict != null && _resolve != null)
            {
                if (!(_decision is (Question asked, JsonValue document) && question.IsDecidedWith(asked)))
                {
                    _decision = (question, await DecideAsync(_resolve, conflict));
                    return false;
                }
                SetDecision(update, asked, document, changes);
                conflict = null;
            }
            else
                SetAgain(update, changes, rebase.Changes);
            // Since the changes were looked up, nothing was awaited, so they are all that wait.
            var isStored = await _queue.CommitAsync(update);
            _decision = null;
            if (isStored && conflict != null)
                _onConflict(conflict);
            return isStored;
        }

        private static async Task<JsonValue> DecideAsync(
            Func<SaveConflict, Task<JsonValue>> resolve,
            SaveConflict conflict
        )
        {
            JsonValue? decision;
            try
            {
                decision = await resolve(conflict);
            }
            catch (Exception failure)
            {
                throw new UndecidedException("`Resolve` failed: " + failure.Message, failure);
            }
            return decision?.Kind == JsonKind.Object
                ? decision
                : throw new UndecidedException("`Resolve` answered no object");
        }

        /// <summary>
        /// Replaces the changes that were asked about by one that stands for the decision, before the additions that are kept, and
        /// puts later changes upon it.
        /// </summary>
        private void SetDecision(QueueUpdate update, Question asked, JsonValue document, IReadOnlyList<Change> changes)
        {
            foreach (var change in asked.Changes)
                update.Changes[change.Number] = null;
            var kept = asked.Rebase.Kept();
            foreach (var change in kept)
                update.Changes[change.Number] = change;
            var later = changes.Skip(asked.Changes.Count).ToList();
            var before = Change.ApplyAll(asked.Rebase.Base, asked.Changes);
            SetAgain(update, later, Rebase.Of(later, before, Change.ApplyAll(document, kept)).Changes);
            var decided = asked.Rebase.Decided(document, _now());
            if (decided == null)
                return;
            var taken = new HashSet<long>(_queue.Changes.Select(change => change.Number));
            var number = asked.Changes.Min(change => change.Number) - 1;
            // A change that was set aside waits under its number for the game.
            while (taken.Contains(number))
                number -= 1;
            update.Changes[number] = decided;
        }

        /// <summary>Stores the changes that go again in another form.</summary>
        private static void SetAgain(QueueUpdate update, IReadOnlyList<Change> changes, IReadOnlyList<Change> again)
        {
            foreach (var (change, next) in changes.Zip(again, (change, next) => (change, next)))
            {
                if (!ReferenceEquals(change, next))
                    update.Changes[change.Number] = next;
            }
        }
    }
}
