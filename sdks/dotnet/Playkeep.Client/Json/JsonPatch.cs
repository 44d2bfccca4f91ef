using System.Collections.Generic;

namespace Playkeep
{
    /// <summary>
    /// Patches, applied to values as the service does: JSON Patch (RFC 6902) and the counters <c>increment</c> and
    /// <c>append</c> (docs/api.md). A result shares with the document what stays.
    /// </summary>
    internal static class JsonPatch
    {
        /// <exception cref="PatchDoesNotApplyException">The document is another one than an operation needs.</exception>
        /// <exception cref="PointerFormatException">An operation has a malformed pointer.</exception>
        /// <exception cref="OperationFormatException">An operation is malformed in another way.</exception>
        internal static JsonValue Apply(JsonValue document, IReadOnlyList<JsonValue> operations)
        {
            JsonValue result = document;
            for (int index = 0; index < operations.Count;)
            {
                List<JsonValue> items = ItemsFrom(operations, index);
                var operation = new JsonOperation(operations[index]);
                // An array is copied once for all of them.
                result = items.Count > 0 ? JsonCounters.Append(result, operation, items) : ApplyOne(result, operation);
                index += items.Count > 0 ? items.Count : 1;
            }

            return result.IsObject ? result : throw new PatchDoesNotApplyException("the patch would leave no object");
        }

        /// <summary>Checks the form of operations that a game hands in.</summary>
        /// <exception cref="OperationFormatException">The service would always refuse them.</exception>
        /// <exception cref="PointerFormatException">An operation has a malformed pointer.</exception>
        internal static void Check(JsonValue operations)
        {
            JsonOperationCheck.Check(operations);
        }

        /// <summary>The items that operations from an index on append to one array, without a bound.</summary>
        private static List<JsonValue> ItemsFrom(IReadOnlyList<JsonValue> operations, int start)
        {
            var items = new List<JsonValue>();
            for (int index = start; index < operations.Count; index += 1)
            {
                JsonValue operation = operations[index];
                JsonValue? value = operation["value"];
                bool isAppend = JsonOperation.IsText(operation["op"], "append") && value != null;
                if (!isAppend || operation.Has("maxItems"))
                {
                    break;
                }

                if (!JsonEquality.AreEqual(operation["path"], operations[start]["path"]))
                {
                    break;
                }

                items.Add(value!);
            }

            return items;
        }

        private static JsonValue ApplyOne(JsonValue document, JsonOperation operation)
        {
            switch (operation.Name)
            {
                case "add":
                    return JsonEdit.Add(document, operation.Path, operation.Value, operation);
                case "replace":
                    JsonEdit.Read(document, operation.Path, operation);
                    return JsonEdit.Change(document, operation.Path, _ => operation.Value, operation);
                case "remove":
                    return JsonEdit.Remove(document, operation.Path, operation);
                case "test":
                    return JsonEdit.Read(document, operation.Path, operation).Equals(operation.Value)
                        ? document
                        : throw operation.Fail("the value is another one");
                case "copy":
                    JsonValue copied = JsonEdit.Read(document, operation.From, operation);
                    return JsonEdit.Add(document, operation.Path, copied, operation);
                case "move":
                    return Move(document, operation);
                case "increment":
                    return JsonCounters.Increment(document, operation);
                case "append":
                    return JsonCounters.Append(document, operation, new[] { operation.Value });
                default:
                    throw new OperationFormatException("the \"op\" of an operation is not known");
            }
        }

        private static JsonValue Move(JsonValue document, JsonOperation operation)
        {
            string[] from = operation.From;
            JsonValue value = JsonEdit.Read(document, from, operation);
            if (JsonPointer.IsPrefix(from, operation.Path))
            {
                return from.Length == operation.Path.Length
                    ? document
                    : throw operation.Fail("a value cannot be moved into itself");
            }

            JsonValue without = JsonEdit.Remove(document, from, operation);
            return JsonEdit.Add(without, operation.Path, value, operation);
        }
    }
}
