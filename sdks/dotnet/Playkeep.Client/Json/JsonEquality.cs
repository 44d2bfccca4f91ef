using System;
using System.Collections.Generic;

namespace Playkeep
{
    /// <summary>Equality of values (RFC 6902 section 4.6), without recursion.</summary>
    internal static class JsonEquality
    {
        /// <summary>Two missing values are equal too.</summary>
        internal static bool AreEqual(JsonValue? left, JsonValue? right)
        {
            if (ReferenceEquals(left, right))
            {
                return true;
            }

            if (left is null || right is null)
            {
                return false;
            }

            if (left.Kind != right.Kind || left.Count == 0)
            {
                return AreSingleEqual(left, right);
            }

            return AreContainersEqual(left, right);
        }

        private static bool AreContainersEqual(JsonValue left, JsonValue right)
        {
            var waiting = new Stack<(JsonValue Left, JsonValue Right)>();
            waiting.Push((left, right));
            while (waiting.Count > 0)
            {
                (JsonValue one, JsonValue other) = waiting.Pop();
                if (!AreSingleEqual(one, other) || !AddParts(one, other, waiting))
                {
                    return false;
                }
            }

            return true;
        }

        /// <summary>Adds the pairs that are still to be compared. False where a pair is different at once.</summary>
        private static bool AddParts(JsonValue one, JsonValue other, Stack<(JsonValue Left, JsonValue Right)> waiting)
        {
            for (int index = 0; index < one.RawItems.Length; index += 1)
            {
                if (!AddPair(one.RawItems[index], other.RawItems[index], waiting))
                {
                    return false;
                }
            }

            for (int index = 0; index < one.RawMembers.Length; index += 1)
            {
                KeyValuePair<string, JsonValue> member = one.RawMembers[index];
                // Most objects have the same order.
                KeyValuePair<string, JsonValue> twin = other.RawMembers[index];
                bool isInOrder = string.Equals(member.Key, twin.Key, StringComparison.Ordinal);
                JsonValue? found = isInOrder ? twin.Value : other[member.Key];
                if (found is null || !AddPair(member.Value, found, waiting))
                {
                    return false;
                }
            }

            return true;
        }

        private static bool AddPair(JsonValue one, JsonValue other, Stack<(JsonValue Left, JsonValue Right)> waiting)
        {
            if (ReferenceEquals(one, other))
            {
                return true;
            }

            if (one.Count > 0 && other.Count > 0)
            {
                waiting.Push((one, other));
                return true;
            }

            return AreSingleEqual(one, other);
        }

        /// <summary>Are these equal, but for the parts of arrays and objects?</summary>
        private static bool AreSingleEqual(JsonValue one, JsonValue other)
        {
            if (one.Kind != other.Kind)
            {
                return false;
            }

            switch (one.Kind)
            {
                case JsonKind.Number:
                    return JsonDecimal.AreEqual(one.Text, other.Text);
                case JsonKind.Null:
                case JsonKind.Boolean:
                case JsonKind.String:
                    return string.Equals(one.Text, other.Text, StringComparison.Ordinal);
                case JsonKind.Array:
                case JsonKind.Object:
                    return one.Count == other.Count;
                default:
                    return ReferenceEquals(one, other);
            }
        }
    }
}
