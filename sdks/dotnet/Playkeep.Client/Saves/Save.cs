using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Runtime;
using Playkeep.Saves;

namespace Playkeep
{
    /// <summary>
    /// A save that works without a network. Changes apply at once, complete when they are on the device, and reach the service in
    /// order, each with one effect. Changes of several devices are joined. Events come on the client's synchronization context.
    /// </summary>
    public sealed class Save : IAsyncDisposable
    {
        private readonly SaveParts _parts;
        private readonly SaveQueue _queue;
        private readonly SaveState _state;
        private readonly HashSet<Task> _keeping = new HashSet<Task>();
        private Task? _closing;

        /// <summary>The view that the game has, and the one that it was told of last.</summary>
        private volatile JsonValue _shown;
        private JsonValue _told;

        internal Save(SaveParts parts)
        {
            _parts = parts;
            _queue = parts.Queue;
            _state = parts.State;
            _shown = _told = _queue.Data;
            _state.Changed += OnChanged;
            _state.Refused += change => Raise(() => ChangeRefused, new ChangeRefusedEventArgs(change));
            _state.StatusChanged += (status, error) =>
                Raise(() => StatusChanged, new SaveStatusEventArgs(status, _queue.IsDurable, error));
            parts.Conflicted += conflict => Raise(() => Conflicted, conflict);
        }

        /// <summary><see cref="Data"/> is another one.</summary>
        public event EventHandler<SaveChangedEventArgs>? Changed;

        /// <summary><see cref="Status"/> or <see cref="Error"/> is another one.</summary>
        public event EventHandler<SaveStatusEventArgs>? StatusChanged;

        /// <summary>
        /// Two devices changed one path, and this device's change stays: there is no <see cref="SaveOptions.Resolve"/>.
        /// </summary>
        public event EventHandler<SaveConflict>? Conflicted;

        /// <summary>A change was set aside. It waits for <see cref="DiscardAsync"/>.</summary>
        public event EventHandler<ChangeRefusedEventArgs>? ChangeRefused;

        /// <summary>
        /// The player's view, with every change that was not refused. It is never edited: each change gives another one. It is
        /// another one after a call of the game at once, and for changes of other devices on the client's synchronization context,
        /// or at any time where there is none.
        /// </summary>
        public JsonValue Data => _shown;

        /// <summary>The state of the save.</summary>
        public SaveStatus Status => _state.Status;

        /// <summary>Why <see cref="Status"/> is waiting or blocked; null for another status.</summary>
        public PlaykeepException? Error => _state.Error;

        /// <summary>
        /// False where the device keeps nothing: changes go with the process unless they reach the service.
        /// </summary>
        public bool IsDurable => _queue.IsDurable;

        /// <summary>
        /// Why the device keeps nothing, such as a full disk, a folder that cannot be used or a damaged file; null where it keeps
        /// changes. A damaged file stays as it is.
        /// </summary>
        public PlaykeepException? StorageError => _state.StorageError;

        /// <summary>Changes members by a JSON Merge Patch (RFC 7396): null removes a member.</summary>
        /// <exception cref="PlaykeepException"><see cref="PlaykeepErrorCode.TooLarge"/>, <see cref="PlaykeepErrorCode.Closed"/></exception>
        public Task<KeptChange> MergeAsync(JsonValue patch) =>
            MakeAsync("merge", () => ChangeBody.OfPatch(ObjectOf(patch, nameof(patch))));

        /// <summary>
        /// Replaces the whole object. Only values that differ from <see cref="Data"/> are sent. Without a synchronization context
        /// <see cref="Data"/> may become another one meanwhile, so a console program takes <see cref="EditAsync"/>.
        /// </summary>
        /// <exception cref="PlaykeepException"><see cref="PlaykeepErrorCode.TooLarge"/>, <see cref="PlaykeepErrorCode.Closed"/></exception>
        public Task<KeptChange> SetAsync(JsonValue data) =>
            MakeAsync("set", () => ChangeBody.OfSet(_shown, ObjectOf(data, nameof(data))));

        /// <summary>Replaces the whole object by the answer of a function. Only values that differ are sent.</summary>
        /// <param name="edit">makes another object of the newest one. It runs at once, and calls nothing of the client.</param>
        /// <exception cref="PlaykeepException"><see cref="PlaykeepErrorCode.TooLarge"/>, <see cref="PlaykeepErrorCode.Closed"/></exception>
        public Task<KeptChange> EditAsync(Func<JsonValue, JsonValue> edit)
        {
            if (edit == null)
                throw new ArgumentNullException(nameof(edit));
            return MakeAsync("set", () => ChangeBody.OfSet(_queue.Data, ObjectOf(edit(_queue.Data), nameof(edit))));
        }

        /// <summary>Changes the data by operations, all of them or none.</summary>
        /// <exception cref="PlaykeepException">
        /// <see cref="PlaykeepErrorCode.Refused"/> for operations that do not apply, <see cref="PlaykeepErrorCode.TooLarge"/>,
        /// <see cref="PlaykeepErrorCode.Closed"/>
        /// </exception>
        public Task<KeptChange> PatchAsync(IEnumerable<PatchOperation> operations) => MakeAsync("patch", operations);

        /// <summary>Adds to a number, exactly. Additions of several devices are all there.</summary>
        /// <param name="path">a JSON Pointer (RFC 6901)</param>
        /// <param name="by">a number, which may be negative</param>
        /// <param name="min">the least result; the addition is refused below it</param>
        /// <param name="max">the most result; the addition is refused above it</param>
        /// <param name="initial">the value of a missing member before the addition, 0 by default</param>
        /// <exception cref="PlaykeepException">as <see cref="PatchAsync"/></exception>
        public Task<KeptChange> IncrementAsync(
            string path,
            JsonValue by,
            JsonValue? min = null,
            JsonValue? max = null,
            JsonValue? initial = null
        ) => MakeAsync("increment", new[] { PatchOperation.Increment(path, by, min, max, initial) });

        /// <summary>Adds an item at the end of an array, which is made where it is missing.</summary>
        /// <param name="path">a JSON Pointer (RFC 6901)</param>
        /// <param name="value">the item</param>
        /// <param name="maxItems">the most items of the array; beyond it the first ones go</param>
        /// <exception cref="PlaykeepException">as <see cref="PatchAsync"/></exception>
        public Task<KeptChange> AppendAsync(string path, JsonValue value, int? maxItems = null) =>
            MakeAsync("append", new[] { PatchOperation.Append(path, value, maxItems) });

        /// <summary>Completes when the service has acknowledged every change made before the call.</summary>
        /// <exception cref="PlaykeepException">
        /// The save is blocked, a change was refused, or three attempts failed. The changes stay on the device.
        /// </exception>
        public Task FlushAsync(CancellationToken cancellationToken = default) =>
            _parts.Context.CallAsync(async () =>
            {
                AssertOpen();
                var flushed = _state.FlushAsync();
                _parts.Tell(Nudge.Wake);
                await Waiting.UntilAsync(AwaitAsync(flushed), cancellationToken);
            });

        /// <summary>The changes that the service has not acknowledged, in order.</summary>
        public IReadOnlyList<PendingChange> Pending
        {
            get
            {
                IReadOnlyList<PendingChange> pending = Array.Empty<PendingChange>();
                _parts.Context.Enter(() => pending = _queue.Changes.Select(_state.Describe).ToList());
                return pending;
            }
        }

        /// <summary>Begins again after the save was blocked, and at once while it waits.</summary>
        /// <param name="session">that writes the changes from now on, such as one that took over from another device</param>
        public void Retry(PlaySession? session = null) =>
            _parts.Context.Enter(() =>
            {
                if (session != null)
                    _parts.Session.Use(session);
                _parts.Tell(Nudge.Retry);
                if (!IsClosed)
                    _state.OnRetry();
            });

        /// <summary>Drops a change that was refused or not sent, with all that it stands for.</summary>
        /// <returns>false where there is none, also for one that was joined with a later one</returns>
        /// <exception cref="PlaykeepException"><see cref="PlaykeepErrorCode.Refused"/> for one on its way</exception>
        public Task<bool> DiscardAsync(string id) =>
            _parts.Context.CallAsync(async () =>
            {
                AssertOpen();
                var change = _queue.Changes.FirstOrDefault(each => each.Id == id);
                if (change == null)
                    return false;
                if (change.Refusal == null && _queue.IsOnItsWay(change))
                    throw new PlaykeepException(
                        PlaykeepErrorCode.Refused,
                        "The change is on its way to the service"
                    );
                var update = new QueueUpdate { LeavesBatch = true };
                update.Changes[change.Number] = null;
                return await _queue.CommitAsync(update);
            });

        /// <summary>Ends the save on this device. Changes that wait stay, and go when it is opened again.</summary>
        public Task CloseAsync() => _parts.Context.CallAsync(() => _closing ??= CloseOnceAsync());

        /// <inheritdoc cref="CloseAsync"/>
        public ValueTask DisposeAsync() => new ValueTask(CloseAsync());

        private bool IsClosed => _closing != null;

        private async Task CloseOnceAsync()
        {
            _parts.Client.IsClosing -= CloseAsync;
            await Waiting.EndAllAsync(_keeping.ToList());
            _state.RejectAll(ClosedFailure());
            await _parts.CloseAsync();
        }

        private Task<KeptChange> MakeAsync(string kind, IEnumerable<PatchOperation> operations) =>
            MakeAsync(
                kind,
                () =>
                {
                    var list = operations.Select(operation => operation.Json).ToList();
                    JsonPatch.Check(JsonValue.Array(list));
                    return ChangeBody.OfOperations(list);
                }
            );

        private Task<KeptChange> MakeAsync(string kind, Func<ChangeBody> toBody) =>
            _parts.Context.CallAsync(async () =>
            {
                AssertOpen();
                Task stored;
                Change change;
                try
                {
                    change = Change.Make(kind, toBody(), _parts.Platform.Now);
                    _queue.AssertRoom(change);
                    stored = _queue.AddAsync(change);
                    _shown = _queue.Data;
                }
                catch (PatchDoesNotApplyException why)
                {
                    throw new PlaykeepException(PlaykeepErrorCode.Refused, "Patch does not apply", why.Message);
                }
                catch (OperationFormatException why)
                {
                    throw new PlaykeepException(PlaykeepErrorCode.Refused, "Invalid patch", why.Message);
                }
                catch (PointerFormatException why)
                {
                    throw new PlaykeepException(PlaykeepErrorCode.Refused, "Invalid patch", why.Detail);
                }
                _keeping.Add(stored);
                try
                {
                    await stored;
                }
                finally
                {
                    _keeping.Remove(stored);
                }
                _parts.Tell(Nudge.Notify);
                return new KeptChange(change.Id, _queue.IsDurable);
            });

        private void AssertOpen()
        {
            if (IsClosed)
                throw ClosedFailure();
        }

        private void OnChanged(JsonValue data)
        {
            // Without a context there is no thread on which the view has to stay.
            if (!_parts.Game.IsGiven)
                _shown = data;
            _parts.Game.Post(Show);
        }

        /// <summary>Shows the game the newest view. It runs where the game's handlers do.</summary>
        private void Show()
        {
            var data = _queue.Data;
            _shown = data;
            if (ReferenceEquals(data, _told) || IsClosed)
                return;
            _told = data;
            _parts.Game.Tell(this, Changed, new SaveChangedEventArgs(data));
        }

        /// <summary>Tells an event to those who want to know when it is told. A save that was closed tells nothing.</summary>
        private void Raise<TArgs>(Func<EventHandler<TArgs>?> handlers, TArgs args) =>
            _parts.Game.Post(() => _parts.Game.Tell(this, IsClosed ? null : handlers(), args));

        private static async Task<bool> AwaitAsync(Task task)
        {
            await task;
            return true;
        }

        private static PlaykeepException ClosedFailure() =>
            new PlaykeepException(PlaykeepErrorCode.Closed, "The save was closed");

        private static JsonValue ObjectOf(JsonValue value, string name) =>
            value?.Kind == JsonKind.Object ? value : throw new ArgumentException("It takes a JSON object", name);
    }
}
