using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Playkeep.Tests
{
    /// <summary>Laws that hold for random values. The seed is in the message of a failure.</summary>
    public sealed class JsonPropertyTests
    {
        private const int Rounds = 4000;

        [Fact]
        public void DifferencesMakeOneValueTheOther()
        {
            for (int seed = 0; seed < Rounds; seed += 1)
            {
                var random = new RandomJson(seed);
                JsonValue before = random.Object(4);
                JsonValue after = random.ChangedObject(before, 4);
                IReadOnlyList<JsonValue> operations = JsonDifference.Between(before, after, new string[0]);
                JsonPatch.Check(JsonValue.Array(operations));
                Assert.True(JsonPatch.Apply(before, operations).Equals(after), $"seed {seed}");
                Assert.True(before.Equals(after) == (operations.Count == 0), $"seed {seed}");
            }
        }

        [Fact]
        public void OperationsOfAMergeMakeTheMerge()
        {
            for (int seed = 0; seed < Rounds; seed += 1)
            {
                var random = new RandomJson(seed);
                JsonValue document = random.Object(4);
                JsonValue patch = random.ChangedObject(document, 4);
                JsonValue merged = JsonMerge.Apply(document, patch);
                JsonValue made = JsonPatch.Apply(document, JsonMerge.OperationsOf(document, patch));
                Assert.True(merged.ToString() == made.ToString(), $"seed {seed}");
            }
        }

        [Fact]
        public void ChangesUponTheSameObjectMakeTheOther()
        {
            for (int seed = 0; seed < Rounds; seed += 1)
            {
                var random = new RandomJson(seed);
                JsonValue before = random.Object(4);
                JsonValue after = random.ChangedObject(before, 4);
                JsonValue target = random.ChangedObject(before, 4);
                Assert.True(JsonPatch.Apply(before, JsonDifference.Upon(before, after, before)).Equals(after), $"seed {seed}");
                Assert.Empty(JsonDifference.Upon(before, before, target));
                // Upon any object the operations apply.
                JsonPatch.Apply(target, JsonDifference.Upon(before, after, target));
            }
        }

        [Fact]
        public void TextsComeBack()
        {
            for (int seed = 0; seed < Rounds; seed += 1)
            {
                JsonValue value = new RandomJson(seed).Value(5);
                JsonValue read = JsonValue.Parse(value.ToString());
                Assert.True(value.ToString() == read.ToString(), $"seed {seed}");
                Assert.True(value.Equals(read) && value.GetHashCode() == read.GetHashCode(), $"seed {seed}");
            }
        }

        [Fact]
        public void EqualityIsThatOfSortedTexts()
        {
            for (int seed = 0; seed < Rounds; seed += 1)
            {
                var random = new RandomJson(seed);
                JsonValue one = random.Value(3);
                JsonValue other = random.Below(2) == 0 ? random.Value(3) : random.Changed(one, 3);
                Assert.True((Sorted(one) == Sorted(other)) == one.Equals(other), $"seed {seed}");
            }
        }

        private static string Sorted(JsonValue value)
        {
            if (value.IsArray)
            {
                return "[" + string.Join(",", value.Items.Select(Sorted)) + "]";
            }

            if (value.IsObject)
            {
                IEnumerable<string> members = value.Members
                    .Select(member => ((JsonValue)member.Key).ToString() + ":" + Sorted(member.Value))
                    .OrderBy(member => member, System.StringComparer.Ordinal);
                return "{" + string.Join(",", members) + "}";
            }

            string text = value.ToString();
            bool isOne = text == "1.0" || text == "10e-1";
            return isOne ? "1" : text == "-0" ? "0" : text;
        }
    }
}
