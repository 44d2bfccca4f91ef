using System.Collections.Generic;

namespace Playkeep
{
    /// <summary>
    /// An operation of a patch: JSON Patch (RFC 6902), and the counters <c>increment</c> and <c>append</c> of Playkeep. Paths are
    /// JSON Pointers (RFC 6901).
    /// </summary>
    public sealed class PatchOperation
    {
        private PatchOperation(JsonValue json)
        {
            Json = json;
        }

        /// <summary>The operation as it is sent.</summary>
        public JsonValue Json { get; }

        /// <summary>An operation as JSON, such as <c>{"op":"remove","path":"/gold"}</c>.</summary>
        public static PatchOperation OfJson(JsonValue json) => new PatchOperation(json);

        /// <summary>Sets a member, or puts an item into an array; <c>-</c> is the place after its last item.</summary>
        public static PatchOperation Add(string path, JsonValue value) =>
            new PatchOperation(JsonValue.Object(("op", "add"), ("path", path), ("value", value)));

        /// <summary>Replaces a value that must be there.</summary>
        public static PatchOperation Replace(string path, JsonValue value) =>
            new PatchOperation(JsonValue.Object(("op", "replace"), ("path", path), ("value", value)));

        /// <summary>Removes a value that must be there.</summary>
        public static PatchOperation Remove(string path) =>
            new PatchOperation(JsonValue.Object(("op", "remove"), ("path", path)));

        /// <summary>Demands a value; the whole patch fails where there is another one.</summary>
        public static PatchOperation Test(string path, JsonValue value) =>
            new PatchOperation(JsonValue.Object(("op", "test"), ("path", path), ("value", value)));

        /// <summary>Moves a value.</summary>
        public static PatchOperation Move(string from, string path) =>
            new PatchOperation(JsonValue.Object(("op", "move"), ("path", path), ("from", from)));

        /// <summary>Copies a value.</summary>
        public static PatchOperation Copy(string from, string path) =>
            new PatchOperation(JsonValue.Object(("op", "copy"), ("path", path), ("from", from)));

        /// <summary>Adds to a number, exactly.</summary>
        /// <param name="path">of the number</param>
        /// <param name="by">a number, which may be negative</param>
        /// <param name="min">the least result; the patch fails below it</param>
        /// <param name="max">the most result; the patch fails above it</param>
        /// <param name="initial">the value of a missing member before the addition, 0 by default</param>
        public static PatchOperation Increment(
            string path,
            JsonValue by,
            JsonValue? min = null,
            JsonValue? max = null,
            JsonValue? initial = null
        ) => new PatchOperation(Counter("increment", path, "by", by, ("min", min), ("max", max), ("initial", initial)));

        /// <summary>Adds an item at the end of an array, which is made where it is missing.</summary>
        /// <param name="path">of the array</param>
        /// <param name="value">the item</param>
        /// <param name="maxItems">the most items of the array; beyond it the first ones go</param>
        public static PatchOperation Append(string path, JsonValue value, int? maxItems = null) =>
            new PatchOperation(
                Counter("append", path, "value", value, ("maxItems", maxItems is int most ? (JsonValue)most : null))
            );

        private static JsonValue Counter(
            string op,
            string path,
            string name,
            JsonValue value,
            params (string Name, JsonValue? Value)[] options
        )
        {
            var members = new List<KeyValuePair<string, JsonValue>>();
            foreach (var option in options)
            {
                if (option.Value != null)
                    members.Add(new KeyValuePair<string, JsonValue>(option.Name, option.Value));
            }
            members.Add(new KeyValuePair<string, JsonValue>("op", op));
            members.Add(new KeyValuePair<string, JsonValue>("path", path));
            members.Add(new KeyValuePair<string, JsonValue>(name, value));
            return JsonValue.Object(members);
        }
    }
}
