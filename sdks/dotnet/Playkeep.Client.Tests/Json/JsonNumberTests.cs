using System;
using System.Globalization;
using System.Numerics;
using Xunit;

namespace Playkeep.Tests
{
    public sealed class JsonNumberTests
    {
        // The texts are those of JavaScript.
        [Theory]
        [InlineData(0.0, "0")]
        [InlineData(1.0, "1")]
        [InlineData(-100.0, "-100")]
        [InlineData(0.1, "0.1")]
        [InlineData(0.1 + 0.2, "0.30000000000000004")]
        [InlineData(123456.789, "123456.789")]
        [InlineData(9007199254740992.0, "9007199254740992")]
        [InlineData(123456789012345680000.0, "123456789012345680000")]
        [InlineData(1e21, "1e+21")]
        [InlineData(1.5e300, "1.5e+300")]
        [InlineData(0.000001, "0.000001")]
        [InlineData(0.0000001, "1e-7")]
        [InlineData(1.25e-7, "1.25e-7")]
        [InlineData(5e-324, "5e-324")]
        [InlineData(2.2250738585072014e-308, "2.2250738585072014e-308")]
        [InlineData(1.7976931348623157e308, "1.7976931348623157e+308")]
        [InlineData(5.684341886080802e-14, "5.684341886080802e-14")]
        [InlineData(9.5367431640625e-7, "9.5367431640625e-7")]
        [InlineData(1e23, "1e+23")]
        [InlineData(26726408460.4453125, "26726408460.445312")]
        [InlineData(-4.35, "-4.35")]
        public void DoublesHaveTheFewestDigits(double value, string text)
        {
            Assert.Equal(text, ((JsonValue)value).ToString());
        }

        [Fact]
        public void DoublesComeBackFromTheirText()
        {
            var random = new Random(7);
            for (int round = 0; round < 20000; round += 1)
            {
                double value = BitConverter.Int64BitsToDouble((long)(random.NextDouble() * long.MaxValue));
                if (double.IsNaN(value) || double.IsInfinity(value))
                {
                    continue;
                }

                JsonValue number = value;
                Assert.Equal(value, number.AsDouble());
                string shortest = value.ToString("R", CultureInfo.InvariantCulture);
                Assert.True(JsonDecimal.AreEqual(shortest, number.NumberText), shortest + " " + number.NumberText);
            }
        }

        [Fact]
        public void NegativeZeroHasNoSign()
        {
            Assert.Equal("0", ((JsonValue)(-0.0)).ToString());
        }

        [Fact]
        public void DoublesThatAreNotFiniteAreRefused()
        {
            Assert.Throws<ArgumentException>(() => (JsonValue)double.NaN);
            Assert.Throws<ArgumentException>(() => (JsonValue)double.PositiveInfinity);
            Assert.Throws<ArgumentException>(() => (JsonValue)double.NegativeInfinity);
        }

        [Fact]
        public void OtherNumbersKeepTheirDigits()
        {
            Assert.Equal("-2147483648", ((JsonValue)int.MinValue).ToString());
            Assert.Equal("9223372036854775807", ((JsonValue)long.MaxValue).ToString());
            Assert.Equal("1.10", ((JsonValue)1.10m).ToString());
            Assert.Equal("-100000000000000000000", ((JsonValue)(-BigInteger.Pow(10, 20))).ToString());
            Assert.Equal("1.500E+07", JsonValue.Number("1.500E+07").NumberText);
        }

        [Theory]
        [InlineData("")]
        [InlineData("01")]
        [InlineData("1 ")]
        [InlineData(" 1")]
        [InlineData("1.")]
        [InlineData("Infinity")]
        [InlineData("true")]
        public void NumberRefusesOtherTexts(string text)
        {
            Assert.Throws<FormatException>(() => JsonValue.Number(text));
        }

        [Theory]
        [InlineData("0", 0)]
        [InlineData("-0", 0)]
        [InlineData("-0.0e5", 0)]
        [InlineData("1e3", 1000)]
        [InlineData("1.0", 1)]
        [InlineData("-1200e-2", -12)]
        [InlineData("9223372036854775807", long.MaxValue)]
        [InlineData("-9223372036854775808.000", long.MinValue)]
        [InlineData("0e999999999999999999999", 0)]
        public void WholeNumbersAreRead(string text, long value)
        {
            Assert.Equal(value, JsonValue.Parse(text).AsInt64());
            Assert.Equal(value, JsonValue.Parse(text).AsBigInteger());
        }

        [Fact]
        public void NumbersThatDoNotFitAreRefused()
        {
            Assert.Throws<FormatException>(() => JsonValue.Number("1.5").AsInt64());
            Assert.Throws<FormatException>(() => JsonValue.Number("1e-999999999").AsBigInteger());
            Assert.Throws<OverflowException>(() => JsonValue.Number("9223372036854775808").AsInt64());
            Assert.Throws<OverflowException>(() => JsonValue.Number("2147483648").AsInt32());
            Assert.Throws<OverflowException>(() => JsonValue.Number("1e99999999999999999999").AsInt64());
            Assert.Throws<OverflowException>(() => JsonValue.Number("1e999999999").AsBigInteger());
            Assert.Throws<OverflowException>(() => JsonValue.Number("1e999999999").AsDouble());
            Assert.Throws<OverflowException>(() => JsonValue.Number("-1.8e308").AsDouble());
            Assert.Throws<OverflowException>(() => JsonValue.Number("1e999999999").AsDecimal());
            Assert.Throws<OverflowException>(() => JsonValue.Number("79228162514264337593543950336").AsDecimal());
            Assert.Equal(BigInteger.Pow(10, 9999), JsonValue.Number("1e9999").AsBigInteger());
        }

        [Fact]
        public void FractionsAreRead()
        {
            Assert.Equal(0.1, JsonValue.Number("0.1").AsDouble());
            Assert.Equal(0.1, JsonValue.Number("1e-0000000000000000000000001").AsDouble());
            Assert.Equal(0.0, JsonValue.Number("1e-999999999999").AsDouble());
            Assert.Equal(5e-324, JsonValue.Number("0.5e-323").AsDouble());
            Assert.True(double.IsNegative(JsonValue.Number("-0").AsDouble()));
            Assert.Equal("1.10", JsonValue.Number("1.10").AsDecimal().ToString(CultureInfo.InvariantCulture));
            Assert.Equal(0.00125m, JsonValue.Number("1.25e-3").AsDecimal());
            Assert.Equal(0m, JsonValue.Number("1e-999999999999").AsDecimal());
            Assert.Equal(1500m, JsonValue.Number("-15e+2").AsDecimal() * -1);
        }

        [Fact]
        public void AnotherKindIsNoNumber()
        {
            Assert.Throws<InvalidOperationException>(() => ((JsonValue)"1").AsInt32());
            Assert.Throws<InvalidOperationException>(() => JsonValue.Null.AsDouble());
            Assert.Throws<InvalidOperationException>(() => JsonValue.True.NumberText);
            var thrown = Assert.Throws<InvalidOperationException>(() => JsonValue.Array().AsString());
            Assert.Equal("the value is no string but an array", thrown.Message);
        }
    }
}
