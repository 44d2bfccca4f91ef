using System;
using System.Collections.Generic;
using System.Linq;

namespace Playkeep
{
    /// <summary>The fate of an active session when another one starts.</summary>
    public enum OnActive
    {
        /// <summary>
        /// The start is refused. <see cref="SessionOperations.PlayAsync"/> ends a session that this installation left behind.
        /// </summary>
        Reject,

        /// <summary>The active session ends.</summary>
        Replace,

        /// <summary>The active session ends if it is of this installation; else the start is refused.</summary>
        ReplaceOwn,

        /// <summary>The active session continues.</summary>
        Resume,
    }

    /// <summary>Why a session is over.</summary>
    public enum SessionEnd
    {
        /// <summary>It had no heartbeat for the service's time-out.</summary>
        Expired,

        /// <summary>Another device or process plays.</summary>
        Replaced,

        /// <summary>A game of the player stopped it.</summary>
        Stopped,

        /// <summary>A server ended it.</summary>
        Terminated,
    }

    /// <summary>Settings of a session's start.</summary>
    public class StartOptions
    {
        /// <summary>The fate of an active session.</summary>
        public OnActive OnActive { get; set; }

        /// <summary>An object that is kept with the session, at most 4 KiB.</summary>
        public JsonValue? Context { get; set; }

        /// <summary>Repetitions under one key have one effect. By default a random one.</summary>
        public string? IdempotencyKey { get; set; }
    }

    /// <summary>Settings of a session that beats by itself.</summary>
    public sealed class PlayOptions : StartOptions
    {
        /// <summary>
        /// The pause between two heartbeats, five minutes by default and at least a second. It must be shorter than the service's time-out of sessions.
        /// </summary>
        public TimeSpan Heartbeat { get; set; } = TimeSpan.FromMinutes(5);
    }

    /// <summary>An active session.</summary>
    public sealed class SessionInfo
    {
        internal SessionInfo(JsonValue data)
        {
            PlayerId = data["playerId"]!.AsString();
            SessionId = data["sessionId"]!.AsString();
            StartTime = Times.Parse(data["startTime"]!);
            LastActivity = Times.ParseOrNull(data["lastActivity"]);
            InstallationId = data["installationId"]?.Kind == JsonKind.String ? data["installationId"]!.AsString() : null;
            Context = data["context"]?.Kind == JsonKind.Object ? data["context"] : null;
        }

        /// <summary>The player, as the studio's sign-in names them.</summary>
        public string PlayerId { get; }

        /// <summary>Names the session.</summary>
        public string SessionId { get; }

        /// <summary>Its start, by the service's clock.</summary>
        public DateTimeOffset StartTime { get; }

        /// <summary>Its last heartbeat; null in the answer to a start.</summary>
        public DateTimeOffset? LastActivity { get; }

        /// <summary>The installation that started it; null without one.</summary>
        public string? InstallationId { get; }

        /// <summary>The object that was given at its start; null without one.</summary>
        public JsonValue? Context { get; }
    }

    /// <summary>The answer to a heartbeat.</summary>
    public sealed class SessionHeartbeat
    {
        internal SessionHeartbeat(JsonValue data)
        {
            PlayerId = data["playerId"]!.AsString();
            SessionId = data["sessionId"]!.AsString();
            LastActivity = Times.Parse(data["lastActivity"]!);
        }

        /// <summary>The player, as the studio's sign-in names them.</summary>
        public string PlayerId { get; }

        /// <summary>Names the session.</summary>
        public string SessionId { get; }

        /// <summary>The time of the heartbeat, by the service's clock.</summary>
        public DateTimeOffset LastActivity { get; }
    }

    /// <summary>A session that is over.</summary>
    public sealed class EndedSession
    {
        internal EndedSession(JsonValue data)
        {
            SessionId = data["sessionId"]!.AsString();
            StartTime = Times.Parse(data["startTime"]!);
            EndTime = Times.Parse(data["endTime"]!);
            Duration = TimeSpan.FromSeconds(data["duration"]!.AsDouble());
            Reason = data["reason"]?.Kind == JsonKind.String ? data["reason"]!.AsString() : null;
        }

        /// <summary>Names the session.</summary>
        public string SessionId { get; }

        /// <summary>Its start, by the service's clock.</summary>
        public DateTimeOffset StartTime { get; }

        /// <summary>Its end, by the service's clock.</summary>
        public DateTimeOffset EndTime { get; }

        /// <summary>The time between them.</summary>
        public TimeSpan Duration { get; }

        /// <summary>Why it ended, such as <c>stopped</c> or <c>expired</c>; null in the answer to a stop.</summary>
        public string? Reason { get; }
    }

    /// <summary>A page of ended sessions, the newest first.</summary>
    public sealed class SessionHistory
    {
        internal SessionHistory(JsonValue data)
        {
            Sessions = data["sessions"]!.Items.Select(session => new EndedSession(session)).ToList();
            NextCursor = data["nextCursor"]!.Kind == JsonKind.Null ? null : data["nextCursor"]!.AsString();
        }

        /// <summary>The sessions.</summary>
        public IReadOnlyList<EndedSession> Sessions { get; }

        /// <summary>Asks for the next page; null on the last one.</summary>
        public string? NextCursor { get; }
    }
}
