using System;
using System.Collections.Generic;
using Xunit;

namespace Playkeep.Tests
{
    public sealed class JsonDifferenceTests
    {
        private static JsonValue Upon(string before, string after, string target)
        {
            return JsonValue.Array(JsonDifference.Upon(JsonValue.Parse(before), JsonValue.Parse(after), JsonValue.Parse(target)));
        }

        [Theory]
        [InlineData("{\"a\":1}", "{\"a\":1.0}", "[]")]
        [InlineData("{\"b\":1,\"a\":1}", "{\"a\":2,\"c\":3}", "[{\"op\":\"remove\",\"path\":\"/x/b\"},{\"op\":\"replace\",\"path\":\"/x/a\",\"value\":2},{\"op\":\"add\",\"path\":\"/x/c\",\"value\":3}]")]
        [InlineData("{\"a\":{\"b\":1},\"c\":1}", "{\"a\":{\"b\":2},\"c\":2}", "[{\"op\":\"replace\",\"path\":\"/x/a/b\",\"value\":2},{\"op\":\"replace\",\"path\":\"/x/c\",\"value\":2}]")]
        [InlineData("[1,2,3,4]", "[1,5]", "[{\"op\":\"replace\",\"path\":\"/x/1\",\"value\":5},{\"op\":\"remove\",\"path\":\"/x/2\"},{\"op\":\"remove\",\"path\":\"/x/2\"}]")]
        [InlineData("[1]", "[1,2,3]", "[{\"op\":\"add\",\"path\":\"/x/-\",\"value\":2},{\"op\":\"add\",\"path\":\"/x/-\",\"value\":3}]")]
        [InlineData("[]", "{}", "[{\"op\":\"replace\",\"path\":\"/x\",\"value\":{}}]")]
        [InlineData("{\"a\":null}", "{}", "[{\"op\":\"remove\",\"path\":\"/x/a\"}]")]
        [InlineData("{}", "{\"a\":null}", "[{\"op\":\"add\",\"path\":\"/x/a\",\"value\":null}]")]
        public void DifferencesAreInOrder(string before, string after, string operations)
        {
            IReadOnlyList<JsonValue> found =
                JsonDifference.Between(JsonValue.Parse(before), JsonValue.Parse(after), new[] { "x" });
            Assert.Equal(operations, JsonValue.Array(found).ToString());
        }

        [Theory]
        // Both set the value; only the device did; only the other one did.
        [InlineData("{\"a\":1}", "{\"a\":2}", "{\"a\":2}", "[]")]
        [InlineData("{\"a\":1}", "{\"a\":2}", "{\"a\":3}", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":2}]")]
        [InlineData("{\"a\":1}", "{\"a\":1}", "{\"a\":3}", "[]")]
        // Members that are gone are removed once, before the changes of their level.
        [InlineData("{\"a\":1,\"b\":1,\"c\":{\"d\":1}}", "{\"n\":1,\"c\":{}}", "{\"b\":2,\"c\":{\"d\":2}}", "[{\"op\":\"remove\",\"path\":\"/b\"},{\"op\":\"add\",\"path\":\"/n\",\"value\":1},{\"op\":\"remove\",\"path\":\"/c/d\"}]")]
        // Levels below come at their place.
        [InlineData("{\"a\":{\"b\":1},\"c\":1}", "{\"a\":{\"b\":2},\"c\":2}", "{\"a\":{\"b\":1},\"c\":1}", "[{\"op\":\"add\",\"path\":\"/a/b\",\"value\":2},{\"op\":\"add\",\"path\":\"/c\",\"value\":2}]")]
        // A lost parent goes whole.
        [InlineData("{\"a\":{\"b\":1,\"c\":1}}", "{\"a\":{\"b\":2,\"c\":1}}", "{}", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":{\"b\":2,\"c\":1}}]")]
        [InlineData("{\"a\":{\"b\":1}}", "{\"a\":{\"b\":1}}", "{}", "[]")]
        // Items go where the arrays are the same, or at the end.
        [InlineData("{\"a\":[1,2]}", "{\"a\":[1,3]}", "{\"a\":[1,2]}", "[{\"op\":\"replace\",\"path\":\"/a/1\",\"value\":3}]")]
        [InlineData("{\"a\":[1,2]}", "{\"a\":[1,2,3]}", "{\"a\":[9]}", "[{\"op\":\"add\",\"path\":\"/a/-\",\"value\":3}]")]
        [InlineData("{\"a\":[1,2]}", "{\"a\":[1,3]}", "{\"a\":[9,2]}", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":[1,3]}]")]
        [InlineData("{\"a\":[1,2]}", "{\"a\":[1,2,3]}", "{\"a\":5}", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":[1,2,3]}]")]
        [InlineData("{\"a\":[1,2]}", "{\"a\":[1,2,3]}", "{}", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":[1,2,3]}]")]
        public void ChangesAreMadeInAThirdObject(string before, string after, string target, string operations)
        {
            Assert.Equal(operations, Upon(before, after, target).ToString());
        }

        [Fact]
        public void UnknownValuesAreSetInAnyCase()
        {
            JsonValue document = JsonValue.Parse("{\"a\":1,\"b\":{\"c\":[1]}}");
            JsonValue before = document.With("a", JsonDifference.Unknown)
                .With("b", JsonValue.Object(("c", JsonDifference.Unknown)));
            Assert.Equal(
                "[{\"op\":\"add\",\"path\":\"/a\",\"value\":1},{\"op\":\"add\",\"path\":\"/b/c\",\"value\":[1]}]",
                JsonValue.Array(JsonDifference.Upon(before, document, document)).ToString());
            Assert.False(JsonDifference.Unknown.Equals(JsonValue.Null));
            Assert.False(((JsonValue)"").Equals(JsonDifference.Unknown));
            Assert.Throws<InvalidOperationException>(() => before.ToString());
        }

        [Theory]
        [InlineData("[]", "[]", true)]
        [InlineData("[1]", "[1.0,2]", true)]
        [InlineData("[1,2]", "[1]", false)]
        [InlineData("[2]", "[1,2]", false)]
        [InlineData("{}", "{}", false)]
        [InlineData("[]", "{}", false)]
        public void BeginningsHaveFewerItems(string first, string second, bool isBeginning)
        {
            Assert.Equal(isBeginning, JsonDifference.IsBeginning(JsonValue.Parse(first), JsonValue.Parse(second)));
        }

        [Fact]
        public void MissingValuesBeginNothing()
        {
            Assert.False(JsonDifference.IsBeginning(null, JsonValue.Array()));
            Assert.False(JsonDifference.IsBeginning(JsonValue.Array(), null));
        }
    }
}
