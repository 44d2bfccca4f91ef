using System;

namespace Playkeep
{
    /// <summary>
    /// A number as its digits without zeros at the ends, and a power of ten: the same for numbers of the same value. The
    /// power is text too, so an exponent of any size costs no more than its digits.
    /// </summary>
    internal readonly struct CanonicalNumber
    {
        private CanonicalNumber(bool isNegative, string digits, SignedDigits power)
        {
            IsNegative = isNegative;
            Digits = digits;
            Power = power;
        }

        /// <summary>False for zero.</summary>
        internal bool IsNegative { get; }

        /// <summary>Empty for zero.</summary>
        internal string Digits { get; }

        /// <summary>The power of ten of the last digit; zero for zero.</summary>
        internal SignedDigits Power { get; }

        /// <summary>The text must be that of a JSON number.</summary>
        internal static CanonicalNumber Of(string text)
        {
            NumberParts parts = NumberParts.Of(text);
            string digits = (parts.Whole + parts.Fraction).TrimStart('0');
            if (digits.Length == 0)
            {
                return new CanonicalNumber(false, "", SignedDigits.Of(0));
            }

            string stripped = digits.TrimEnd('0');
            SignedDigits shift = SignedDigits.Of(digits.Length - stripped.Length - parts.Fraction.Length);
            return new CanonicalNumber(parts.IsNegative, stripped, SignedDigits.Add(parts.Exponent, shift));
        }

        /// <summary>Below, equal to or above zero, as the left one is to the right one.</summary>
        internal static int Compare(CanonicalNumber left, CanonicalNumber right)
        {
            if (left.Digits.Length == 0 || right.Digits.Length == 0 || left.IsNegative != right.IsNegative)
            {
                return left.Sign().CompareTo(right.Sign());
            }

            int order = SignedDigits.Compare(left.Size(), right.Size());
            if (order == 0)
            {
                // The first digits are of one power, and no digits end with a zero.
                order = string.CompareOrdinal(left.Digits, right.Digits);
            }

            return left.IsNegative ? -order : order;
        }

        internal bool IsSame(CanonicalNumber other)
        {
            return IsNegative == other.IsNegative
                && string.Equals(Digits, other.Digits, StringComparison.Ordinal)
                && SignedDigits.Compare(Power, other.Power) == 0;
        }

        public override int GetHashCode()
        {
            return HashCode.Combine(IsNegative, Digits, Power.IsNegative, Power.Digits);
        }

        /// <summary>The power of ten of the first digit, and one more.</summary>
        internal SignedDigits Size()
        {
            return SignedDigits.Add(Power, SignedDigits.Of(Digits.Length));
        }

        private int Sign()
        {
            if (Digits.Length == 0)
            {
                return 0;
            }

            return IsNegative ? -1 : 1;
        }
    }
}
