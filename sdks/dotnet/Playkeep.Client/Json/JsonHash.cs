using System;
using System.Collections.Generic;

namespace Playkeep
{
    /// <summary>
    /// Hash codes that are the same for equal values, without recursion. Every part is mixed with its place and the parts
    /// are added up, so that the order of members has no effect.
    /// </summary>
    internal static class JsonHash
    {
        internal static int Of(JsonValue value)
        {
            int sum = 0;
            var waiting = new Stack<(JsonValue Value, int Place)>();
            waiting.Push((value, 0));
            while (waiting.Count > 0)
            {
                (JsonValue part, int place) = waiting.Pop();
                sum = unchecked(sum + HashCode.Combine(place, part.Kind, part.Count, OfScalar(part)));
                for (int index = 0; index < part.RawItems.Length; index += 1)
                {
                    waiting.Push((part.RawItems[index], HashCode.Combine(place, index)));
                }

                foreach (KeyValuePair<string, JsonValue> member in part.RawMembers)
                {
                    waiting.Push((member.Value, HashCode.Combine(place, member.Key)));
                }
            }

            return sum;
        }

        private static int OfScalar(JsonValue value)
        {
            return value.IsNumber ? CanonicalNumber.Of(value.Text).GetHashCode() : value.Text.GetHashCode();
        }
    }
}
