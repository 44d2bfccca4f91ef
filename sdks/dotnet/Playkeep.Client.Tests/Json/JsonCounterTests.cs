using System.Diagnostics;
using System.Linq;
using Xunit;

namespace Playkeep.Tests
{
    public sealed class JsonCounterTests
    {
        [Theory]
        [InlineData("{\"gold\":0.1}", "{\"op\":\"increment\",\"path\":\"/gold\",\"by\":0.2}", "{\"gold\":0.3}")]
        [InlineData("{\"gold\":9007199254740993}", "{\"op\":\"increment\",\"path\":\"/gold\",\"by\":1}", "{\"gold\":9007199254740994}")]
        [InlineData("{}", "{\"op\":\"increment\",\"path\":\"/gold\",\"by\":-5}", "{\"gold\":-5}")]
        [InlineData("{}", "{\"op\":\"increment\",\"path\":\"/gold\",\"by\":5,\"initial\":100}", "{\"gold\":105}")]
        [InlineData("{\"gold\":1}", "{\"op\":\"increment\",\"path\":\"/gold\",\"by\":5,\"initial\":100}", "{\"gold\":6}")]
        [InlineData("{\"gold\":5}", "{\"op\":\"increment\",\"path\":\"/gold\",\"by\":-5,\"min\":0,\"max\":0}", "{\"gold\":0}")]
        [InlineData("{\"a\":[1,2]}", "{\"op\":\"increment\",\"path\":\"/a/1\",\"by\":1}", "{\"a\":[1,3]}")]
        [InlineData("{}", "{\"op\":\"append\",\"path\":\"/a\",\"value\":1}", "{\"a\":[1]}")]
        [InlineData("{\"a\":[1]}", "{\"op\":\"append\",\"path\":\"/a\",\"value\":[2]}", "{\"a\":[1,[2]]}")]
        [InlineData("{\"a\":[1,2,3]}", "{\"op\":\"append\",\"path\":\"/a\",\"value\":4,\"maxItems\":2}", "{\"a\":[3,4]}")]
        [InlineData("{\"a\":[1]}", "{\"op\":\"append\",\"path\":\"/a\",\"value\":2,\"maxItems\":9007199254740991}", "{\"a\":[1,2]}")]
        public void CountersCount(string document, string operation, string result)
        {
            Assert.Equal(result, JsonPatchTests.Applied(document, "[" + operation + "]").ToString());
        }

        [Theory]
        [InlineData("{\"gold\":\"1\"}", "{\"op\":\"increment\",\"path\":\"/gold\",\"by\":1}", "increment /gold: the value is no number")]
        [InlineData("{\"gold\":null}", "{\"op\":\"increment\",\"path\":\"/gold\",\"by\":1}", "increment /gold: the value is no number")]
        [InlineData("{\"gold\":5}", "{\"op\":\"increment\",\"path\":\"/gold\",\"by\":-6,\"min\":0}", "increment /gold: the result would be less than \"min\"")]
        [InlineData("{\"gold\":5}", "{\"op\":\"increment\",\"path\":\"/gold\",\"by\":1e-20,\"max\":5}", "increment /gold: the result would be more than \"max\"")]
        [InlineData("{}", "{\"op\":\"increment\",\"path\":\"/stats/wins\",\"by\":1}", "increment /stats/wins: its parent is missing")]
        [InlineData("{\"a\":1e1001}", "{\"op\":\"increment\",\"path\":\"/a\",\"by\":1}", "increment /a: the value has more than 1000 digits or an exponent beyond 1000")]
        [InlineData("{\"a\":1}", "{\"op\":\"increment\",\"path\":\"/a\",\"by\":1e-9999}", "increment /a: \"by\" has more than 1000 digits or an exponent beyond 1000")]
        [InlineData("{\"a\":1e1000}", "{\"op\":\"increment\",\"path\":\"/a\",\"by\":1}", "increment /a: the result would have more than 1000 digits")]
        [InlineData("{\"a\":{}}", "{\"op\":\"append\",\"path\":\"/a\",\"value\":1}", "append /a: the value is no array")]
        [InlineData("{\"a\":1}", "{\"op\":\"append\",\"path\":\"/a/b\",\"value\":1}", "append /a/b: its parent is neither object nor array")]
        public void OtherDocumentsAreTold(string document, string operation, string reason)
        {
            var thrown = Assert.Throws<PatchDoesNotApplyException>(() => JsonPatchTests.Applied(document, "[" + operation + "]"));
            Assert.Equal(reason, thrown.Message);
        }

        [Fact]
        public void AppendsAtDifferentPathsStayInOrder()
        {
            string operations =
                "[{\"op\":\"append\",\"path\":\"/a\",\"value\":1},{\"op\":\"append\",\"path\":\"/a\",\"value\":2},"
                + "{\"op\":\"append\",\"path\":\"/b\",\"value\":3},{\"op\":\"append\",\"path\":\"/a\",\"value\":4,\"maxItems\":2},"
                + "{\"op\":\"append\",\"path\":\"/a\",\"value\":5}]";
            Assert.Equal("{\"a\":[2,4,5],\"b\":[3]}", JsonPatchTests.Applied("{}", operations).ToString());
        }

        [Fact]
        public void ManyAppendsCopyTheArrayOnce()
        {
            JsonValue append = JsonValue.Object(("op", "append"), ("path", "/a"), ("value", 1));
            JsonValue before = JsonValue.Object(("a", JsonValue.Array(Enumerable.Repeat(JsonValue.True, 1000000))));
            JsonValue[] operations = Enumerable.Repeat(append, 5000).ToArray();
            Stopwatch watch = Stopwatch.StartNew();
            Assert.Equal(1005000, JsonPatch.Apply(before, operations)["a"]!.Count);
            // One copy for each would move 40 GB.
            Assert.True(watch.ElapsedMilliseconds < 3000, watch.Elapsed.ToString());
        }
    }
}
