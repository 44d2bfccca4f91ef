using System;
using System.Linq;

namespace Playkeep.TestHost
{
    /// <summary>Values of the client as the test reads them: with the names of the client for TypeScript.</summary>
    internal static class Shown
    {
        internal static JsonValue Record(MetadataRecord record) =>
            JsonValue.Object(
                ("playerId", record.PlayerId),
                ("sequentialId", record.SequentialId),
                ("text", record.Text),
                ("etag", TextOrNull(record.ETag))
            );

        internal static JsonValue Lookup(MetadataLookup lookup) =>
            JsonValue.Object(
                ("records", JsonValue.Array(lookup.Records.Select(Record))),
                ("unknown", JsonValue.Array(lookup.Unknown.Select(number => (JsonValue)number)))
            );

        internal static JsonValue Version(MetadataVersion version) =>
            JsonValue.Object(
                ("version", version.Version),
                ("etag", version.ETag),
                ("writtenBy", version.WrittenBy),
                ("sizeBytes", version.SizeBytes)
            );

        internal static JsonValue Error(Exception thrown)
        {
            if (thrown is not PlaykeepException failure)
                return JsonValue.Object(("name", thrown.GetType().Name), ("message", thrown.Message));
            return JsonValue.Object(
                ("name", "PlaykeepError"),
                ("code", CodeOf(failure.Code)),
                ("status", failure.Status),
                ("message", failure.Message),
                ("reason", TextOrNull(failure.ServiceError?.ToLowerInvariant().Replace(' ', '-'))),
                ("detail", TextOrNull(failure.Detail)),
                ("record", failure.Record == null ? JsonValue.Null : Record(failure.Record)),
                (
                    "retryAfterSeconds",
                    failure.RetryAfter is TimeSpan time ? (JsonValue)time.TotalSeconds : JsonValue.Null
                )
            );
        }

        internal static JsonValue Change(PendingChange change)
        {
            var shown = JsonValue.Object(
                ("id", change.Id),
                ("kind", change.Kind),
                ("madeAt", change.MadeAt.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'")),
                ("state", change.State.ToString().ToLowerInvariant()),
                ("count", change.Count)
            );
            return change.Error == null ? shown : shown.With("error", Error(change.Error));
        }

        /// <summary>The members of a save that the test reads without asking.</summary>
        internal static JsonValue State(Save save) =>
            JsonValue.Object(
                ("data", save.Data),
                ("status", save.Status.ToString().ToLowerInvariant()),
                ("durable", save.IsDurable),
                ("error", save.Error == null ? JsonValue.Null : Error(save.Error))
            );

        internal static JsonValue State(PlaySession session) =>
            JsonValue.Object(
                ("state", session.State.ToString().ToLowerInvariant()),
                ("sessionId", TextOrNull(session.SessionId)),
                ("error", session.Error == null ? JsonValue.Null : Error(session.Error))
            );

        internal static JsonValue Session(SessionInfo session) =>
            JsonValue.Object(
                ("playerId", session.PlayerId),
                ("sessionId", session.SessionId),
                ("installationId", TextOrNull(session.InstallationId))
            );

        internal static JsonValue Ended(EndedSession session) =>
            JsonValue.Object(
                ("sessionId", session.SessionId),
                ("duration", session.Duration.TotalSeconds),
                ("reason", TextOrNull(session.Reason))
            );

        internal static JsonValue Conflict(SaveConflict conflict) =>
            JsonValue.Object(
                ("base", conflict.Base),
                ("mine", conflict.Mine),
                ("theirs", conflict.Theirs),
                ("etag", conflict.ETag)
            );

        internal static JsonValue TextOrNull(string? text) => text ?? JsonValue.Null;

        private static string CodeOf(PlaykeepErrorCode code) =>
            string.Concat(
                code.ToString()
                    .Select((letter, index) =>
                        char.IsUpper(letter) && index > 0 ? "-" + char.ToLowerInvariant(letter) : char.ToLowerInvariant(letter).ToString()
                    )
            );
    }
}
