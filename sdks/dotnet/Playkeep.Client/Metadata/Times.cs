using System;
using System.Globalization;

namespace Playkeep
{
    /// <summary>Times of the service: ISO 8601 in UTC (RFC 3339).</summary>
    internal static class Times
    {
        internal static DateTimeOffset Parse(JsonValue value)
        {
            var styles = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
            return DateTimeOffset.TryParse(value.AsString(), CultureInfo.InvariantCulture, styles, out var time)
                ? time
                : throw new PlaykeepException(PlaykeepErrorCode.Network, "The answer has a time that is none");
        }

        internal static DateTimeOffset? ParseOrNull(JsonValue? value) =>
            value == null || value.Kind == JsonKind.Null ? (DateTimeOffset?)null : Parse(value);

        internal static string Format(DateTimeOffset time) =>
            time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
    }
}
