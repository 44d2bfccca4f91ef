using System;

namespace Playkeep
{
    /// <summary>
    /// Exact decimal arithmetic on the texts of numbers, as the service does it: 0.1 and 0.2 make 0.3. Time and memory are
    /// linear in the digits.
    /// </summary>
    internal static class JsonDecimal
    {
        /// <summary>The bounds of the service for counters (docs/api.md).</summary>
        internal const int MostDigits = 1000;

        /// <summary>The largest exponent of a counter in either direction.</summary>
        internal const int MostExponent = 1000;

        private static readonly char[] NotWhole = { '.', 'e', 'E' };

        /// <summary>
        /// The sum, with as many decimals as the number with more, and without an exponent: 0.5 and 0.5 make 1.0. Null past
        /// the bounds of the service, for a number or the sum.
        /// </summary>
        internal static string? AddExactly(string left, string right)
        {
            if (!IsWithinBounds(left) || !IsWithinBounds(right))
            {
                return null;
            }

            (SignedDigits leftDigits, int leftDecimals) = PlainOf(left);
            (SignedDigits rightDigits, int rightDecimals) = PlainOf(right);
            int decimals = Math.Max(leftDecimals, rightDecimals);
            SignedDigits sum = SignedDigits.Add(
                WithZeros(leftDigits, decimals - leftDecimals),
                WithZeros(rightDigits, decimals - rightDecimals));
            return Math.Max(sum.Digits.Length, decimals) > MostDigits ? null : Format(sum, decimals);
        }

        /// <summary>Below, equal to or above zero, as the left number is to the right one. Numbers of any size are compared.</summary>
        internal static int Compare(string left, string right)
        {
            return CanonicalNumber.Compare(CanonicalNumber.Of(left), CanonicalNumber.Of(right));
        }

        /// <summary>Have the numbers the same value?</summary>
        internal static bool AreEqual(string left, string right)
        {
            if (string.Equals(left, right, StringComparison.Ordinal))
            {
                return true;
            }

            // Whole numbers but zero have one text.
            bool areWhole = IsWholeText(left) && IsWholeText(right);
            return !areWhole && CanonicalNumber.Of(left).IsSame(CanonicalNumber.Of(right));
        }

        private static bool IsWholeText(string number)
        {
            return number != "0" && number != "-0" && number.IndexOfAny(NotWhole) < 0;
        }

        /// <summary>Has a number at most 1,000 digits, and an exponent from -1,000 to 1,000?</summary>
        internal static bool IsWithinBounds(string number)
        {
            NumberParts parts = NumberParts.Of(number);
            string exponent = parts.Exponent.Digits;
            return parts.Whole.Length + parts.Fraction.Length <= MostDigits
                && exponent.Length <= 4
                && (exponent.Length == 0 || SmallOf(parts.Exponent) <= MostExponent);
        }

        /// <summary>A number within the bounds as its digits and the number of its decimals.</summary>
        private static (SignedDigits Digits, int Decimals) PlainOf(string number)
        {
            NumberParts parts = NumberParts.Of(number);
            int power = SmallOf(parts.Exponent);
            int decimals = parts.Fraction.Length - (parts.Exponent.IsNegative ? -power : power);
            var digits = new SignedDigits(parts.IsNegative, parts.Whole + parts.Fraction);
            return (WithZeros(digits, Math.Max(0, -decimals)), Math.Max(0, decimals));
        }

        /// <summary>The size of a number of few digits.</summary>
        private static int SmallOf(SignedDigits number)
        {
            int size = 0;
            foreach (char digit in number.Digits)
            {
                size = (size * 10) + digit - '0';
            }

            return size;
        }

        private static SignedDigits WithZeros(SignedDigits number, int count)
        {
            return new SignedDigits(number.IsNegative, number.Digits + new string('0', count));
        }

        private static string Format(SignedDigits number, int decimals)
        {
            string digits = number.Digits.PadLeft(decimals + 1, '0');
            int point = digits.Length - decimals;
            string whole = (number.IsNegative ? "-" : "") + digits.Substring(0, point);
            return decimals == 0 ? whole : whole + "." + digits.Substring(point);
        }
    }
}
