namespace Playkeep.Http
{
    /// <summary>The errors of the service that the client tells apart: its constant messages.</summary>
    internal static class ServiceErrors
    {
        internal const string SessionAlreadyActive = "Session already active";
        internal const string SessionNotCurrent = "Session not current";
        internal const string NoActiveSession = "No active session found";
        internal const string PlayerSuspended = "Player suspended";
        internal const string PlayerNotFound = "Player not found";

        /// <summary>Null for a word that the client does not know, and from a service of an earlier version, which says none.</summary>
        internal static SessionEnd? SessionEndOf(string? word)
        {
            switch (word)
            {
                case "expired":
                    return SessionEnd.Expired;
                case "replaced":
                    return SessionEnd.Replaced;
                case "stopped":
                    return SessionEnd.Stopped;
                case "terminated":
                    return SessionEnd.Terminated;
                default:
                    return null;
            }
        }

        /// <summary>The code for an error of the service.</summary>
        /// <param name="status">of the answer</param>
        /// <param name="message">of the error</param>
        /// <param name="sessionEnd">null also from a service of an earlier version</param>
        internal static PlaykeepErrorCode CodeOf(int status, string message, SessionEnd? sessionEnd)
        {
            switch (status)
            {
                case 401:
                    return PlaykeepErrorCode.Unauthorized;
                case 412:
                    return PlaykeepErrorCode.Conflict;
                case 408:
                    return PlaykeepErrorCode.Unavailable;
                case 413:
                    return PlaykeepErrorCode.TooLarge;
                case 429:
                    return PlaykeepErrorCode.RateLimited;
            }
            if (message == SessionAlreadyActive)
                return PlaykeepErrorCode.Conflict;
            if (status == 409 && message == SessionNotCurrent && (sessionEnd ?? SessionEnd.Replaced) == SessionEnd.Replaced)
                return PlaykeepErrorCode.Superseded;
            return status >= 500 ? PlaykeepErrorCode.Unavailable : PlaykeepErrorCode.Refused;
        }
    }
}
