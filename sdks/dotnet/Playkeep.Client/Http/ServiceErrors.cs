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

        /// <summary>The code for an error of the service.</summary>
        internal static PlaykeepErrorCode CodeOf(int status, string message)
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
            if (status == 409 && message == SessionNotCurrent)
                return PlaykeepErrorCode.Superseded;
            return status >= 500 ? PlaykeepErrorCode.Unavailable : PlaykeepErrorCode.Refused;
        }
    }
}
