using System;
using System.Collections.Generic;
using System.Linq;

namespace Playkeep.Http
{
    /// <summary>
    /// The members of a complete answer of an operation. An answer that lacks any of it comes from a proxy, from a captive portal,
    /// or from somebody else's service, however much it looks like a success.
    /// </summary>
    internal sealed class Shape
    {
        private static readonly (string, Func<JsonValue, bool>)[] _record =
        {
            ("playerId", IsText),
            ("sequentialId", IsNumber),
            ("metadata", IsObject),
        };

        private static readonly (string, Func<JsonValue, bool>)[] _version =
        {
            ("version", IsNumber),
            ("etag", IsText),
            ("writtenAt", IsTextOrNull),
            ("writtenBy", IsText),
            ("sessionId", IsTextOrNull),
            ("replacedAt", IsText),
            ("sizeBytes", IsNumber),
        };

        private static readonly (string, Func<JsonValue, bool>)[] _session =
        {
            ("sessionId", IsText),
            ("startTime", IsText),
        };

        private static readonly (string, Func<JsonValue, bool>)[] _ended =
        {
            ("sessionId", IsText),
            ("startTime", IsText),
            ("endTime", IsText),
            ("duration", IsNumber),
        };

        private readonly Func<JsonValue, bool> _isData;

        private Shape(Func<JsonValue, bool> isData, bool isTagged = false)
        {
            _isData = isData;
            IsTagged = isTagged;
        }

        /// <summary>The answer is the player's own record, which has an entity tag.</summary>
        internal bool IsTagged { get; }

        /// <summary>Is the member <c>data</c> of the envelope complete?</summary>
        internal bool Fits(JsonValue? data) => data != null && _isData(data);

        internal static Shape OwnRecord { get; } = new Shape(data => Holds(data, _record), true);

        internal static Shape Deleted { get; } =
            new Shape(data => data.Kind == JsonKind.String && data.AsString() == "Metadata deleted");

        internal static Shape Versions { get; } = new Shape(data => Lists(data, "versions", _version));

        internal static Shape Started { get; } = new Shape(data => Holds(data, _session) && Holds(data, "playerId", IsText));

        internal static Shape Active { get; } =
            new Shape(data => Started.Fits(data) && Holds(data, "lastActivity", IsText));

        internal static Shape History { get; } =
            new Shape(data =>
                Lists(data, "sessions", _ended.Append(("reason", IsText)).ToArray())
                && Holds(data, "nextCursor", IsTextOrNull)
            );

        internal static Shape RecordOf(long sequentialId) =>
            new Shape(data => Holds(data, _record) && Is(data, "sequentialId", sequentialId));

        internal static Shape Version(long version) =>
            new Shape(data => Holds(data, _record) && Holds(data, _version) && Is(data, "version", version));

        internal static Shape Beaten(string? sessionId) =>
            new Shape(data =>
                Holds(data, "lastActivity", IsText) && Holds(data, "playerId", IsText) && Names(data, sessionId)
            );

        internal static Shape Stopped(string? sessionId) =>
            new Shape(data => Holds(data, _ended) && Holds(data, "playerId", IsText) && Names(data, sessionId));

        /// <summary>Every player who was asked for, and nobody else.</summary>
        internal static Shape Records(IReadOnlyCollection<long> ids) =>
            new Shape(data =>
            {
                if (!Lists(data, "records", _record) || data["unknown"]?.Kind != JsonKind.Array)
                    return false;
                var unknown = data["unknown"]!.Items;
                if (!unknown.All(IsNumber))
                    return false;
                var answered = new HashSet<JsonValue>(data["records"]!.Items.Select(record => record["sequentialId"]!));
                answered.UnionWith(unknown);
                var asked = new HashSet<JsonValue>(ids.Select(id => (JsonValue)id));
                return answered.SetEquals(asked);
            });

        private static bool IsText(JsonValue value) => value.Kind == JsonKind.String;

        private static bool IsTextOrNull(JsonValue value) => value.Kind == JsonKind.Null || IsText(value);

        private static bool IsNumber(JsonValue value) => value.Kind == JsonKind.Number;

        private static bool IsObject(JsonValue value) => value.Kind == JsonKind.Object;

        private static bool Holds(JsonValue data, string name, Func<JsonValue, bool> isRight) =>
            data.Kind == JsonKind.Object && data[name] is JsonValue value && isRight(value);

        private static bool Holds(JsonValue data, (string Name, Func<JsonValue, bool> IsRight)[] members) =>
            members.All(member => Holds(data, member.Name, member.IsRight));

        private static bool Lists(JsonValue data, string name, (string, Func<JsonValue, bool>)[] members) =>
            Holds(data, name, list => list.Kind == JsonKind.Array && list.Items.All(item => Holds(item, members)));

        private static bool Is(JsonValue data, string name, long number) =>
            Holds(data, name, value => value.Equals((JsonValue)number));

        /// <summary>The session that the request names, or any.</summary>
        private static bool Names(JsonValue data, string? sessionId) =>
            Holds(data, "sessionId", value => IsText(value) && (sessionId == null || value.AsString() == sessionId));
    }
}
