using System;
using System.Collections.Generic;
using System.Linq;
using Playkeep.Saves;

namespace Playkeep.Tests.Vectors
{
    /// <summary>The outcomes of this client for the test vectors, with the members that a case expects.</summary>
    internal static class Answers
    {
        internal static JsonValue To(string kind, JsonValue vector)
        {
            switch (kind)
            {
                case "json":
                    return JsonValue.Object(("canonical", VectorFile.Text(Parsed(vector["text"]!.AsString()))));
                case "pointer":
                    return JsonValue.Object(("tokens", VectorFile.Text(TokensOf(VectorFile.Json(vector, "pointer")))));
                case "equal":
                    var isEqual = VectorFile.Json(vector, "left").Equals(VectorFile.Json(vector, "right"));
                    return JsonValue.Object(("isEqual", isEqual));
                case "patch":
                    return Patch(vector);
                case "merge":
                    return Merge(VectorFile.Json(vector, "document"), VectorFile.Json(vector, "patch"));
                case "difference":
                    var between = JsonDifference.Between(
                        VectorFile.Json(vector, "before"),
                        VectorFile.Json(vector, "after"),
                        Array.Empty<string>()
                    );
                    return JsonValue.Object(("operations", VectorFile.Text(between)));
                case "upon":
                    var upon = JsonDifference.Upon(
                        VectorFile.Json(vector, "before"),
                        VectorFile.Json(vector, "after"),
                        VectorFile.Json(vector, "target")
                    );
                    return JsonValue.Object(("operations", VectorFile.Text(upon)));
                case "sum":
                    var sum = JsonDecimal.AddExactly(vector["left"]!.AsString(), vector["right"]!.AsString());
                    return JsonValue.Object(("sum", VectorFile.Text(sum)));
                case "compact":
                    return Compact(vector);
                case "rebase":
                    return Rebased(vector);
                default:
                    return Composed(vector);
            }
        }

        private static JsonValue? Parsed(string text) =>
            JsonValue.TryParse(text, out var value, out _) ? value : null;

        private static JsonValue? TokensOf(JsonValue pointer)
        {
            try
            {
                var path = JsonPointer.Parse(pointer.AsString());
                return JsonPointer.Format(path) == pointer.AsString()
                    ? JsonValue.Array(path.Select(token => (JsonValue)token))
                    : null;
            }
            catch (PointerFormatException)
            {
                return null;
            }
        }

        private static JsonValue Patch(JsonValue vector)
        {
            var operations = VectorFile.Json(vector, "operations");
            try
            {
                JsonPatch.Check(operations);
            }
            catch (FormatException)
            {
                return JsonValue.Object(("result", JsonValue.Null), ("isMalformed", true));
            }
            JsonValue? result = null;
            try
            {
                result = JsonPatch.Apply(VectorFile.Json(vector, "document"), operations.Items);
            }
            catch (PatchDoesNotApplyException)
            {
                // Null is the outcome.
            }
            return JsonValue.Object(("result", VectorFile.Text(result)));
        }

        private static JsonValue Merge(JsonValue document, JsonValue patch)
        {
            var operations = JsonMerge.OperationsOf(document, patch);
            var result = JsonPatch.Apply(document, operations);
            if (result.ToString() != JsonMerge.Apply(document, patch).ToString())
                throw new InvalidOperationException("the operations of a merge have another effect");
            return JsonValue.Object(("result", VectorFile.Text(result)), ("operations", VectorFile.Text(operations)));
        }

        private static JsonValue Compact(JsonValue vector)
        {
            var compacted = Compaction.Compact(
                VectorFile.Json(vector, "document"),
                VectorFile.Changes(vector),
                vector["isAny"]!.AsBoolean()
            );
            var stored = compacted.OrderBy(each => each.Key).Select(each => Joined(each.Key, each.Value));
            return JsonValue.Object(("result", JsonValue.Array(stored)));
        }

        private static JsonValue Joined(long number, Change? change)
        {
            var outcome = JsonValue.Object(("number", number));
            if (change == null)
                return outcome;
            outcome = outcome.With("id", change.Id).With("kind", change.Kind).With("count", change.Count);
            outcome = VectorFile.WithBody(outcome, change.Body);
            if (change.Body.Data == null)
                return outcome;
            var again = change.Body.Again.OrderBy(pointer => pointer, StringComparer.Ordinal);
            return outcome.With("again", VectorFile.Text(again.Select(pointer => (JsonValue)pointer)));
        }

        private static JsonValue Rebased(JsonValue vector)
        {
            var rebase = Rebase.Of(
                VectorFile.Changes(vector),
                VectorFile.Json(vector, "base"),
                VectorFile.Json(vector, "theirs")
            );
            var again = rebase.Changes.Select(change =>
                VectorFile.WithBody(JsonValue.Object(("number", change.Number)), change.Body)
            );
            var outcome = JsonValue.Object(
                ("isConflict", rebase.IsConflict),
                ("result", JsonValue.Array(again)),
                ("mine", VectorFile.Text(rebase.Mine))
            );
            if (!vector.Has("decision"))
                return outcome;
            var decided = rebase.Decided(VectorFile.Json(vector, "decision"), DateTimeOffset.UnixEpoch);
            var body = decided == null ? JsonValue.Null : VectorFile.WithBody(JsonValue.Object(), decided.Body);
            var kept = JsonValue.Array(rebase.Kept().Select(change => (JsonValue)change.Number));
            return outcome.With("decided", body).With("kept", kept);
        }

        private static JsonValue Composed(JsonValue vector)
        {
            var changes = VectorFile.Changes(vector);
            var batch = Batch.Compose(changes, VectorFile.Json(vector, "document"), vector["etag"]?.AsString(), "");
            var outcome = JsonValue.Object(
                ("method", batch.Method),
                ("type", batch.Type),
                ("body", batch.Body),
                ("numbers", JsonValue.Array(batch.Numbers.Select(number => (JsonValue)number)))
            );
            if (batch.IfMatch != null)
                outcome = outcome.With("ifMatch", batch.IfMatch);
            return batch.IfNoneMatch == null ? outcome : outcome.With("ifNoneMatch", batch.IfNoneMatch);
        }
    }
}
