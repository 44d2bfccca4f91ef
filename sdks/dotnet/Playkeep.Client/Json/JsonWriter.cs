using System;
using System.Collections.Generic;
using System.Text;

namespace Playkeep
{
    /// <summary>The writer of JSON text without white space, without recursion.</summary>
    internal static class JsonWriter
    {
        private const string HexDigits = "0123456789abcdef";

        internal static string Write(JsonValue value)
        {
            var text = new StringBuilder();
            // The arrays and objects that are being written, each with the number of its parts that are begun.
            var levels = new Stack<(JsonValue Value, int Begun)>();
            Begin(value, text, levels);
            while (levels.Count > 0)
            {
                (JsonValue container, int begun) = levels.Pop();
                if (begun == container.Count)
                {
                    text.Append(container.IsObject ? '}' : ']');
                    continue;
                }

                levels.Push((container, begun + 1));
                if (begun > 0)
                {
                    text.Append(',');
                }

                if (container.IsObject)
                {
                    AppendQuoted(text, container.RawMembers[begun].Key);
                    text.Append(':');
                    Begin(container.RawMembers[begun].Value, text, levels);
                }
                else
                {
                    Begin(container.RawItems[begun], text, levels);
                }
            }

            return text.ToString();
        }

        /// <summary>A string as JSON text, escaped as <c>JSON.stringify</c> of JavaScript does it.</summary>
        internal static string Quote(string value)
        {
            var text = new StringBuilder(value.Length + 2);
            AppendQuoted(text, value);
            return text.ToString();
        }

        private static void Begin(JsonValue value, StringBuilder text, Stack<(JsonValue Value, int Begun)> levels)
        {
            switch (value.Kind)
            {
                case JsonKind.Null:
                case JsonKind.Boolean:
                case JsonKind.Number:
                    text.Append(value.Text);
                    return;
                case JsonKind.String:
                    AppendQuoted(text, value.Text);
                    return;
                case JsonKind.Array:
                case JsonKind.Object:
                    text.Append(value.IsObject ? '{' : '[');
                    levels.Push((value, 0));
                    return;
                default:
                    throw new InvalidOperationException("a value that is not known has no JSON text");
            }
        }

        private static void AppendQuoted(StringBuilder text, string value)
        {
            text.Append('"');
            int plain = 0;
            for (int at = 0; at < value.Length; at += 1)
            {
                if (!IsEscaped(value, at))
                {
                    continue;
                }

                text.Append(value, plain, at - plain);
                AppendEscape(text, value[at]);
                plain = at + 1;
            }

            text.Append(value, plain, value.Length - plain).Append('"');
        }

        private static bool IsEscaped(string value, int at)
        {
            char character = value[at];
            if (char.IsHighSurrogate(character))
            {
                return at + 1 == value.Length || !char.IsLowSurrogate(value[at + 1]);
            }

            if (char.IsLowSurrogate(character))
            {
                return at == 0 || !char.IsHighSurrogate(value[at - 1]);
            }

            return character < ' ' || character == '"' || character == '\\';
        }

        private static void AppendEscape(StringBuilder text, char character)
        {
            int kind = "\"\\\b\f\n\r\t".IndexOf(character);
            text.Append('\\');
            if (kind >= 0)
            {
                text.Append("\"\\bfnrt"[kind]);
                return;
            }

            text.Append('u');
            for (int shift = 12; shift >= 0; shift -= 4)
            {
                text.Append(HexDigits[(character >> shift) & 15]);
            }
        }
    }
}
