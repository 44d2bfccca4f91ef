using System;

namespace Playkeep
{
    /// <summary>The text of doubles in the form of JavaScript (ECMA-262 section 6.1.6.1.20).</summary>
    internal static class JsonDoubleText
    {
        /// <summary>The number must be finite.</summary>
        internal static string Of(double value)
        {
            if (value == 0)
            {
                return "0";
            }

            string digits = ShortestDigits.Of(Math.Abs(value), out int point);
            return (value < 0 ? "-" : "") + Format(digits, point);
        }

        /// <summary>The point stands after as many digits, or before zeros in front of them where it is negative.</summary>
        private static string Format(string digits, int point)
        {
            if (point > 21 || point < -5)
            {
                int exponent = point - 1;
                string fraction = digits.Length == 1 ? "" : "." + digits.Substring(1);
                return digits[0] + fraction + (exponent < 0 ? "e" : "e+") + JsonNumberText.Of(exponent);
            }

            if (point <= 0)
            {
                return "0." + new string('0', -point) + digits;
            }

            return digits.Length <= point
                ? digits.PadRight(point, '0')
                : digits.Substring(0, point) + "." + digits.Substring(point);
        }
    }
}
