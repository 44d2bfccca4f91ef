using System;

namespace Playkeep
{
    /// <summary>Whole numbers of JSON: <c>1e3</c> and <c>10.0</c> are ones.</summary>
    internal static class JsonInteger
    {
        /// <summary>The digits with a sign and without an exponent.</summary>
        /// <exception cref="FormatException">The number is no whole one.</exception>
        /// <exception cref="OverflowException">The number has more digits than the most.</exception>
        internal static string Read(string number, int mostDigits)
        {
            CanonicalNumber canonical = CanonicalNumber.Of(number);
            if (canonical.Digits.Length == 0)
            {
                return "0";
            }

            if (canonical.Power.IsNegative)
            {
                throw new FormatException("the number is no whole one");
            }

            SignedDigits length = canonical.Size();
            if (SignedDigits.Compare(length, SignedDigits.Of(mostDigits)) > 0)
            {
                throw new OverflowException("the number has more than " + JsonNumberText.Of(mostDigits) + " digits");
            }

            string digits = canonical.Digits.PadRight(int.Parse(length.Digits), '0');
            return canonical.IsNegative ? "-" + digits : digits;
        }

        /// <summary>Is a number a whole one from 1 to the largest that JavaScript keeps, which is 2^53 - 1?</summary>
        internal static bool IsCount(string number)
        {
            bool isWhole = !CanonicalNumber.Of(number).Power.IsNegative;
            return isWhole && JsonDecimal.Compare(number, "1") >= 0 && JsonDecimal.Compare(number, "9007199254740991") <= 0;
        }
    }
}
