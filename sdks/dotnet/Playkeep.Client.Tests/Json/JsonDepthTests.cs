using System;
using System.Linq;
using System.Threading;
using Xunit;

namespace Playkeep.Tests
{
    /// <summary>Deep values on the small stack of a thread of a game.</summary>
    public sealed class JsonDepthTests
    {
        private const int SmallStack = 256 * 1024;

        private static string Nested(int levels, string open, string middle, string close)
        {
            return string.Concat(Enumerable.Repeat(open, levels)) + middle + string.Concat(Enumerable.Repeat(close, levels));
        }

        private static void OnSmallStack(Action work)
        {
            Exception? thrown = null;
            var thread = new Thread(
                () =>
                {
                    try
                    {
                        work();
                    }
                    catch (Exception exception)
                    {
                        thrown = exception;
                    }
                },
                SmallStack);
            thread.Start();
            thread.Join();
            Assert.Null(thrown);
        }

        [Theory]
        [InlineData("[", "]")]
        [InlineData("{\"a\":", "}")]
        public void NestingIsBounded(string open, string close)
        {
            string most = Nested(1024, open, "1", close);
            Assert.Equal(most, JsonValue.Parse(most).ToString());
            Assert.False(JsonValue.TryParse(Nested(1025, open, "1", close), out _, out string? error));
            Assert.Equal("nested deeper than 1024 levels at position " + (1024 * open.Length), error);
            Assert.False(JsonValue.TryParse(Nested(1000000, open, "1", close), out _, out _));
        }

        [Fact]
        public void ValuesOfAllLevelsNeedLittleStack()
        {
            OnSmallStack(() =>
            {
                JsonValue before = JsonValue.Parse(Nested(1024, "{\"a\":", "1", "}"));
                JsonValue after = JsonValue.Parse(Nested(1024, "{\"a\":", "2", "}"));
                JsonValue twin = JsonValue.Parse(before.ToString());
                Assert.True(before.Equals(twin));
                Assert.Equal(before.GetHashCode(), twin.GetHashCode());
                Assert.False(before.Equals(after));
                Assert.Equal(after, JsonPatch.Apply(before, JsonDifference.Between(before, after, new string[0])));
                Assert.Equal(after, JsonPatch.Apply(twin, JsonDifference.Upon(before, after, twin)));
                Assert.Equal(after, JsonMerge.Apply(before, after));
                Assert.Equal(after, JsonPatch.Apply(before, JsonMerge.OperationsOf(before, after)));
                JsonValue increment = JsonValue.Object(("op", "increment"), ("path", Nested(1024, "/a", "", "")), ("by", 1));
                Assert.Equal(after, JsonPatch.Apply(before, new[] { increment }));
            });
        }

        [Fact]
        public void ValuesThatCodeMakesMayBeDeeper()
        {
            OnSmallStack(() =>
            {
                JsonValue one = 1;
                JsonValue other = 1;
                for (int level = 0; level < 100000; level += 1)
                {
                    one = JsonValue.Array(one);
                    other = JsonValue.Array(other);
                }

                Assert.True(one.Equals(other));
                Assert.Equal(one.GetHashCode(), other.GetHashCode());
                Assert.Equal(200001, one.ToString().Length);
            });
        }
    }
}
