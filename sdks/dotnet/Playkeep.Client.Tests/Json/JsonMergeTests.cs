using Xunit;

namespace Playkeep.Tests
{
    public sealed class JsonMergeTests
    {
        // RFC 7396 appendix A.
        [Theory]
        [InlineData("{\"a\":\"b\"}", "{\"a\":\"c\"}", "{\"a\":\"c\"}")]
        [InlineData("{\"a\":\"b\"}", "{\"b\":\"c\"}", "{\"a\":\"b\",\"b\":\"c\"}")]
        [InlineData("{\"a\":\"b\"}", "{\"a\":null}", "{}")]
        [InlineData("{\"a\":\"b\",\"b\":\"c\"}", "{\"a\":null}", "{\"b\":\"c\"}")]
        [InlineData("{\"a\":[\"b\"]}", "{\"a\":\"c\"}", "{\"a\":\"c\"}")]
        [InlineData("{\"a\":\"c\"}", "{\"a\":[\"b\"]}", "{\"a\":[\"b\"]}")]
        [InlineData("{\"a\":{\"b\":\"c\"}}", "{\"a\":{\"b\":\"d\",\"c\":null}}", "{\"a\":{\"b\":\"d\"}}")]
        [InlineData("{\"a\":[{\"b\":\"c\"}]}", "{\"a\":[1]}", "{\"a\":[1]}")]
        [InlineData("[\"a\",\"b\"]", "[\"c\",\"d\"]", "[\"c\",\"d\"]")]
        [InlineData("{\"a\":\"b\"}", "[\"c\"]", "[\"c\"]")]
        [InlineData("{\"a\":\"foo\"}", "null", "null")]
        [InlineData("{\"a\":\"foo\"}", "\"bar\"", "\"bar\"")]
        [InlineData("{\"e\":null}", "{\"a\":1}", "{\"e\":null,\"a\":1}")]
        [InlineData("[1,2]", "{\"a\":\"b\",\"c\":null}", "{\"a\":\"b\"}")]
        [InlineData("{}", "{\"a\":{\"bb\":{\"ccc\":null}}}", "{\"a\":{\"bb\":{}}}")]
        public void ExamplesOfTheRfcMerge(string document, string patch, string result)
        {
            Assert.Equal(result, JsonMerge.Apply(JsonValue.Parse(document), JsonValue.Parse(patch)).ToString());
        }

        [Fact]
        public void MembersKeepTheirPlaces()
        {
            JsonValue document = JsonValue.Parse("{\"a\":1,\"b\":{\"c\":1,\"d\":2},\"e\":3}");
            JsonValue patch = JsonValue.Parse("{\"n\":0,\"e\":4,\"b\":{\"x\":1,\"c\":null},\"a\":null}");
            Assert.Equal("{\"b\":{\"d\":2,\"x\":1},\"e\":4,\"n\":0}", JsonMerge.Apply(document, patch).ToString());
        }

        [Theory]
        [InlineData("{\"a\":1,\"b\":{\"c\":1}}", "{\"b\":{\"c\":2,\"d\":null},\"a\":null,\"x\":null}", "[{\"op\":\"add\",\"path\":\"/b/c\",\"value\":2},{\"op\":\"remove\",\"path\":\"/a\"}]")]
        [InlineData("{\"a\":1}", "{\"a\":{\"b\":null,\"c\":{\"d\":null,\"e\":[null]}}}", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":{\"c\":{\"e\":[null]}}}]")]
        [InlineData("{\"a\":{}}", "{\"a\":{},\"b\":{}}", "[{\"op\":\"add\",\"path\":\"/b\",\"value\":{}}]")]
        [InlineData("{\"a\":1}", "{\"a\":1.0}", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":1.0}]")]
        [InlineData("{}", "{\"a/b\":1,\"m~n\":2}", "[{\"op\":\"add\",\"path\":\"/a~1b\",\"value\":1},{\"op\":\"add\",\"path\":\"/m~0n\",\"value\":2}]")]
        public void MergesHaveOperations(string document, string patch, string operations)
        {
            JsonValue found = JsonValue.Array(JsonMerge.OperationsOf(JsonValue.Parse(document), JsonValue.Parse(patch)));
            Assert.Equal(operations, found.ToString());
        }
    }
}
