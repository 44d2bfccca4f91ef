namespace Playkeep
{
    /// <summary>The parts of the text of a JSON number (RFC 8259 section 6).</summary>
    internal readonly struct NumberParts
    {
        private NumberParts(bool isNegative, string whole, string fraction, SignedDigits exponent)
        {
            IsNegative = isNegative;
            Whole = whole;
            Fraction = fraction;
            Exponent = exponent;
        }

        internal bool IsNegative { get; }

        /// <summary>The digits before the point; empty for a single zero.</summary>
        internal string Whole { get; }

        /// <summary>The digits after the point.</summary>
        internal string Fraction { get; }

        internal SignedDigits Exponent { get; }

        /// <summary>The text must be that of a JSON number.</summary>
        internal static NumberParts Of(string text)
        {
            bool isNegative = text[0] == '-';
            int mark = text.IndexOfAny(new[] { 'e', 'E' });
            int end = mark < 0 ? text.Length : mark;
            int start = isNegative ? 1 : 0;
            int point = text.IndexOf('.');
            int wholeEnd = point < 0 ? end : point;
            string whole = text.Substring(start, wholeEnd - start);
            string fraction = point < 0 ? "" : text.Substring(point + 1, end - point - 1);
            return new NumberParts(isNegative, whole == "0" ? "" : whole, fraction, ExponentOf(text, mark));
        }

        private static SignedDigits ExponentOf(string text, int mark)
        {
            if (mark < 0)
            {
                return new SignedDigits(false, "");
            }

            string power = text.Substring(mark + 1);
            return new SignedDigits(power[0] == '-', power.TrimStart('+', '-'));
        }
    }
}
