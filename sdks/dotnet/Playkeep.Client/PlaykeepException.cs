using System;

namespace Playkeep
{
    /// <summary>
    /// The one exception of the client. <see cref="Code"/> is for the game; <see cref="Exception.Message"/> and
    /// <see cref="Detail"/> are for people.
    /// </summary>
    public class PlaykeepException : Exception
    {
        /// <summary>Makes an exception without an answer of the service.</summary>
        public PlaykeepException(PlaykeepErrorCode code, string message, string? detail = null, Exception? cause = null)
            : base(message, cause)
        {
            Code = code;
            Detail = detail;
        }

        internal PlaykeepException(
            PlaykeepErrorCode code,
            string message,
            int status,
            string? detail = null,
            MetadataRecord? record = null,
            TimeSpan? retryAfter = null,
            bool isOfService = true,
            SessionEnd? sessionEnd = null
        )
            : this(code, message, detail)
        {
            Status = status;
            Record = record;
            RetryAfter = retryAfter;
            ServiceError = isOfService ? message : null;
            SessionEnd = sessionEnd;
        }

        /// <summary>Why it failed.</summary>
        public PlaykeepErrorCode Code { get; }

        /// <summary>The HTTP status; 0 without an answer of the service.</summary>
        public int Status { get; }

        /// <summary>
        /// The error of the service, one of the constant messages in the API's documentation, such as
        /// <c>Session not current</c>. Null for other failures.
        /// </summary>
        public string? ServiceError { get; }

        /// <summary>The member <c>error.detail</c> of the answer, or its header <c>X-Error-Detail</c>.</summary>
        public string? Detail { get; }

        /// <summary>The current record, after a conflict (HTTP 412).</summary>
        public MetadataRecord? Record { get; }

        /// <summary>Why the session is over that the request named. Null for other failures.</summary>
        public SessionEnd? SessionEnd { get; }

        /// <summary>How long the service asks to wait, at most ten minutes. Null where it does not ask.</summary>
        public TimeSpan? RetryAfter { get; }

        /// <summary>The exception as every other one, with its detail after its message.</summary>
        public override string ToString()
        {
            var text = base.ToString();
            var end = text.IndexOf(Message, StringComparison.Ordinal) + Message.Length;
            return Detail == null ? text : text.Insert(end, ": " + Detail);
        }

        internal static PlaykeepException Of(Exception thrown, PlaykeepErrorCode code, string message) =>
            thrown as PlaykeepException ?? new PlaykeepException(code, message, null, thrown);
    }
}
