using System;
using Xunit;

namespace Playkeep.Tests
{
    public sealed class JsonPointerTests
    {
        private const string Document =
            "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,\"g|h\":4,\"i\\\\j\":5,\"k\\\"l\":6,\" \":7,\"m~n\":8}";

        // RFC 6901 section 5.
        [Theory]
        [InlineData("", Document)]
        [InlineData("/foo", "[\"bar\",\"baz\"]")]
        [InlineData("/foo/0", "\"bar\"")]
        [InlineData("/", "0")]
        [InlineData("/a~1b", "1")]
        [InlineData("/c%d", "2")]
        [InlineData("/e^f", "3")]
        [InlineData("/g|h", "4")]
        [InlineData("/i\\j", "5")]
        [InlineData("/k\"l", "6")]
        [InlineData("/ ", "7")]
        [InlineData("/m~0n", "8")]
        public void ExamplesOfTheRfcNameTheirValues(string pointer, string value)
        {
            Assert.Equal(value, JsonValue.Parse(Document).At(pointer)!.ToString());
            Assert.Equal(pointer, JsonPointer.Format(JsonPointer.Parse(pointer)));
        }

        [Theory]
        [InlineData("/bar")]
        [InlineData("/foo/2")]
        [InlineData("/foo/-")]
        [InlineData("/foo/00")]
        [InlineData("/foo/01")]
        [InlineData("/foo/+1")]
        [InlineData("/foo/1e0")]
        [InlineData("/foo/")]
        [InlineData("/foo/4294967296")]
        [InlineData("/foo/99999999999999999999")]
        [InlineData("/foo/0/0")]
        [InlineData("/foo/length")]
        [InlineData("//x")]
        public void OtherPointersNameNothing(string pointer)
        {
            Assert.Null(JsonValue.Parse(Document).At(pointer));
        }

        [Theory]
        [InlineData("foo", "\"foo\" is no JSON Pointer")]
        [InlineData("#/foo", "\"#/foo\" is no JSON Pointer")]
        [InlineData("/~", "\"/~\" is no JSON Pointer")]
        [InlineData("/~2", "\"/~2\" is no JSON Pointer")]
        [InlineData("/a~0~/b", "\"/a~0~/b\" is no JSON Pointer")]
        public void MalformedPointersAreRefused(string pointer, string message)
        {
            Assert.Equal(message, Assert.Throws<PointerFormatException>(() => JsonPointer.Parse(pointer)).Message);
            Assert.ThrowsAny<FormatException>(() => JsonValue.Null.At(pointer));
        }

        [Fact]
        public void EscapesAreReadOnce()
        {
            Assert.Equal(new[] { "~1", "/", "~", "" }, JsonPointer.Parse("/~01/~1/~0/"));
            Assert.Equal("/~01/~1/~0/", JsonPointer.Format(new[] { "~1", "/", "~", "" }));
        }

        [Theory]
        [InlineData("", "", true)]
        [InlineData("", "/a", true)]
        [InlineData("/a", "/a/b", true)]
        [InlineData("/a", "/ab", false)]
        [InlineData("/a/b", "/a", false)]
        public void PrefixesLeadThrough(string prefix, string path, bool isPrefix)
        {
            Assert.Equal(isPrefix, JsonPointer.IsPrefix(JsonPointer.Parse(prefix), JsonPointer.Parse(path)));
        }
    }
}
