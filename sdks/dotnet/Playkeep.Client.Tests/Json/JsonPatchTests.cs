using System.Linq;
using Xunit;

namespace Playkeep.Tests
{
    public sealed class JsonPatchTests
    {
        internal static JsonValue Applied(string document, string operations)
        {
            return JsonPatch.Apply(JsonValue.Parse(document), JsonValue.Parse(operations).Items);
        }

        // RFC 6902 appendix A, by its sections.
        [Theory]
        [InlineData("{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\"}]", "{\"foo\":\"bar\",\"baz\":\"qux\"}")]
        [InlineData("{\"foo\":[\"bar\",\"baz\"]}", "[{\"op\":\"add\",\"path\":\"/foo/1\",\"value\":\"qux\"}]", "{\"foo\":[\"bar\",\"qux\",\"baz\"]}")]
        [InlineData("{\"baz\":\"qux\",\"foo\":\"bar\"}", "[{\"op\":\"remove\",\"path\":\"/baz\"}]", "{\"foo\":\"bar\"}")]
        [InlineData("{\"foo\":[\"bar\",\"qux\",\"baz\"]}", "[{\"op\":\"remove\",\"path\":\"/foo/1\"}]", "{\"foo\":[\"bar\",\"baz\"]}")]
        [InlineData("{\"baz\":\"qux\",\"foo\":\"bar\"}", "[{\"op\":\"replace\",\"path\":\"/baz\",\"value\":\"boo\"}]", "{\"baz\":\"boo\",\"foo\":\"bar\"}")]
        [InlineData("{\"foo\":{\"bar\":\"baz\",\"waldo\":\"fred\"},\"qux\":{\"corge\":\"grault\"}}", "[{\"op\":\"move\",\"from\":\"/foo/waldo\",\"path\":\"/qux/thud\"}]", "{\"foo\":{\"bar\":\"baz\"},\"qux\":{\"corge\":\"grault\",\"thud\":\"fred\"}}")]
        [InlineData("{\"foo\":[\"all\",\"grass\",\"cows\",\"eat\"]}", "[{\"op\":\"move\",\"from\":\"/foo/1\",\"path\":\"/foo/3\"}]", "{\"foo\":[\"all\",\"cows\",\"eat\",\"grass\"]}")]
        [InlineData("{\"baz\":\"qux\",\"foo\":[\"a\",2,\"c\"]}", "[{\"op\":\"test\",\"path\":\"/baz\",\"value\":\"qux\"},{\"op\":\"test\",\"path\":\"/foo/1\",\"value\":2.0}]", "{\"baz\":\"qux\",\"foo\":[\"a\",2,\"c\"]}")]
        [InlineData("{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/child\",\"value\":{\"grandchild\":{}}}]", "{\"foo\":\"bar\",\"child\":{\"grandchild\":{}}}")]
        [InlineData("{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\",\"xyz\":123}]", "{\"foo\":\"bar\",\"baz\":\"qux\"}")]
        [InlineData("{\"/\":9,\"~1\":10}", "[{\"op\":\"test\",\"path\":\"/~01\",\"value\":10}]", "{\"/\":9,\"~1\":10}")]
        [InlineData("{\"foo\":[\"bar\"]}", "[{\"op\":\"add\",\"path\":\"/foo/-\",\"value\":[\"abc\",\"def\"]}]", "{\"foo\":[\"bar\",[\"abc\",\"def\"]]}")]
        public void ExamplesOfTheRfcApply(string document, string operations, string result)
        {
            Assert.Equal(result, Applied(document, operations).ToString());
        }

        [Theory]
        [InlineData("{\"a\":1,\"b\":2}", "[{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/b\"}]", "{\"a\":1,\"b\":1}")]
        [InlineData("{\"a\":[1]}", "[{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a/-\"}]", "{\"a\":[1,[1]]}")]
        [InlineData("{\"a\":{\"b\":1}}", "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a\"}]", "{\"a\":{\"b\":1}}")]
        [InlineData("{\"a\":1,\"b\":2}", "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/b\"}]", "{\"b\":1}")]
        [InlineData("{\"a\":1}", "[{\"op\":\"add\",\"path\":\"\",\"value\":{\"b\":2}}]", "{\"b\":2}")]
        [InlineData("{\"a\":{\"b\":2}}", "[{\"op\":\"replace\",\"path\":\"\",\"value\":3},{\"op\":\"add\",\"path\":\"\",\"value\":{}}]", "{}")]
        [InlineData("{\"a\":[1,2]}", "[{\"op\":\"replace\",\"path\":\"/a/0\",\"value\":null}]", "{\"a\":[null,2]}")]
        [InlineData("{\"a\":[1]}", "[{\"op\":\"add\",\"path\":\"/a/1\",\"value\":2},{\"op\":\"add\",\"path\":\"/a/0\",\"value\":0}]", "{\"a\":[0,1,2]}")]
        [InlineData("{\"a\":{\"-\":1}}", "[{\"op\":\"add\",\"path\":\"/a/-\",\"value\":2}]", "{\"a\":{\"-\":2}}")]
        [InlineData("{}", "[]", "{}")]
        public void OperationsApply(string document, string operations, string result)
        {
            Assert.Equal(result, Applied(document, operations).ToString());
        }

        [Theory]
        [InlineData("{\"baz\":\"qux\"}", "{\"op\":\"test\",\"path\":\"/baz\",\"value\":\"bar\"}", "test /baz: the value is another one")]
        [InlineData("{\"foo\":\"bar\"}", "{\"op\":\"add\",\"path\":\"/baz/bat\",\"value\":\"qux\"}", "add /baz/bat: its parent is missing")]
        [InlineData("{\"/\":9,\"~1\":10}", "{\"op\":\"test\",\"path\":\"/~01\",\"value\":\"10\"}", "test /~01: the value is another one")]
        [InlineData("{}", "{\"op\":\"remove\",\"path\":\"/a\"}", "remove /a: there is no such value")]
        [InlineData("{}", "{\"op\":\"remove\",\"path\":\"\"}", "remove : the whole document cannot be removed")]
        [InlineData("{}", "{\"op\":\"replace\",\"path\":\"/a\",\"value\":1}", "replace /a: there is no such value")]
        [InlineData("{}", "{\"op\":\"test\",\"path\":\"/a\",\"value\":null}", "test /a: there is no such value")]
        [InlineData("{}", "{\"op\":\"copy\",\"path\":\"/a\",\"from\":\"/b\"}", "copy /a: there is no such value")]
        [InlineData("{\"a\":{}}", "{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a/b\"}", "move /a/b: a value cannot be moved into itself")]
        [InlineData("{\"a\":{}}", "{\"op\":\"move\",\"from\":\"\",\"path\":\"/a\"}", "move /a: a value cannot be moved into itself")]
        [InlineData("{\"a\":1}", "{\"op\":\"add\",\"path\":\"/a/b\",\"value\":1}", "add /a/b: its parent is neither object nor array")]
        [InlineData("{\"a\":[]}", "{\"op\":\"add\",\"path\":\"/a/1\",\"value\":1}", "add /a/1: there is no such place in the array")]
        [InlineData("{\"a\":[1]}", "{\"op\":\"add\",\"path\":\"/a/00\",\"value\":1}", "add /a/00: there is no such place in the array")]
        [InlineData("{\"a\":[1]}", "{\"op\":\"add\",\"path\":\"/a/b\",\"value\":1}", "add /a/b: there is no such place in the array")]
        [InlineData("{\"a\":[]}", "{\"op\":\"increment\",\"path\":\"/a/0\",\"by\":1}", "increment /a/0: there is no such item")]
        [InlineData("{}", "{\"op\":\"replace\",\"path\":\"\",\"value\":[]}", "the patch would leave no object")]
        public void OtherDocumentsAreTold(string document, string operation, string reason)
        {
            var thrown = Assert.Throws<PatchDoesNotApplyException>(() => Applied(document, "[" + operation + "]"));
            Assert.Equal(reason, thrown.Message);
        }

        [Fact]
        public void PartsThatStayAreShared()
        {
            JsonValue before = JsonValue.Parse("{\"a\":{\"b\":[1]},\"c\":{\"d\":1}}");
            JsonValue after = JsonPatch.Apply(before, JsonValue.Parse("[{\"op\":\"add\",\"path\":\"/c/d\",\"value\":2}]").Items);
            Assert.Same(before["a"], after["a"]);
            Assert.Equal("{\"a\":{\"b\":[1]},\"c\":{\"d\":1}}", before.ToString());
        }

        [Theory]
        [InlineData("{}", "a patch is an array of operations")]
        [InlineData("[1]", "operation 0 is no object")]
        [InlineData("[{\"op\":\"remove\",\"path\":\"\"},null]", "operation 1 is no object")]
        [InlineData("[{\"path\":\"/a\"}]", "operation 0 has an \"op\" that is not known")]
        [InlineData("[{\"op\":\"toString\",\"path\":\"/a\"}]", "operation 0 has an \"op\" that is not known")]
        [InlineData("[{\"op\":\"add\",\"path\":\"/a\"}]", "the \"value\" of operation 0 is missing or another value")]
        [InlineData("[{\"op\":\"increment\",\"path\":\"/a\",\"by\":\"1\"}]", "the \"by\" of operation 0 is missing or another value")]
        [InlineData("[{\"op\":\"append\",\"path\":\"/a\",\"maxItems\":1}]", "the \"value\" of operation 0 is missing or another value")]
        [InlineData("[{\"op\":\"increment\",\"path\":\"/a\",\"by\":1,\"mim\":0}]", "operation 0 has a \"mim\" that \"increment\" does not take")]
        [InlineData("[{\"op\":\"increment\",\"path\":\"/a\",\"by\":1,\"min\":null}]", "operation 0 has a \"min\" that \"increment\" does not take")]
        [InlineData("[{\"op\":\"append\",\"path\":\"/a\",\"value\":1,\"maxItems\":0}]", "operation 0 has a \"maxItems\" that \"append\" does not take")]
        [InlineData("[{\"op\":\"append\",\"path\":\"/a\",\"value\":1,\"maxItems\":1.5}]", "operation 0 has a \"maxItems\" that \"append\" does not take")]
        [InlineData("[{\"op\":\"append\",\"path\":\"/a\",\"value\":1,\"maxItems\":9007199254740992}]", "operation 0 has a \"maxItems\" that \"append\" does not take")]
        public void MalformedOperationsAreRefused(string operations, string detail)
        {
            var thrown = Assert.Throws<OperationFormatException>(() => JsonPatch.Check(JsonValue.Parse(operations)));
            Assert.Equal(detail, thrown.Message);
        }

        [Theory]
        [InlineData("[{\"op\":\"add\",\"path\":\"a\",\"value\":1}]", "\"a\" is no JSON Pointer")]
        [InlineData("[{\"op\":\"remove\"}]", "undefined is no JSON Pointer")]
        [InlineData("[{\"op\":\"move\",\"path\":\"\",\"from\":5}]", "5 is no JSON Pointer")]
        public void MalformedPointersAreRefused(string operations, string message)
        {
            var thrown = Assert.Throws<PointerFormatException>(() => JsonPatch.Check(JsonValue.Parse(operations)));
            Assert.Equal(message, thrown.Message);
        }

        [Fact]
        public void OperationsOfAllKindsAreTaken()
        {
            string[] operations =
            {
                "{\"op\":\"add\",\"path\":\"/a\",\"value\":null,\"note\":1}", "{\"op\":\"remove\",\"path\":\"/a\"}",
                "{\"op\":\"replace\",\"path\":\"\",\"value\":{}}", "{\"op\":\"test\",\"path\":\"/a\",\"value\":1}",
                "{\"op\":\"move\",\"path\":\"/a\",\"from\":\"/b\"}", "{\"op\":\"copy\",\"path\":\"/a\",\"from\":\"\"}",
                "{\"op\":\"increment\",\"path\":\"/a\",\"by\":1,\"min\":0,\"max\":9,\"initial\":3}",
                "{\"op\":\"append\",\"path\":\"/a\",\"value\":1,\"maxItems\":1e1}",
            };
            JsonPatch.Check(JsonValue.Array(operations.Select(JsonValue.Parse)));
        }
    }
}
