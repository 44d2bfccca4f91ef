using System;
using System.Numerics;
using System.Text;

namespace Playkeep
{
    /// <summary>
    /// The fewest digits that name a double (Steele and White, 1990). The runtimes of .NET and Unity differ in their own
    /// conversions, so there is no use of them here.
    /// </summary>
    internal static class ShortestDigits
    {
        private const int FractionBits = 52;
        private const long HiddenBit = 1L << FractionBits;

        /// <summary>The power of two of the last bit of the least doubles.</summary>
        private const int LeastPower = -1074;

        /// <summary>Whole numbers up to this one are exact.</summary>
        private const double MostExact = 9007199254740992;

        /// <summary>The digits of a positive number, without zeros at the end, and the place of the point in them.</summary>
        internal static string Of(double value, out int point)
        {
            if (value < MostExact && Math.Floor(value) == value)
            {
                string whole = JsonNumberText.Of((long)value);
                point = whole.Length;
                return whole.TrimEnd('0');
            }

            long bits = BitConverter.DoubleToInt64Bits(value);
            long fraction = bits & (HiddenBit - 1);
            int biased = (int)(bits >> FractionBits);
            long mantissa = biased == 0 ? fraction : fraction | HiddenBit;
            int power = LeastPower + Math.Max(0, biased - 1);
            // Below a power of two the next double is half as far away.
            bool isNearBelow = fraction == 0 && biased > 1;
            int half = isNearBelow ? 2 : 1;
            BigInteger unit = BigInteger.One << Math.Max(0, power);
            var size = new Size
            {
                Value = mantissa * unit * 2 * half,
                Scale = (BigInteger.One << Math.Max(0, -power)) * 2 * half,
                Above = unit * half,
                Below = unit,
                AreEndsIncluded = mantissa % 2 == 0,
            };
            point = Normalize(ref size, (int)Math.Ceiling(Math.Log10(value) - 1e-10));
            return Generate(size);
        }

        /// <summary>Makes the first digit that of the tenths. The result is the place of the point.</summary>
        private static int Normalize(ref Size size, int estimate)
        {
            if (estimate >= 0)
            {
                size.Scale *= BigInteger.Pow(10, estimate);
            }
            else
            {
                size.Multiply(BigInteger.Pow(10, -estimate));
            }

            // The estimate is one too low at times.
            int point = estimate;
            if (size.IsHighEnough())
            {
                size.Scale *= 10;
                point += 1;
            }

            return point;
        }

        private static string Generate(Size size)
        {
            var digits = new StringBuilder();
            while (true)
            {
                size.Multiply(10);
                int digit = (int)BigInteger.DivRem(size.Value, size.Scale, out BigInteger rest);
                size.Value = rest;
                bool isLowEnough = size.IsLowEnough();
                bool isHighEnough = size.IsHighEnough();
                if (!isLowEnough && !isHighEnough)
                {
                    digits.Append((char)('0' + digit));
                    continue;
                }

                bool isUp = isLowEnough && isHighEnough ? IsNextNearer(size, digit) : isHighEnough;
                return digits.Append((char)('0' + digit + (isUp ? 1 : 0))).ToString();
            }
        }

        /// <summary>Is the next digit nearer than this one? Of two that are as near the even one is taken, as V8 does it.</summary>
        private static bool IsNextNearer(Size size, int digit)
        {
            int order = (size.Value * 2).CompareTo(size.Scale);
            return order > 0 || (order == 0 && digit % 2 == 1);
        }

        /// <summary>A number as a fraction, and the distances of the numbers that are read as the same double.</summary>
        private struct Size
        {
            internal BigInteger Value;
            internal BigInteger Scale;
            internal BigInteger Above;
            internal BigInteger Below;
            internal bool AreEndsIncluded;

            internal void Multiply(BigInteger factor)
            {
                Value *= factor;
                Above *= factor;
                Below *= factor;
            }

            /// <summary>Is the rest so small that it may be left out?</summary>
            internal bool IsLowEnough()
            {
                return AreEndsIncluded ? Value <= Below : Value < Below;
            }

            /// <summary>Is the rest so large that the next digit may stand for it?</summary>
            internal bool IsHighEnough()
            {
                return AreEndsIncluded ? Value + Above >= Scale : Value + Above > Scale;
            }
        }
    }
}
