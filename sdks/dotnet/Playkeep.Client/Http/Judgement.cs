using System;
using System.Text;
using System.Text.RegularExpressions;

namespace Playkeep.Http
{
    /// <summary>
    /// The judgement of answers. Only a complete answer in the envelope of the service counts. A redirect, the page of a captive
    /// portal or of a proxy, and the JSON of somebody else are network faults, whatever their status is.
    /// </summary>
    internal static class Judgement
    {
        /// <summary>The service asks for seconds. A longer pause is the mistake of somebody on the way.</summary>
        private const int MostRetryAfterSeconds = 600;

        private static readonly Encoding _utf8 = new UTF8Encoding(false, true);

        /// <param name="request">that was sent</param>
        /// <param name="response">the answer to it</param>
        /// <param name="player">about whom the answer must be, if it names a player</param>
        /// <param name="token">with which the request was sent</param>
        /// <exception cref="PlaykeepException">for every answer but a success</exception>
        internal static Reply Judge(ServiceRequest request, TransportResponse response, string? player, string token)
        {
            var status = response.Status;
            if (response.IsRedirected || (status >= 300 && status < 400 && status != 304))
                throw Fault("The answer is a redirect, which is not followed");
            var etag = StrongTag(response.Header("etag"));
            if (status == 304 && etag != null && etag == request.KnownTag)
                return new Reply(status, "", null, etag, token);
            var text = TextOf(response.Body);
            if (text == null || !(ReadEnvelope(text, status) is JsonValue envelope))
                throw Foreign(request, status);
            if (envelope["error"] is JsonValue error)
                throw FailureOf(request, response, player, text, envelope, error);
            AssertComplete(request.Shape, player, envelope["data"], etag);
            return new Reply(status, text, envelope["data"], etag, token);
        }

        /// <summary>A proxy keeps answers, and gives them to somebody else.</summary>
        internal static PlaykeepException AboutAnother() =>
            new PlaykeepException(
                PlaykeepErrorCode.Network,
                "The answer is about another player",
                "give the option `PlayerId` where another claim of the token than `sub` names the player"
            );

        /// <summary>
        /// The tags of the service are strong. A proxy that compresses makes them weak or names the coding in them, and If-Match
        /// takes the tags of the service alone (RFC 9110 section 8.8.3.2).
        /// </summary>
        private static string? StrongTag(string? tag)
        {
            if (tag == null)
                return null;
            var strong = tag.StartsWith("W/", StringComparison.Ordinal) ? tag.Substring(2) : tag;
            return Regex.Replace(strong, "-(br|gzip|zstd)(?=\"$)", "");
        }

        private static string? TextOf(byte[] body)
        {
            try
            {
                return _utf8.GetString(body);
            }
            catch (ArgumentException)
            {
                return null;
            }
        }

        /// <summary>Null for text that is no envelope of this status, such as one whose end was cut off.</summary>
        private static JsonValue? ReadEnvelope(string text, int status)
        {
            JsonValue envelope;
            try
            {
                envelope = JsonValue.ParseEnvelope(text);
            }
            catch (FormatException)
            {
                return null;
            }
            if (!envelope.IsObject)
                return null;
            if (!status.Equals(SmallNumber(envelope["statusCode"])))
                return null;
            var error = envelope["error"];
            if (status >= 400)
                return error?.Kind == JsonKind.Object && error["message"]?.Kind == JsonKind.String ? envelope : null;
            return status >= 200 && status < 300 && error == null ? envelope : null;
        }

        private static int? SmallNumber(JsonValue? value)
        {
            if (value?.Kind != JsonKind.Number || value.NumberText.Length != 3)
                return null;
            return int.TryParse(value.NumberText, out var number) ? number : (int?)null;
        }

        private static PlaykeepException FailureOf(
            ServiceRequest request,
            TransportResponse response,
            string? player,
            string text,
            JsonValue envelope,
            JsonValue error
        )
        {
            var status = response.Status;
            var etag = StrongTag(response.Header("etag"));
            MetadataRecord? record = null;
            if (status == 412)
            {
                AssertComplete(Shape.OwnRecord, player, envelope["data"], etag);
                record = MetadataRecord.Of(JsonSource.MemberText(text, "data") ?? "", etag);
            }
            var message = error["message"]!.AsString();
            var sessionEnd = ServiceErrors.SessionEndOf(response.Header("x-session-end"));
            var detail = error["detail"]?.Kind == JsonKind.String ? error["detail"]!.AsString() : null;
            return new PlaykeepException(
                ServiceErrors.CodeOf(status, message, sessionEnd),
                message,
                status,
                detail ?? response.Header("x-error-detail"),
                record,
                RetryAfterOf(response),
                sessionEnd: sessionEnd
            );
        }

        /// <summary>
        /// An answer outside the envelope. A gateway that refuses the size of a write would refuse it again, so this alone is told
        /// as it is.
        /// </summary>
        private static PlaykeepException Foreign(ServiceRequest request, int status)
        {
            if (status == 413 && request.Shape.IsTagged && request.Body != null)
                return new PlaykeepException(PlaykeepErrorCode.TooLarge, "The request is too large", status, isOfService: false);
            return Fault($"The answer of status {status} is not one of the service");
        }

        private static void AssertComplete(Shape shape, string? player, JsonValue? data, string? etag)
        {
            if (!shape.Fits(data))
                throw Fault("The answer is not complete");
            var named = data!.Kind == JsonKind.Object ? data["playerId"] : null;
            if (player != null && named?.Kind == JsonKind.String && named.AsString() != player)
                throw AboutAnother();
            if (shape.IsTagged && string.IsNullOrEmpty(etag))
                throw new PlaykeepException(
                    PlaykeepErrorCode.Network,
                    "The answer has no entity tag",
                    "a proxy hides it"
                );
        }

        private static TimeSpan? RetryAfterOf(TransportResponse response)
        {
            var text = response.Header("retry-after")?.Trim() ?? "";
            if (!Regex.IsMatch(text, "^[0-9]+$"))
                return null;
            var isSmall = int.TryParse(text, out var seconds) && seconds < MostRetryAfterSeconds;
            return TimeSpan.FromSeconds(isSmall ? seconds : MostRetryAfterSeconds);
        }

        private static PlaykeepException Fault(string message) =>
            new PlaykeepException(PlaykeepErrorCode.Network, message);
    }
}
