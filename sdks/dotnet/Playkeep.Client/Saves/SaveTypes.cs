using System;
using System.Threading.Tasks;

namespace Playkeep
{
    /// <summary>The state of a save.</summary>
    public enum SaveStatus
    {
        /// <summary>No change waits: the service has acknowledged or refused each. Refused ones are in <see cref="Save.Pending"/>.</summary>
        Saved,

        /// <summary>A request is on its way, or about to leave.</summary>
        Saving,

        /// <summary>The last attempt failed, and another one follows by itself.</summary>
        Waiting,

        /// <summary>The game, or the player, must do something: <see cref="Save.Error"/> says what.</summary>
        Blocked,
    }

    /// <summary>The state of a change that is on the device.</summary>
    public enum PendingState
    {
        /// <summary>It waits.</summary>
        Queued,

        /// <summary>It was sent, and may have arrived.</summary>
        Sent,

        /// <summary>The service refused it. It waits for <see cref="Save.DiscardAsync"/>.</summary>
        Refused,
    }

    /// <summary>Settings of a save.</summary>
    public sealed class SaveOptions
    {
        /// <summary>The data of a save that neither the device nor the service has. Null begins with nothing.</summary>
        public JsonValue? Initial { get; set; }

        /// <summary>
        /// Decides about two devices that changed one path: the answer, an object, is stored. Without it this device's changes stay.
        /// </summary>
        public Func<SaveConflict, Task<JsonValue>>? Resolve { get; set; }

        /// <summary>The session that must be the active one for each write.</summary>
        public PlaySession? Session { get; set; }

        /// <summary>
        /// Hears of what a server or another device writes within a second, by <see cref="Save.Changed"/>, and its session of another
        /// device that takes over. A request waits at the service while the app is awake and there is nothing to send.
        /// </summary>
        public bool Live { get; set; }
    }

    /// <summary>The outcome of a change.</summary>
    public sealed class KeptChange
    {
        internal KeptChange(string id, bool isDurable)
        {
            Id = id;
            IsDurable = isDurable;
        }

        /// <summary>Names the change in <see cref="Save.DiscardAsync"/>.</summary>
        public string Id { get; }

        /// <summary>False where the change is in memory alone, and goes with the process.</summary>
        public bool IsDurable { get; }
    }

    /// <summary>A change that the service has not acknowledged.</summary>
    public sealed class PendingChange
    {
        internal PendingChange(
            string id,
            string kind,
            DateTimeOffset madeAt,
            PendingState state,
            int count,
            JsonValue body,
            PlaykeepException? error
        )
        {
            Id = id;
            Kind = kind;
            MadeAt = madeAt;
            State = state;
            Count = count;
            Body = body;
            Error = error;
        }

        /// <summary>Names the change.</summary>
        public string Id { get; }

        /// <summary><c>initial</c>, <c>set</c>, <c>merge</c>, <c>patch</c>, <c>increment</c> or <c>append</c>.</summary>
        public string Kind { get; }

        /// <summary>By the device's clock.</summary>
        public DateTimeOffset MadeAt { get; }

        /// <summary>Does it wait, is it on its way, or was it refused?</summary>
        public PendingState State { get; }

        /// <summary>
        /// How many changes of the game it stands for. Without a network, changes that waited were joined where that has the same
        /// effect.
        /// </summary>
        public int Count { get; }

        /// <summary>
        /// The change itself: a JSON Merge Patch (RFC 7396) of a <c>merge</c>, the whole object of a <c>set</c>, else an array of
        /// operations.
        /// </summary>
        public JsonValue Body { get; }

        /// <summary>Why it was refused; null for another state.</summary>
        public PlaykeepException? Error { get; }
    }

    /// <summary>Two devices changed one path.</summary>
    public sealed class SaveConflict : EventArgs
    {
        internal SaveConflict(JsonValue baseData, JsonValue mine, JsonValue theirs, string etag)
        {
            Base = baseData;
            Mine = mine;
            Theirs = theirs;
            ETag = etag;
        }

        /// <summary>The state upon which this device's changes were made.</summary>
        public JsonValue Base { get; }

        /// <summary>The service's state with this device's changes. Additions are left out; they come after any decision.</summary>
        public JsonValue Mine { get; }

        /// <summary>The service's state.</summary>
        public JsonValue Theirs { get; }

        /// <summary>The entity tag of the service's state.</summary>
        public string ETag { get; }
    }

    /// <summary>Another view of the save's data.</summary>
    public sealed class SaveChangedEventArgs : EventArgs
    {
        internal SaveChangedEventArgs(JsonValue data)
        {
            Data = data;
        }

        /// <summary>The view after the change.</summary>
        public JsonValue Data { get; }
    }

    /// <summary>Another status of the save.</summary>
    public sealed class SaveStatusEventArgs : EventArgs
    {
        internal SaveStatusEventArgs(SaveStatus status, bool isDurable, PlaykeepException? error)
        {
            Status = status;
            IsDurable = isDurable;
            Error = error;
        }

        /// <summary>The status.</summary>
        public SaveStatus Status { get; }

        /// <summary>False where the device keeps nothing.</summary>
        public bool IsDurable { get; }

        /// <summary>Why the save waits or is blocked, or why the device keeps nothing any more.</summary>
        public PlaykeepException? Error { get; }
    }

    /// <summary>A change that the service refused.</summary>
    public sealed class ChangeRefusedEventArgs : EventArgs
    {
        internal ChangeRefusedEventArgs(PendingChange change)
        {
            Change = change;
        }

        /// <summary>The change, which waits for <see cref="Save.DiscardAsync"/>.</summary>
        public PendingChange Change { get; }
    }
}
