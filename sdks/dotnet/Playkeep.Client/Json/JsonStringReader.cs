using System.Text;

namespace Playkeep
{
    /// <summary>The characters of JSON strings (RFC 8259 section 7), and their escapes.</summary>
    internal static class JsonStringReader
    {
        /// <summary>
        /// Reads the string that begins with the quote at a place, which moves behind the string. Null where there is none;
        /// the place is that of the error then.
        /// </summary>
        internal static string? Read(string text, ref int at, out string? error)
        {
            int start = at + 1;
            int end = EndOfPlain(text, start);
            error = null;
            if (end < text.Length && text[end] == '"')
            {
                at = end + 1;
                return text.Substring(start, end - start);
            }

            var characters = new StringBuilder();
            while (end < text.Length && text[end] == '\\')
            {
                characters.Append(text, start, end - start);
                int length = AppendEscape(text, end + 1, characters);
                if (length == 0)
                {
                    at = end;
                    error = "no escape";
                    return null;
                }

                start = end + 1 + length;
                end = EndOfPlain(text, start);
            }

            if (end < text.Length && text[end] == '"')
            {
                at = end + 1;
                return characters.Append(text, start, end - start).ToString();
            }

            error = end < text.Length ? "a control character in the string" : "a string without an end";
            at = end;
            return null;
        }

        /// <summary>The place of the next quote, backslash or control character; else the end of the text.</summary>
        private static int EndOfPlain(string text, int start)
        {
            int at = start;
            while (at < text.Length && text[at] != '"' && text[at] != '\\' && text[at] >= ' ')
            {
                at += 1;
            }

            return at;
        }

        /// <summary>The number of characters after the backslash; 0 where they are no escape.</summary>
        private static int AppendEscape(string text, int at, StringBuilder characters)
        {
            if (at >= text.Length)
            {
                return 0;
            }

            if (text[at] == 'u')
            {
                int unit = UnitAt(text, at + 1);
                if (unit < 0)
                {
                    return 0;
                }

                characters.Append((char)unit);
                return 5;
            }

            int kind = "\"\\/bfnrt".IndexOf(text[at]);
            if (kind < 0)
            {
                return 0;
            }

            characters.Append("\"\\/\b\f\n\r\t"[kind]);
            return 1;
        }

        /// <summary>The UTF-16 code unit of four hexadecimal digits; -1 where there are none.</summary>
        private static int UnitAt(string text, int at)
        {
            if (at + 4 > text.Length)
            {
                return -1;
            }

            int unit = 0;
            for (int index = at; index < at + 4; index += 1)
            {
                int digit = DigitOf(text[index]);
                if (digit < 0)
                {
                    return -1;
                }

                unit = (unit * 16) + digit;
            }

            return unit;
        }

        private static int DigitOf(char character)
        {
            if (character >= '0' && character <= '9')
            {
                return character - '0';
            }

            if (character >= 'a' && character <= 'f')
            {
                return character - 'a' + 10;
            }

            return character >= 'A' && character <= 'F' ? character - 'A' + 10 : -1;
        }
    }
}
