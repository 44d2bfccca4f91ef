using System;

namespace Playkeep.Saves
{
    /// <summary>The refusal of a change, as it is kept on the device.</summary>
    internal static class RefusalJson
    {
        internal static JsonValue Of(PlaykeepException refusal)
        {
            var json = JsonValue.Object(
                ("code", refusal.Code.ToString()),
                ("status", refusal.Status),
                ("message", refusal.Message)
            );
            return refusal.Detail == null ? json : json.With("detail", refusal.Detail);
        }

        internal static PlaykeepException Parse(JsonValue json)
        {
            if (!Enum.TryParse<PlaykeepErrorCode>(json["code"]!.AsString(), out var code))
                code = PlaykeepErrorCode.Refused;
            return new PlaykeepException(
                code,
                json["message"]!.AsString(),
                json["status"]!.AsInt32(),
                json["detail"]?.AsString()
            );
        }
    }
}
