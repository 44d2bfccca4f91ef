namespace Playkeep.Http
{
    /// <summary>
    /// Values cut out of JSON text, to the last character. The text must be JSON that was parsed before.
    /// </summary>
    internal static class JsonSource
    {
        /// <summary>The text of a member; of several under one key the last. Null where there is none.</summary>
        internal static string? MemberText(string text, string key)
        {
            string? found = null;
            var at = SkipSpace(text, 0);
            if (text[at] != '{')
                return null;
            at = SkipSpace(text, at + 1);
            while (text[at] == '"')
            {
                var keyEnd = EndOfString(text, at);
                var name = JsonValue.Parse(text.Substring(at, keyEnd - at)).AsString();
                // After the key comes a colon.
                var start = SkipSpace(text, SkipSpace(text, keyEnd) + 1);
                var end = EndOfValue(text, start);
                if (name == key)
                    found = text.Substring(start, end - start);
                at = SkipSpace(text, SkipSpace(text, end) + 1);
                if (at >= text.Length)
                    break;
            }
            return found;
        }

        private static bool IsSpace(char character) =>
            character == ' ' || character == '\t' || character == '\n' || character == '\r';

        private static int SkipSpace(string text, int at)
        {
            while (at < text.Length && IsSpace(text[at]))
                at += 1;
            return at;
        }

        private static int EndOfString(string text, int start)
        {
            for (var at = start + 1; at < text.Length; at += 1)
            {
                if (text[at] == '\\')
                    at += 1;
                else if (text[at] == '"')
                    return at + 1;
            }
            return text.Length;
        }

        private static int EndOfValue(string text, int start)
        {
            var depth = 0;
            for (var at = start; at < text.Length; at += 1)
            {
                var character = text[at];
                if (character == '"')
                {
                    at = EndOfString(text, at) - 1;
                    if (depth == 0)
                        return at + 1;
                }
                else if (character == '{' || character == '[')
                {
                    depth += 1;
                }
                else if (character == '}' || character == ']')
                {
                    // A scalar ends before the bracket of the value around it.
                    if (depth == 0)
                        return at;
                    depth -= 1;
                    if (depth == 0)
                        return at + 1;
                }
                else if (depth == 0 && (character == ',' || IsSpace(character)))
                {
                    return at;
                }
            }
            return text.Length;
        }
    }
}
