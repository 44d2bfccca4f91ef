using System;

namespace Playkeep
{
    /// <summary>A whole number of any size as its digits. Time and memory are linear in them.</summary>
    internal readonly struct SignedDigits
    {
        internal SignedDigits(bool isNegative, string digits)
        {
            Digits = digits.TrimStart('0');
            IsNegative = isNegative && Digits.Length > 0;
        }

        /// <summary>False for zero.</summary>
        internal bool IsNegative { get; }

        /// <summary>Without zeros at the begin; empty for zero.</summary>
        internal string Digits { get; }

        internal static SignedDigits Of(long number)
        {
            string text = JsonNumberText.Of(number);
            return new SignedDigits(number < 0, text.TrimStart('-'));
        }

        internal static SignedDigits Add(SignedDigits left, SignedDigits right)
        {
            if (left.IsNegative == right.IsNegative)
            {
                return new SignedDigits(left.IsNegative, Combine(left.Digits, right.Digits, 1));
            }

            return CompareSizes(left.Digits, right.Digits) < 0
                ? new SignedDigits(right.IsNegative, Combine(right.Digits, left.Digits, -1))
                : new SignedDigits(left.IsNegative, Combine(left.Digits, right.Digits, -1));
        }

        /// <summary>Below, equal to or above zero, as the left one is to the right one.</summary>
        internal static int Compare(SignedDigits left, SignedDigits right)
        {
            if (left.IsNegative != right.IsNegative)
            {
                return left.IsNegative ? -1 : 1;
            }

            int order = CompareSizes(left.Digits, right.Digits);
            return left.IsNegative ? -order : order;
        }

        private static int CompareSizes(string left, string right)
        {
            return left.Length == right.Length
                ? string.CompareOrdinal(left, right)
                : left.Length.CompareTo(right.Length);
        }

        /// <summary>Adds, or subtracts digits that are not more, from the right to the left.</summary>
        private static string Combine(string first, string second, int sign)
        {
            int length = Math.Max(first.Length, second.Length) + 1;
            var sum = new char[length];
            int carry = 0;
            for (int fromEnd = 1; fromEnd <= length; fromEnd += 1)
            {
                int value = DigitAt(first, fromEnd) + (sign * DigitAt(second, fromEnd)) + carry;
                carry = value < 0 ? -1 : value / 10;
                sum[length - fromEnd] = (char)('0' + value - (carry * 10));
            }

            return new string(sum);
        }

        private static int DigitAt(string digits, int fromEnd)
        {
            return fromEnd > digits.Length ? 0 : digits[digits.Length - fromEnd] - '0';
        }
    }
}
