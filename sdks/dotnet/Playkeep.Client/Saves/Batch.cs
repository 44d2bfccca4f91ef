using System;
using System.Collections.Generic;
using System.Linq;
using Playkeep.Runtime;

namespace Playkeep.Saves
{
    /// <summary>
    /// The request that is on its way: changes that leave as one patch, under one key. It is on the device before it is sent, and is
    /// never altered: the service knows a repetition by it.
    /// </summary>
    internal sealed class Batch
    {
        /// <summary>The service allows 1,000.</summary>
        private const int MostOperations = 500;
        private const int MostCharacters = 200_000;

        private Batch(string key, IReadOnlyList<long> numbers, string method, string type, string body)
        {
            Key = key;
            Numbers = numbers;
            Method = method;
            Type = type;
            Body = body;
        }

        /// <summary>The idempotency key.</summary>
        internal string Key { get; }

        /// <summary>Of its changes.</summary>
        internal IReadOnlyList<long> Numbers { get; }

        internal string Method { get; }

        /// <summary>The media type.</summary>
        internal string Type { get; }

        internal string Body { get; }

        internal string? Installation { get; private set; }

        internal string? IfMatch { get; private set; }

        internal string? IfNoneMatch { get; private set; }

        /// <summary>The next request for changes that wait, in order.</summary>
        /// <param name="changes">at least one</param>
        /// <param name="data">the state of the service</param>
        /// <param name="etag">of that state</param>
        /// <param name="installation">that sends it</param>
        internal static Batch Compose(
            IReadOnlyList<Change> changes,
            JsonValue data,
            string? etag,
            string installation
        )
        {
            var first = changes[0];
            var (operations, count) = Combine(changes, data);
            var batch =
                count < 2
                    ? Single(first, data)
                    : Patch(changes.Take(count).Select(change => change.Number).ToArray(), operations);
            batch.Installation = installation;
            if (first.IsInitial && !first.IsAgain)
                batch.IfNoneMatch = "*";
            else
                batch.IfMatch = etag;
            return batch;
        }

        /// <summary>The operations of as many changes as go together.</summary>
        private static (List<JsonValue> Operations, int Count) Combine(IReadOnlyList<Change> changes, JsonValue data)
        {
            var operations = new List<JsonValue>();
            var state = data;
            var characters = 0;
            var count = 0;
            foreach (var change in changes)
            {
                if (change.IsAlone || change.IsInitial)
                    break;
                var own = change.OperationsUpon(state);
                characters += JsonValue.Array(own).ToString().Length;
                if (operations.Count + own.Count > MostOperations || characters > MostCharacters)
                    break;
                try
                {
                    state = JsonPatch.Apply(state, own);
                }
                catch (PatchDoesNotApplyException)
                {
                    // The service decides about it, by itself.
                    break;
                }
                operations.AddRange(own);
                count += 1;
            }
            return (operations, count);
        }

        /// <summary>One change as a request. A <c>set</c> is sent as the paths that differ, so that those of other devices stay.</summary>
        private static Batch Single(Change change, JsonValue data)
        {
            var numbers = new[] { change.Number };
            var body = change.Body;
            if (body.Patch != null)
                return Of(numbers, "PATCH", MetadataOperations.MergePatchType, body.Patch.ToString());
            var operations = change.IsInitial ? Array.Empty<JsonValue>() : change.OperationsUpon(data);
            if (body.Data == null || (!change.IsInitial && operations.Count <= MostOperations))
                return Patch(numbers, operations);
            var whole = change.IsInitial ? body.Data : JsonPatch.Apply(data, operations);
            return Of(numbers, "POST", MetadataOperations.JsonType, JsonValue.Object(("data", whole)).ToString());
        }

        private static Batch Patch(IReadOnlyList<long> numbers, IReadOnlyList<JsonValue> operations) =>
            Of(numbers, "PATCH", MetadataOperations.PlaykeepPatchType, JsonValue.Array(operations).ToString());

        private static Batch Of(IReadOnlyList<long> numbers, string method, string type, string body) =>
            new Batch(RandomId.Make(), numbers, method, type, body);

        internal string ToText()
        {
            var json = JsonValue.Object(
                ("key", Key),
                ("numbers", JsonValue.Array(Numbers.Select(number => (JsonValue)number))),
                ("method", Method),
                ("type", Type),
                ("body", Body)
            );
            if (Installation != null)
                json = json.With("installation", Installation);
            if (IfMatch != null)
                json = json.With("ifMatch", IfMatch);
            return (IfNoneMatch == null ? json : json.With("ifNoneMatch", IfNoneMatch)).ToString();
        }

        internal static Batch Parse(string text)
        {
            var json = JsonValue.Parse(text);
            return new Batch(
                json["key"]!.AsString(),
                json["numbers"]!.Items.Select(number => number.AsInt64()).ToArray(),
                json["method"]!.AsString(),
                json["type"]!.AsString(),
                json["body"]!.AsString()
            )
            {
                Installation = json["installation"]?.AsString(),
                IfMatch = json["ifMatch"]?.AsString(),
                IfNoneMatch = json["ifNoneMatch"]?.AsString(),
            };
        }
    }
}
