using System;
using System.Collections.Generic;
using System.Linq;

namespace Playkeep.Tests
{
    /// <summary>Random values with few keys and items, so that two of them have much in common.</summary>
    internal sealed class RandomJson
    {
        private static readonly string[] Keys = { "a", "b", "c", "", "0", "1", "x/y", "m~n", "~1", "\ud800", "\0" };
        private static readonly string[] Scalars =
        {
            "null", "true", "false", "0", "-0", "1", "1.0", "10e-1", "1e400", "0.1", "12345678901234567890", "\"\"", "\"a\"",
            "\"\\ud800\"", "\"\\u0000\"",
        };

        private readonly Random _random;

        internal RandomJson(int seed)
        {
            _random = new Random(seed);
        }

        internal int Below(int most)
        {
            return _random.Next(most);
        }

        internal JsonValue Object(int depth)
        {
            int count = Below(12) == 0 ? Keys.Length : Below(4);
            return JsonValue.Object(
                Enumerable.Range(0, count).Select(
                    index => new KeyValuePair<string, JsonValue>(
                        Keys[count > 4 ? index : Below(Keys.Length)],
                        Value(depth - 1))));
        }

        internal JsonValue Value(int depth)
        {
            int kind = depth <= 0 ? 9 : Below(6);
            if (kind < 2)
            {
                return Object(depth);
            }

            return kind == 2
                ? JsonValue.Array(Enumerable.Range(0, Below(4)).Select(_ => Value(depth - 1)).ToList())
                : JsonValue.Parse(Scalars[Below(Scalars.Length)]);
        }

        /// <summary>A value in which some parts are others.</summary>
        internal JsonValue Changed(JsonValue value, int depth)
        {
            if (Below(4) == 0)
            {
                return Value(depth);
            }

            if (value.IsArray)
            {
                IEnumerable<JsonValue> items = value.Items.Select(item => Changed(item, depth - 1)).ToList();
                return JsonValue.Array(Below(2) == 0 ? items.Append(Value(depth - 1)) : items.Take(Below(4)));
            }

            return value.IsObject ? ChangedObject(value, depth) : value;
        }

        internal JsonValue ChangedObject(JsonValue value, int depth)
        {
            JsonValue result = value;
            foreach (KeyValuePair<string, JsonValue> member in value.Members)
            {
                result = Below(5) == 0
                    ? result.Without(member.Key)
                    : result.With(member.Key, Changed(member.Value, depth - 1));
            }

            return Below(3) == 0 ? result.With(Keys[Below(Keys.Length)], Value(depth - 1)) : result;
        }
    }
}
