using System;
using System.Linq;
using Xunit;

namespace Playkeep.Tests
{
    public sealed class JsonParsingTests
    {
        [Theory]
        [InlineData("null", "null")]
        [InlineData(" \t\r\n true \n", "true")]
        [InlineData("[ ]", "[]")]
        [InlineData("{ }", "{}")]
        [InlineData("[1 , false,null ,\"a\"]", "[1,false,null,\"a\"]")]
        [InlineData("{ \"b\" : 1 , \"a\" : { \"\" : [ { } ] } }", "{\"b\":1,\"a\":{\"\":[{}]}}")]
        [InlineData("[-0,0.0,1E5,1e+05,1e-5,-12.50]", "[-0,0.0,1E5,1e+05,1e-5,-12.50]")]
        [InlineData("123456789012345678901234567890.123456789012345678901234567890", "123456789012345678901234567890.123456789012345678901234567890")]
        [InlineData("\"\u007f\u2028\"", "\"\u007f\u2028\"")]
        [InlineData("{\"__proto__\":1,\"10\":2,\"9\":3}", "{\"__proto__\":1,\"10\":2,\"9\":3}")]
        public void TextsOfJsonAreRead(string text, string written)
        {
            Assert.Equal(written, JsonValue.Parse(text).ToString());
        }

        [Theory]
        [InlineData("", "no value at position 0")]
        [InlineData("  ", "no value at position 2")]
        [InlineData("[1,]", "no value at position 3")]
        [InlineData("[1 2]", "no comma and no end of the array at position 3")]
        [InlineData("{\"a\":1", "no comma and no end of the object at position 6")]
        [InlineData("{\"a\":1,}", "no key at position 7")]
        [InlineData("{a:1}", "no key at position 1")]
        [InlineData("{\"a\" 1}", "no colon at position 5")]
        [InlineData("1 1", "a character after the value at position 2")]
        [InlineData("[]]", "a character after the value at position 2")]
        [InlineData("tru", "no value at position 0")]
        [InlineData("True", "no value at position 0")]
        [InlineData("NaN", "no value at position 0")]
        [InlineData("01", "no number at position 0")]
        [InlineData("-01", "no number at position 0")]
        [InlineData("-", "no number at position 0")]
        [InlineData("[1.]", "no number at position 1")]
        [InlineData(".5", "no value at position 0")]
        [InlineData("+1", "no value at position 0")]
        [InlineData("1e", "no number at position 0")]
        [InlineData("1e+", "no number at position 0")]
        [InlineData("0x1", "a character after the value at position 1")]
        [InlineData("'a'", "no value at position 0")]
        [InlineData("\"a", "a string without an end at position 2")]
        [InlineData("\"a\\\"", "a string without an end at position 4")]
        [InlineData("\"\\x\"", "no escape at position 1")]
        [InlineData("\"\\u12g4\"", "no escape at position 1")]
        [InlineData("\"\\u+123\"", "no escape at position 1")]
        [InlineData("\"\\", "no escape at position 1")]
        [InlineData("\"a\nb\"", "a control character in the string at position 2")]
        [InlineData("\"\\n\u0001\"", "a control character in the string at position 3")]
        [InlineData("\ufeff1", "no value at position 0")]
        [InlineData("\u00a01", "no value at position 0")]
        [InlineData("\0", "no value at position 0")]
        [InlineData("[1\0]", "no comma and no end of the array at position 2")]
        [InlineData("/**/1", "no value at position 0")]
        public void OtherTextsAreRefusedWithThePosition(string text, string error)
        {
            Assert.False(JsonValue.TryParse(text, out JsonValue? value, out string? told));
            Assert.Null(value);
            Assert.Equal(error, told);
            Assert.Equal(error, Assert.Throws<FormatException>(() => JsonValue.Parse(text)).Message);
        }

        [Fact]
        public void OfOneKeyTheLastMemberCountsAtThePlaceOfTheFirst()
        {
            Assert.Equal("{\"a\":3,\"b\":2}", JsonValue.Parse("{\"a\":1,\"b\":2,\"\\u0061\":3}").ToString());

            string many = string.Join(",", Enumerable.Range(0, 20).Select(index => $"\"k{index}\":{index}"));
            JsonValue read = JsonValue.Parse("{" + many + ",\"k3\":\"new\"}");
            Assert.Equal(20, read.Count);
            Assert.Equal("k3", read.Members[3].Key);
            Assert.Equal("new", read["k3"]!.AsString());
        }

        [Theory]
        [InlineData("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t")]
        [InlineData("\"\\u0041\\u00e9\\u00E9\\u0000\"", "Aéé\0")]
        [InlineData("\"a\\nb\\tc\"", "a\nb\tc")]
        public void EscapesAreCharacters(string text, string value)
        {
            Assert.Equal(value, JsonValue.Parse(text).AsString());
        }

        [Fact]
        public void HalvesOfPairsAreKept()
        {
            Assert.Equal("\ud83d\ude00 \ud83d", JsonValue.Parse("\"\\ud83d\\ude00 \\ud83d\"").AsString());
            Assert.Equal("\ude00\ud83d", JsonValue.Parse("\"\ude00\ud83d\"").AsString());
        }

        [Fact]
        public void StringsAreEscapedAsJavaScriptDoesIt()
        {
            Assert.Equal("\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u007f\u2028é\"", ((JsonValue)"\"\\/\b\f\n\r\t\0\u001f\u007f\u2028é").ToString());
            Assert.Equal("\"😀\"", ((JsonValue)"😀").ToString());
            Assert.Equal("\"\\ud83d\"", ((JsonValue)"\ud83d").ToString());
            Assert.Equal("\"\\ude00\\ud83da\"", ((JsonValue)"\ude00\ud83da").ToString());
            Assert.Equal("\"\\ud83d😀\\ude00\"", ((JsonValue)"\ud83d\ud83d\ude00\ude00").ToString());
            Assert.Equal("{\"\\n\":1}", JsonValue.Object(("\n", 1)).ToString());
        }
    }
}
