using System;

namespace Playkeep
{
    /// <summary>The state of a play session.</summary>
    public enum PlayState
    {
        /// <summary>It waits for a network to begin, or the app sleeps and no heartbeat is sent.</summary>
        Suspended,

        /// <summary>It beats.</summary>
        Active,

        /// <summary>Another device or process plays.</summary>
        Superseded,

        /// <summary>It was stopped, a server ended it, or the service refused it for good.</summary>
        Ended,
    }

    /// <summary>Another state of a play session.</summary>
    public sealed class PlayStateEventArgs : EventArgs
    {
        internal PlayStateEventArgs(PlayState state, string? sessionId)
        {
            State = state;
            SessionId = sessionId;
        }

        /// <summary>The state.</summary>
        public PlayState State { get; }

        /// <summary>Null for a session that has not begun.</summary>
        public string? SessionId { get; }
    }
}
