using System;
using System.Collections.Generic;

namespace Playkeep
{
    /// <summary>The counters of Playkeep: <c>increment</c> and <c>append</c> (docs/api.md).</summary>
    internal static class JsonCounters
    {
        private static readonly JsonValue Zero = 0;
        private static readonly JsonValue Nothing = new JsonValue(Array.Empty<JsonValue>());

        internal static JsonValue Increment(JsonValue document, JsonOperation operation)
        {
            return JsonEdit.Change(document, operation.Path, value => Sum(value, operation), operation);
        }

        /// <summary>The items all go to the array of one path. The bound is that of the operation.</summary>
        internal static JsonValue Append(JsonValue document, JsonOperation operation, IReadOnlyList<JsonValue> added)
        {
            return JsonEdit.Change(document, operation.Path, value => Longer(value, added, operation), operation);
        }

        private static JsonValue Sum(JsonValue? before, JsonOperation operation)
        {
            string initial = operation.NumberOf("initial") ?? Zero.NumberText;
            if (before != null && !before.IsNumber)
            {
                throw operation.Fail("the value is no number");
            }

            string value = Bounded(before?.NumberText ?? initial, before is null ? "\"initial\"" : "the value", operation);
            string by = operation.NumberOf("by") ?? throw new OperationFormatException("an increment has no number \"by\"");
            string? sum = JsonDecimal.AddExactly(value, Bounded(by, "\"by\"", operation));
            if (sum is null)
            {
                throw operation.Fail("the result would have more than " + JsonNumberText.Of(JsonDecimal.MostDigits) + " digits");
            }

            string? least = operation.NumberOf("min");
            if (least != null && JsonDecimal.Compare(sum, Bounded(least, "\"min\"", operation)) < 0)
            {
                throw operation.Fail("the result would be less than \"min\"");
            }

            string? most = operation.NumberOf("max");
            if (most != null && JsonDecimal.Compare(sum, Bounded(most, "\"max\"", operation)) > 0)
            {
                throw operation.Fail("the result would be more than \"max\"");
            }

            return new JsonValue(JsonKind.Number, sum);
        }

        /// <summary>The number, which must be within the bounds of the service.</summary>
        private static string Bounded(string number, string name, JsonOperation operation)
        {
            if (JsonDecimal.IsWithinBounds(number))
            {
                return number;
            }

            string digits = JsonNumberText.Of(JsonDecimal.MostDigits);
            string exponent = JsonNumberText.Of(JsonDecimal.MostExponent);
            throw operation.Fail(name + " has more than " + digits + " digits or an exponent beyond " + exponent);
        }

        private static JsonValue Longer(JsonValue? before, IReadOnlyList<JsonValue> added, JsonOperation operation)
        {
            JsonValue value = before ?? Nothing;
            if (!value.IsArray)
            {
                throw operation.Fail("the value is no array");
            }

            var items = new List<JsonValue>(value.Count + added.Count);
            items.AddRange(value.RawItems);
            items.AddRange(added);
            items.RemoveRange(0, items.Count - KeptOf(items.Count, operation));
            return new JsonValue(items.ToArray());
        }

        /// <summary>The number of items that stay: the last ones, as many as the bound allows.</summary>
        private static int KeptOf(int count, JsonOperation operation)
        {
            string? most = operation.NumberOf("maxItems");
            if (most is null)
            {
                return count;
            }

            if (!JsonInteger.IsCount(most))
            {
                throw new OperationFormatException("the \"maxItems\" of an append is no positive whole number");
            }

            bool isMore = JsonDecimal.Compare(most, JsonNumberText.Of(count)) >= 0;
            return isMore ? count : int.Parse(JsonInteger.Read(most, 10));
        }
    }
}
