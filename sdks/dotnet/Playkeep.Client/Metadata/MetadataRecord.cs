using System;
using Playkeep.Http;

namespace Playkeep
{
    /// <summary>The metadata of a player, as the service answers it.</summary>
    public sealed class MetadataRecord
    {
        private MetadataRecord(string playerId, long sequentialId, JsonValue metadata, string text, string? etag)
        {
            PlayerId = playerId;
            SequentialId = sequentialId;
            Metadata = metadata;
            Text = text;
            ETag = etag;
        }

        /// <summary>The player, as the studio's sign-in names them.</summary>
        public string PlayerId { get; }

        /// <summary>The player's number, which others may know.</summary>
        public long SequentialId { get; }

        /// <summary>The metadata object, with every digit.</summary>
        public JsonValue Metadata { get; }

        /// <summary>The metadata as the service stores it, to the last character.</summary>
        public string Text { get; }

        /// <summary>The entity tag (RFC 9110 section 8.8.3); null in an answer about other players.</summary>
        public string? ETag { get; }

        internal static MetadataRecord Of(string source, string? etag)
        {
            var data = JsonValue.ParseEnvelope(source);
            return new MetadataRecord(
                data["playerId"]!.AsString(),
                data["sequentialId"]!.AsInt64(),
                data["metadata"]!,
                JsonSource.MemberText(source, "metadata") ?? "",
                etag
            );
        }
    }

    /// <summary>A former state of a player's metadata.</summary>
    public sealed class MetadataVersion
    {
        private readonly JsonValue _data;

        internal MetadataVersion(JsonValue data)
        {
            _data = data;
        }

        /// <summary>Its number, from 1.</summary>
        public long Version => _data["version"]!.AsInt64();

        /// <summary>Its entity tag.</summary>
        public string ETag => _data["etag"]!.AsString();

        /// <summary>Since when it was the current one; null where that is not known.</summary>
        public DateTimeOffset? WrittenAt => Times.ParseOrNull(_data["writtenAt"]);

        /// <summary><c>player</c> or <c>server</c>.</summary>
        public string WrittenBy => _data["writtenBy"]!.AsString();

        /// <summary>The session of the write; null without one.</summary>
        public string? SessionId =>
            _data["sessionId"]!.Kind == JsonKind.Null ? null : _data["sessionId"]!.AsString();

        /// <summary>Since when another one took its place.</summary>
        public DateTimeOffset ReplacedAt => Times.Parse(_data["replacedAt"]!);

        /// <summary>The size of its text in bytes.</summary>
        public long SizeBytes => _data["sizeBytes"]!.AsInt64();
    }

    /// <summary>A former state of a player's metadata, with its content.</summary>
    public sealed class MetadataVersionContent
    {
        internal MetadataVersionContent(string source)
        {
            var data = JsonValue.ParseEnvelope(source);
            Version = new MetadataVersion(data);
            Record = MetadataRecord.Of(source, data["etag"]!.AsString());
        }

        /// <summary>When and by whom it was written.</summary>
        public MetadataVersion Version { get; }

        /// <summary>The player and the metadata.</summary>
        public MetadataRecord Record { get; }
    }
}
