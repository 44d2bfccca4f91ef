using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Playkeep.Tests
{
    public sealed class JsonValueTests
    {
        private static JsonValue Large(int count)
        {
            return JsonValue.Object(Enumerable.Range(0, count).Select(index => new KeyValuePair<string, JsonValue>("k" + index, index)));
        }

        [Fact]
        public void ConversionsMakeValues()
        {
            JsonValue value = JsonValue.Object(
                ("name", "Ada"),
                ("isNew", true),
                ("nothing", (string?)null),
                ("list", JsonValue.Array(1, 2L, 0.5, "x", false)));
            Assert.Equal("{\"name\":\"Ada\",\"isNew\":true,\"nothing\":null,\"list\":[1,2,0.5,\"x\",false]}", value.ToString());
            Assert.True(value["nothing"]!.IsNull);
            Assert.True(value["isNew"]!.AsBoolean());
            Assert.False(value["list"]![4].AsBoolean());
            Assert.Equal(JsonKind.Array, value["list"]!.Kind);
        }

        [Fact]
        public void MissingMembersAreNull()
        {
            JsonValue value = JsonValue.Parse("{\"a\":null,\"b\":[1]}");
            Assert.Null(value["c"]);
            Assert.NotNull(value["a"]);
            Assert.True(value.Has("a"));
            Assert.False(value.Has("c"));
            Assert.Null(value["b"]!["a"]);
            Assert.False(JsonValue.Null.Has("a"));
            Assert.Equal(0, JsonValue.True.Count);
            Assert.Throws<ArgumentOutOfRangeException>(() => value["b"]![1]);
            Assert.Throws<InvalidOperationException>(() => value[0]);
            Assert.Throws<InvalidOperationException>(() => value.Items);
            Assert.Throws<InvalidOperationException>(() => value["b"]!.Members);
        }

        [Theory]
        [InlineData(3)]
        [InlineData(8)]
        [InlineData(9)]
        [InlineData(100)]
        public void MembersKeepTheirPlaces(int count)
        {
            JsonValue value = Large(count);
            Assert.Equal(2, value["k2"]!.AsInt32());
            JsonValue replaced = value.With("k1", "new");
            Assert.Equal("k1", replaced.Members[1].Key);
            Assert.Equal("new", replaced["k1"]!.AsString());
            Assert.Equal(1, value["k1"]!.AsInt32());

            JsonValue longer = value.With("new", 1);
            Assert.Equal("new", longer.Members[count].Key);
            Assert.Equal(1, longer["new"]!.AsInt32());
            Assert.False(value.Has("new"));

            JsonValue shorter = value.Without("k1");
            Assert.False(shorter.Has("k1"));
            Assert.Equal(count - 1, shorter["k" + (count - 1)]!.AsInt32());
            Assert.Equal("k2", shorter.Members[1].Key);
            Assert.Same(shorter, shorter.Without("k1"));
            Assert.Throws<InvalidOperationException>(() => JsonValue.Array().With("a", 1));
        }

        [Fact]
        public void LargeObjectsAreSearchedFast()
        {
            JsonValue value = Large(50000);
            for (int index = 0; index < 50000; index += 1)
            {
                Assert.Equal(index, value["k" + index]!.AsInt32());
            }
        }

        [Fact]
        public void GivenCollectionsAreCopied()
        {
            var items = new[] { JsonValue.True };
            JsonValue array = JsonValue.Array(items);
            items[0] = JsonValue.False;
            Assert.True(array[0].AsBoolean());
            Assert.Throws<NotSupportedException>(() => ((IList<JsonValue>)array.Items)[0] = JsonValue.Null);
            Assert.Throws<ArgumentNullException>(() => JsonValue.Array(new JsonValue[] { null! }));
            Assert.Throws<ArgumentNullException>(() => JsonValue.Object((null!, 1)));
        }

        [Fact]
        public void OfOneKeyTheLastMemberCounts()
        {
            Assert.Equal("{\"a\":3,\"b\":2}", JsonValue.Object(("a", 1), ("b", 2), ("a", 3)).ToString());
        }

        [Theory]
        [InlineData("{\"a\":1,\"b\":[2.0]}", "{\"b\":[2],\"a\":1e0}", true)]
        [InlineData("[1,2]", "[2,1]", false)]
        [InlineData("[1]", "[1,1]", false)]
        [InlineData("{}", "[]", false)]
        [InlineData("[]", "[]", true)]
        [InlineData("{}", "{\"a\":null}", false)]
        [InlineData("{\"a\":1}", "{\"b\":1}", false)]
        [InlineData("{\"a\":{\"b\":1}}", "{\"a\":{\"b\":2}}", false)]
        [InlineData("\"1\"", "1", false)]
        [InlineData("null", "false", false)]
        [InlineData("true", "false", false)]
        [InlineData("\"a\"", "\"A\"", false)]
        [InlineData("\"\\u00e9\"", "\"e\\u0301\"", false)]
        [InlineData("[[],{}]", "[{},[]]", false)]
        [InlineData("9007199254740993", "9007199254740992", false)]
        public void EqualityIsThatOfJsonPatch(string left, string right, bool areEqual)
        {
            JsonValue one = JsonValue.Parse(left);
            JsonValue other = JsonValue.Parse(right);
            Assert.Equal(areEqual, one.Equals(other));
            Assert.Equal(areEqual, other.Equals((object)one));
            Assert.Equal(areEqual, one.GetHashCode() == other.GetHashCode());
        }

        [Fact]
        public void LargeObjectsInAnotherOrderAreEqual()
        {
            JsonValue value = Large(1000);
            JsonValue reversed = JsonValue.Object(value.Members.Reverse());
            Assert.True(value.Equals(reversed));
            Assert.Equal(value.GetHashCode(), reversed.GetHashCode());
            Assert.False(value.Equals(reversed.With("k500", -1)));
            Assert.False(value.Equals(null));
        }

        [Fact]
        public void Values_of_all_simple_types_are_exact()
        {
            var values = JsonValue.Array(0.1f, 'x', uint.MaxValue, (byte)7, (short)-7);
            Assert.Equal("[0.1,\"x\",4294967295,7,-7]", values.ToString());
        }

        [Fact]
        public void Equal_values_are_equal_by_the_operator_too()
        {
            JsonValue? none = null;
            Assert.True(JsonValue.Parse("{\"a\":1}") == JsonValue.Parse("{\"a\":1.0}"));
            Assert.True(JsonValue.Parse("1") != 2);
            Assert.True(none == null && JsonValue.Null != none);
        }
    }
}
