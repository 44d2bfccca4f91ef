using System;
using Xunit;

namespace Playkeep.Tests
{
    public sealed class JsonDecimalTests
    {
        [Theory]
        [InlineData("0.1", "0.2", "0.3")]
        [InlineData("0.5", "0.5", "1.0")]
        [InlineData("1.50", "-1.5", "0.00")]
        [InlineData("5", "-8", "-3")]
        [InlineData("-5", "8", "3")]
        [InlineData("-5", "-8", "-13")]
        [InlineData("999999999999999999999", "1", "1000000000000000000000")]
        [InlineData("1000000000000000000000", "-1", "999999999999999999999")]
        [InlineData("1e3", "0", "1000")]
        [InlineData("1e-3", "1", "1.001")]
        [InlineData("12e-1", "0.8", "2.0")]
        [InlineData("-0", "0", "0")]
        [InlineData("0", "-0.05", "-0.05")]
        [InlineData("1E+02", "1e-02", "100.01")]
        public void SumsAreExact(string left, string right, string sum)
        {
            Assert.Equal(sum, JsonDecimal.AddExactly(left, right));
            Assert.Equal(sum, JsonDecimal.AddExactly(right, left));
        }

        [Fact]
        public void SumsEndAtTheBoundsOfTheService()
        {
            string most = new string('9', 1000);
            Assert.Null(JsonDecimal.AddExactly(most, "1"));
            Assert.Equal(new string('9', 999) + "8", JsonDecimal.AddExactly(most, "-1"));
            Assert.Null(JsonDecimal.AddExactly("1e1001", "0"));
            Assert.Null(JsonDecimal.AddExactly("1e-999999999999", "0"));
            Assert.Null(JsonDecimal.AddExactly("1e1000", "0"));
            Assert.NotNull(JsonDecimal.AddExactly("1e999", "0"));
            Assert.NotNull(JsonDecimal.AddExactly("0." + new string('0', 999) + "1", "0"));
            Assert.Null(JsonDecimal.AddExactly("0." + new string('0', 1000) + "1", "0"));
            Assert.NotNull(JsonDecimal.AddExactly("1e-1000", "0"));
            Assert.NotNull(JsonDecimal.AddExactly("1e0000000999", "0"));
        }

        // In order.
        private static readonly string[] Ascending =
        {
            "-1e1000000000000000000000", "-2e999999999", "-1e999999999", "-100", "-99.5", "-2", "-1.5", "-1e-999999999999",
            "0", "1e-1000000000000000000000", "1e-5", "0.5", "1", "1.000000000000000000000000000001", "2", "10", "11",
            "99.99", "1e2", "1e999999999", "10.1e999999999", "1e1000000000000000000000",
        };

        [Fact]
        public void NumbersAreComparedByValue()
        {
            for (int left = 0; left < Ascending.Length; left += 1)
            {
                for (int right = 0; right < Ascending.Length; right += 1)
                {
                    int order = Math.Sign(JsonDecimal.Compare(Ascending[left], Ascending[right]));
                    Assert.Equal(Math.Sign(left.CompareTo(right)), order);
                    Assert.Equal(left == right, JsonDecimal.AreEqual(Ascending[left], Ascending[right]));
                }
            }
        }

        [Theory]
        [InlineData("1", "1.0")]
        [InlineData("1", "1e0")]
        [InlineData("1000", "1e3")]
        [InlineData("0.001", "1E-3")]
        [InlineData("0", "-0")]
        [InlineData("0", "0.00e99999999999999999")]
        [InlineData("10e999999999", "1e1000000000")]
        [InlineData("-120", "-1.2e+02")]
        [InlineData("1e999999999999999999999999999999", "0.1e1000000000000000000000000000000")]
        public void EqualValuesHaveOneHashCode(string left, string right)
        {
            JsonValue one = JsonValue.Number(left);
            JsonValue other = JsonValue.Number(right);
            Assert.True(one.Equals(other));
            Assert.True(other.Equals(one));
            Assert.Equal(one.GetHashCode(), other.GetHashCode());
            Assert.Equal(0, JsonDecimal.Compare(left, right));
        }
    }
}
