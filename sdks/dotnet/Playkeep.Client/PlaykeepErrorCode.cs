namespace Playkeep
{
    /// <summary>Why an operation failed. The set is closed; a game may switch over it.</summary>
    public enum PlaykeepErrorCode
    {
        /// <summary>No complete answer of the service arrived, or no token came.</summary>
        Network,

        /// <summary>There is no token, or the service refuses a fresh one (HTTP 401).</summary>
        Unauthorized,

        /// <summary>
        /// A condition does not hold (HTTP 412), or a session is active already. After a 412
        /// <see cref="PlaykeepException.Record"/> is the current record.
        /// </summary>
        Conflict,

        /// <summary>Another device or process plays (HTTP 409 'Session not current' of a session that was replaced).</summary>
        Superseded,

        /// <summary>The service, or the client before it, refuses the request for another reason.</summary>
        Refused,

        /// <summary>The request is too large (HTTP 413), or the queue of changes is full.</summary>
        TooLarge,

        /// <summary>Too many requests (HTTP 429).</summary>
        RateLimited,

        /// <summary>The service is unavailable: HTTP 408, or a status of 500 and above.</summary>
        Unavailable,

        /// <summary>The device cannot keep the data.</summary>
        Storage,

        /// <summary>The save or the session was closed.</summary>
        Closed,
    }
}
