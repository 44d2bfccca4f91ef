using System;
using System.Collections.Generic;
using System.Text;

namespace Playkeep
{
    /// <summary>JSON Pointers (RFC 6901) and the values that they name. A path is the list of a pointer's tokens.</summary>
    internal static class JsonPointer
    {
        /// <summary>Digits of an index. More of them are past every array.</summary>
        private const int MostIndexDigits = 9;

        /// <exception cref="PointerFormatException">The text is no pointer.</exception>
        internal static string[] Parse(string pointer)
        {
            if (pointer.Length == 0)
            {
                return new string[0];
            }

            if (pointer[0] != '/' || HasLoneTilde(pointer))
            {
                throw new PointerFormatException(JsonWriter.Quote(pointer));
            }

            string[] tokens = pointer.Substring(1).Split('/');
            for (int index = 0; index < tokens.Length; index += 1)
            {
                tokens[index] = tokens[index].Replace("~1", "/").Replace("~0", "~");
            }

            return tokens;
        }

        /// <summary>The path of a member of an operation.</summary>
        /// <exception cref="PointerFormatException">The value is missing or no pointer.</exception>
        internal static string[] Parse(JsonValue? pointer)
        {
            if (pointer != null && pointer.IsString)
            {
                return Parse(pointer.AsString());
            }

            throw new PointerFormatException(pointer is null ? "undefined" : pointer.ToString());
        }

        internal static string Format(IReadOnlyList<string> path)
        {
            var pointer = new StringBuilder();
            foreach (string token in path)
            {
                pointer.Append(Below("", token));
            }

            return pointer.ToString();
        }

        /// <summary>The pointer with one token more.</summary>
        internal static string Below(string pointer, string token)
        {
            return pointer + "/" + token.Replace("~", "~0").Replace("/", "~1");
        }

        internal static JsonValue? ValueAt(JsonValue? value, IReadOnlyList<string> path)
        {
            JsonValue? at = value;
            for (int index = 0; index < path.Count && at != null; index += 1)
            {
                at = ChildOf(at, path[index]);
            }

            return at;
        }

        /// <summary>The member or item under one token; null where there is none.</summary>
        internal static JsonValue? ChildOf(JsonValue? value, string token)
        {
            if (value is null || !value.IsArray)
            {
                return value?[token];
            }

            int index = IndexOf(token);
            return index >= 0 && index < value.Count ? value[index] : null;
        }

        /// <summary>The index that a token names; -1 for a token that names none. Past nine digits it is larger than all.</summary>
        internal static int IndexOf(string token)
        {
            bool hasZeroBefore = token.Length > 1 && token[0] == '0';
            if (token.Length == 0 || hasZeroBefore)
            {
                return -1;
            }

            int index = 0;
            foreach (char character in token)
            {
                if (!JsonNumberText.IsDigit(character))
                {
                    return -1;
                }

                index = token.Length > MostIndexDigits ? int.MaxValue : (index * 10) + character - '0';
            }

            return index;
        }

        /// <summary>Does a path lead to the other one or through it?</summary>
        internal static bool IsPrefix(IReadOnlyList<string> prefix, IReadOnlyList<string> path)
        {
            if (prefix.Count > path.Count)
            {
                return false;
            }

            for (int index = 0; index < prefix.Count; index += 1)
            {
                if (!string.Equals(prefix[index], path[index], StringComparison.Ordinal))
                {
                    return false;
                }
            }

            return true;
        }

        private static bool HasLoneTilde(string pointer)
        {
            for (int at = pointer.IndexOf('~'); at >= 0; at = pointer.IndexOf('~', at + 1))
            {
                if (at + 1 == pointer.Length || (pointer[at + 1] != '0' && pointer[at + 1] != '1'))
                {
                    return true;
                }
            }

            return false;
        }
    }
}
