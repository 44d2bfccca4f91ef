using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace Playkeep.TestHost
{
    /// <summary>Single operations, by the names of the client for TypeScript.</summary>
    internal static class Calls
    {
        internal static async Task<JsonValue> DoAsync(PlaykeepClient client, string action, JsonValue message)
        {
            var metadata = client.Metadata;
            var options = OptionsOf(message);
            switch (action)
            {
                case "metadata.get":
                    return Shown.Record(await metadata.GetAsync());
                case "metadata.getBySequentialId":
                    return Shown.Record(await metadata.GetBySequentialIdAsync(message["number"]!.AsInt64()));
                case "metadata.lookup":
                    var numbers = message["numbers"]!.Items.Select(number => number.AsInt64()).ToList();
                    return Shown.Lookup(await metadata.LookupAsync(numbers));
                case "metadata.version":
                    return Shown.Record((await metadata.VersionAsync(message["number"]!.AsInt64())).Record);
                case "metadata.set":
                    return Shown.Record(await metadata.SetAsync(Json(message), options));
                case "metadata.merge":
                    return Shown.Record(await metadata.MergeAsync(Json(message), options));
                case "metadata.patch":
                    return Shown.Record(await metadata.PatchAsync(OperationsOf(Json(message)), options));
                case "metadata.restore":
                    return Shown.Record(await metadata.RestoreAsync(message["number"]!.AsInt64(), options));
                case "metadata.delete":
                    await metadata.DeleteAsync(options);
                    return JsonValue.Null;
                case "metadata.history":
                    return JsonValue.Array((await metadata.HistoryAsync()).Select(Shown.Version));
                case "sessions.start":
                    return Shown.Session(await client.Sessions.StartAsync(StartOf(message)));
                case "sessions.heartbeat":
                    var beaten = await client.Sessions.HeartbeatAsync(TextOf(message, "sessionId"));
                    return JsonValue.Object(("playerId", beaten.PlayerId), ("sessionId", beaten.SessionId));
                case "sessions.stop":
                    var key = TextOf(message, "idempotencyKey");
                    return Shown.Ended(await client.Sessions.StopAsync(TextOf(message, "sessionId"), key));
                case "sessions.active":
                    return Shown.Session(await client.Sessions.ActiveAsync());
                case "sessions.history":
                    var page = await client.Sessions.HistoryAsync();
                    return JsonValue.Object(("sessions", JsonValue.Array(page.Sessions.Select(Shown.Ended))));
                default:
                    throw new InvalidOperationException("there is no " + action);
            }
        }

        internal static async Task<JsonValue> ChangeAsync(Save save, string action, JsonValue message)
        {
            var kept = await MakeAsync(save, action, message);
            return JsonValue.Object(("id", kept.Id), ("durable", kept.IsDurable));
        }

        internal static OnActive OnActiveOf(JsonValue message) =>
            TextOf(message, "onActive") is string name ? Enum.Parse<OnActive>(name, true) : OnActive.Reject;

        private static Task<KeptChange> MakeAsync(Save save, string action, JsonValue message)
        {
            switch (action)
            {
                case "save.merge":
                    return save.MergeAsync(message["value"]!);
                case "save.set":
                    return save.EditAsync(data => Upon(data, message["seen"]!, message["value"]!));
                case "save.patch":
                    return save.PatchAsync(OperationsOf(message["value"]!));
                case "save.increment":
                    return save.IncrementAsync(
                        message["path"]!.AsString(),
                        message["value"]!,
                        message["min"],
                        message["max"],
                        message["initial"]
                    );
                case "save.append":
                    return save.AppendAsync(
                        message["path"]!.AsString(),
                        message["value"]!,
                        message["maxItems"]?.AsInt32()
                    );
                default:
                    throw new InvalidOperationException("there is no " + action);
            }
        }

        /// <summary>The change that the test made to the view that it had seen, upon the newest one.</summary>
        private static JsonValue Upon(JsonValue data, JsonValue seen, JsonValue value) =>
            data.Equals(seen)
                ? value
                : JsonPatch.Apply(data, JsonDifference.Upon(seen, value, data));

        private static JsonValue Json(JsonValue message) => JsonValue.Parse(message["text"]!.AsString());

        private static IEnumerable<PatchOperation> OperationsOf(JsonValue operations) =>
            operations.Items.Select(PatchOperation.OfJson);

        private static string? TextOf(JsonValue message, string name) =>
            message[name]?.Kind == JsonKind.String ? message[name]!.AsString() : null;

        private static WriteOptions OptionsOf(JsonValue message) =>
            new WriteOptions
            {
                IfMatch = TextOf(message, "ifMatch"),
                IfNoneMatch = TextOf(message, "ifNoneMatch"),
                SessionId = TextOf(message, "sessionId"),
                IdempotencyKey = TextOf(message, "idempotencyKey"),
            };

        private static StartOptions StartOf(JsonValue message) =>
            new StartOptions
            {
                OnActive = OnActiveOf(message),
                Context = message["context"],
                IdempotencyKey = TextOf(message, "idempotencyKey"),
            };
    }
}
