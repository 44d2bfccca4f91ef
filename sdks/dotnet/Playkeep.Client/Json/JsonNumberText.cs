using System.Globalization;

namespace Playkeep
{
    /// <summary>The form of JSON numbers (RFC 8259 section 6).</summary>
    internal static class JsonNumberText
    {
        internal static string Of(long number)
        {
            return number.ToString(CultureInfo.InvariantCulture);
        }

        /// <summary>The place after the number that begins at a place of a text; -1 where none begins.</summary>
        internal static int EndOf(string text, int start)
        {
            int at = start;
            if (At(text, at) == '-')
            {
                at += 1;
            }

            int whole = at;
            at = AfterDigits(text, at);
            bool hasZeroBefore = at > whole + 1 && text[whole] == '0';
            if (at == whole || hasZeroBefore)
            {
                return -1;
            }

            if (At(text, at) == '.')
            {
                int fraction = at + 1;
                at = AfterDigits(text, fraction);
                if (at == fraction)
                {
                    return -1;
                }
            }

            return At(text, at) == 'e' || At(text, at) == 'E' ? AfterExponent(text, at + 1) : at;
        }

        internal static bool IsDigit(char character)
        {
            return character >= '0' && character <= '9';
        }

        private static int AfterExponent(string text, int start)
        {
            int digits = At(text, start) == '+' || At(text, start) == '-' ? start + 1 : start;
            int end = AfterDigits(text, digits);
            return end == digits ? -1 : end;
        }

        private static int AfterDigits(string text, int start)
        {
            int at = start;
            while (at < text.Length && IsDigit(text[at]))
            {
                at += 1;
            }

            return at;
        }

        private static char At(string text, int at)
        {
            return at < text.Length ? text[at] : '\0';
        }
    }
}
