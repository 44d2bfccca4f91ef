using System;
using System.Globalization;
using System.Numerics;

namespace Playkeep
{
    /// <content>The conversions to the types of .NET.</content>
    public sealed partial class JsonValue
    {
        private const int MostDigitsOfInt64 = 19;
        private const int MostDigitsOfBigInteger = 10000;
        private const int MostDigitsOfDecimal = 29;
        private const int MostDigitsOfDouble = 310;

        /// <summary>The text of a number as it was written.</summary>
        /// <exception cref="InvalidOperationException">The value is no number.</exception>
        public string NumberText => Expect(JsonKind.Number).Text;

        /// <summary>The characters of a string.</summary>
        /// <exception cref="InvalidOperationException">The value is no string.</exception>
        public string AsString()
        {
            return Expect(JsonKind.String).Text;
        }

        /// <summary>The truth of <c>true</c> or <c>false</c>.</summary>
        /// <exception cref="InvalidOperationException">The value is neither.</exception>
        public bool AsBoolean()
        {
            return ReferenceEquals(Expect(JsonKind.Boolean), True);
        }

        /// <summary>A whole number: 1000 for <c>1e3</c>, 1 for <c>1.0</c>.</summary>
        /// <exception cref="InvalidOperationException">The value is no number.</exception>
        /// <exception cref="FormatException">The number is no whole one.</exception>
        /// <exception cref="OverflowException">The number does not fit.</exception>
        public int AsInt32()
        {
            return checked((int)AsInt64());
        }

        /// <inheritdoc cref="AsInt32"/>
        public long AsInt64()
        {
            string digits = JsonInteger.Read(NumberText, MostDigitsOfInt64);
            return long.Parse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        }

        /// <summary>A whole number of at most 10,000 digits: 1000 for <c>1e3</c>, 1 for <c>1.0</c>.</summary>
        /// <exception cref="InvalidOperationException">The value is no number.</exception>
        /// <exception cref="FormatException">The number is no whole one.</exception>
        /// <exception cref="OverflowException">The number has more than 10,000 digits.</exception>
        public BigInteger AsBigInteger()
        {
            string digits = JsonInteger.Read(NumberText, MostDigitsOfBigInteger);
            return BigInteger.Parse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        }

        /// <summary>The nearest double of a number. It may have other digits: <see cref="NumberText"/> has all.</summary>
        /// <exception cref="InvalidOperationException">The value is no number.</exception>
        /// <exception cref="OverflowException">The number is larger than all doubles.</exception>
        public double AsDouble()
        {
            string text = NumberText;
            double size = Math.Abs(DoubleOf(CanonicalNumber.Of(text)));
            if (double.IsInfinity(size))
            {
                throw new OverflowException("the number is larger than all doubles");
            }

            return text[0] == '-' ? -size : size;
        }

        /// <summary>
        /// The nearest decimal of a number, which has up to 28 decimals. It may have fewer digits than the number:
        /// <see cref="NumberText"/> has all.
        /// </summary>
        /// <exception cref="InvalidOperationException">The value is no number.</exception>
        /// <exception cref="OverflowException">The number is larger than all decimals.</exception>
        public decimal AsDecimal()
        {
            string text = NumberText;
            bool hasExponent = text.IndexOfAny(new[] { 'e', 'E' }) >= 0;
            if (!hasExponent)
            {
                return decimal.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
            }

            CanonicalNumber number = CanonicalNumber.Of(text);
            if (IsLonger(number.Size(), MostDigitsOfDecimal))
            {
                throw new OverflowException("the number is larger than all decimals");
            }

            bool isNothing = number.Digits.Length == 0 || IsBelow(number.Size(), -MostDigitsOfDecimal);
            return isNothing ? 0 : decimal.Parse(Plain(number), NumberStyles.Float, CultureInfo.InvariantCulture);
        }

        private static double DoubleOf(CanonicalNumber number)
        {
            if (number.Digits.Length == 0 || IsBelow(number.Size(), -MostDigitsOfDouble - 20))
            {
                return 0;
            }

            return IsLonger(number.Size(), MostDigitsOfDouble)
                ? double.PositiveInfinity
                : double.Parse(Plain(number), NumberStyles.Float, CultureInfo.InvariantCulture);
        }

        private static bool IsLonger(SignedDigits length, int most)
        {
            return SignedDigits.Compare(length, SignedDigits.Of(most)) > 0;
        }

        private static bool IsBelow(SignedDigits length, int least)
        {
            return SignedDigits.Compare(length, SignedDigits.Of(least)) < 0;
        }

        /// <summary>A text with a short exponent.</summary>
        private static string Plain(CanonicalNumber number)
        {
            string sign = number.IsNegative ? "-" : "";
            return sign + number.Digits + "E" + (number.Power.IsNegative ? "-" : "") + number.Power.Digits.PadLeft(1, '0');
        }
    }
}
