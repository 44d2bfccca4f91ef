using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Playkeep.Storage;

namespace Playkeep.Saves
{
    /// <summary>An update of the queue. It applies whole or not at all.</summary>
    internal sealed class QueueUpdate
    {
        /// <summary>The request that must still be on its way; null for none.</summary>
        internal Batch? ExpectedBatch { get; set; }

        /// <summary>Any request may be on its way, and stays.</summary>
        internal bool LeavesBatch { get; set; }

        /// <summary>The request on its way from now on; null for none.</summary>
        internal Batch? Batch { get; set; }

        /// <summary>The record of the service, where it is another one.</summary>
        internal MetadataRecord? Record { get; set; }

        /// <summary>By number. Null deletes.</summary>
        internal Dictionary<long, Change?> Changes { get; set; } = new Dictionary<long, Change?>();

        /// <summary>Changes of this queue that must still be there as they are.</summary>
        internal IReadOnlyList<Change> ExpectedChanges { get; set; } = Array.Empty<Change>();
    }

    /// <summary>
    /// The save as this device has it: the last record of the service, the request on its way, and the changes in order.
    /// </summary>
    internal sealed class SaveQueue
    {
        private const int MostChanges = 500;
        private const int MostCharacters = 8 * 1_048_576;

        private readonly IStorageArea _area;
        private readonly SortedDictionary<long, Change> _changes = new SortedDictionary<long, Change>();
        private readonly Dictionary<long, int> _sizes = new Dictionary<long, int>();
        private volatile JsonValue _data = JsonValue.Object();
        private bool _isClosed;

        /// <exception cref="PlaykeepException"><see cref="PlaykeepErrorCode.Storage"/> for a damaged save</exception>
        internal SaveQueue(IStorageArea area)
        {
            _area = area;
            try
            {
                if (area.Content.Values.TryGetValue("base", out var text))
                    ReadBase(JsonValue.Parse(text));
                if (area.Content.Values.TryGetValue("batch", out var batch))
                    Batch = Batch.Parse(batch);
                foreach (var change in area.Content.Changes)
                    Keep(Change.Parse(change.Value, change.Key), change.Value.Length);
                MakeView();
            }
            catch (Exception damage)
            {
                throw new PlaykeepException(
                    PlaykeepErrorCode.Storage,
                    "The save on the device is damaged",
                    damage.Message,
                    damage
                );
            }
        }

        /// <summary>Raised after each change of the state, in the client's order.</summary>
        internal event Action? Updated;

        /// <summary>The last known state of the service.</summary>
        internal JsonValue BaseData { get; private set; } = JsonValue.Object();

        /// <summary>Of that state; null before the service was reached for the first time.</summary>
        internal string? ETag { get; private set; }

        internal Batch? Batch { get; private set; }

        /// <summary>All changes, in order.</summary>
        internal IReadOnlyList<Change> Changes => _changes.Values.ToList();

        /// <summary>Those without a refusal.</summary>
        internal IReadOnlyList<Change> Pending => _changes.Values.Where(change => change.Refusal == null).ToList();

        /// <summary>Does a change wait, is a request on its way, or was the record never read?</summary>
        internal bool HasWork => ETag == null || Batch != null || Pending.Count > 0;

        /// <summary>The player's view: the base with all changes that were not refused.</summary>
        internal JsonValue Data => _data;

        internal bool IsDurable => _area.IsDurable;

        internal int SizeCharacters => _sizes.Values.Sum();

        internal bool IsOnItsWay(Change change) => Batch?.Numbers.Contains(change.Number) == true;

        /// <exception cref="PlaykeepException">
        /// <see cref="PlaykeepErrorCode.TooLarge"/> where one more change has no place on the device,
        /// <see cref="PlaykeepErrorCode.Refused"/> for one that could not be read again
        /// </exception>
        internal void AssertRoom(Change change)
        {
            var text = change.ToText();
            try
            {
                JsonValue.ParseEnvelope(text);
            }
            catch (FormatException tooDeep)
            {
                throw new PlaykeepException(PlaykeepErrorCode.Refused, "Invalid metadata format", tooDeep.Message);
            }
            if (_changes.Count < MostChanges && SizeCharacters + text.Length <= MostCharacters)
                return;
            throw new PlaykeepException(
                PlaykeepErrorCode.TooLarge,
                "Too many changes wait for the service",
                $"at most {MostChanges} changes and 8 MB wait on a device"
            );
        }

        /// <summary>Changes the view at once. The task completes when the change is on the device.</summary>
        /// <exception cref="PatchDoesNotApplyException">The document is another one than the change needs.</exception>
        internal Task AddAsync(Change change)
        {
            var data = change.ApplyTo(_data);
            var text = change.ToText();
            var stored = _area.AppendAsync(text);
            // The area has given the next number by now.
            var number = _area.Content.Changes.Keys.Last();
            Keep(change.WithNumber(number), text.Length);
            _data = data;
            Updated?.Invoke();
            return stored;
        }

        /// <summary>
        /// Changes the state at once, where the update applies. The task completes when that is on the device.
        /// </summary>
        /// <returns>false for an update that does not apply</returns>
        internal async Task<bool> CommitAsync(QueueUpdate update)
        {
            if (_isClosed || (!update.LeavesBatch && update.ExpectedBatch?.Key != Batch?.Key))
                return false;
            if (!update.ExpectedChanges.All(IsThere))
                return false;
            var stored = new AreaUpdate();
            if (!update.LeavesBatch)
            {
                Batch = update.Batch;
                stored.Values["batch"] = update.Batch?.ToText();
            }
            if (update.Record != null)
                stored.Values["base"] = Adopt(update.Record);
            foreach (var change in update.Changes)
            {
                var text = change.Value?.ToText();
                stored.Changes[change.Key] = text;
                if (change.Value == null)
                    Drop(change.Key);
                else
                    Keep(change.Value.WithNumber(change.Key), text!.Length);
            }
            MakeView();
            var written = _area.CommitAsync(stored);
            Updated?.Invoke();
            await written;
            return true;
        }

        internal Task CloseAsync()
        {
            _isClosed = true;
            return _area.CloseAsync();
        }

        private bool IsThere(Change change) =>
            _changes.TryGetValue(change.Number, out var known) && ReferenceEquals(known, change);

        private void ReadBase(JsonValue stored)
        {
            BaseData = JsonValue.Parse(stored["text"]!.AsString());
            ETag = stored["etag"]!.AsString();
        }

        /// <summary>Takes a record for the state of the service. It answers the text to store.</summary>
        private string Adopt(MetadataRecord record)
        {
            BaseData = record.Metadata;
            ETag = record.ETag;
            return JsonValue
                .Object(("text", record.Text), ("etag", record.ETag ?? ""), ("playerId", record.PlayerId))
                .ToString();
        }

        private void Keep(Change change, int characters)
        {
            _changes[change.Number] = change;
            _sizes[change.Number] = characters;
        }

        private void Drop(long number)
        {
            _changes.Remove(number);
            _sizes.Remove(number);
        }

        /// <summary>The view stays the same object where its values are the same.</summary>
        private void MakeView()
        {
            var data = Change.ApplyAll(BaseData, Pending);
            if (!ReferenceEquals(data, _data) && data.ToString() != _data.ToString())
                _data = data;
        }
    }
}
