using System.Collections.Generic;

namespace Playkeep
{
    /// <summary>The reader of one JSON text (RFC 8259), without recursion. Its time is linear in the text.</summary>
    internal sealed class JsonReader
    {
        /// <summary>The most levels of nesting, the bound of the service.</summary>
        internal const int MostLevels = 1024;

        private readonly string _text;
        private readonly int _mostLevels;
        private readonly List<Level> _levels = new List<Level>();
        private int _at;

        /// <param name="text">the JSON text</param>
        /// <param name="levelsAround">of an envelope around a document, which may have the most levels itself</param>
        internal JsonReader(string text, int levelsAround = 0)
        {
            _text = text;
            _mostLevels = MostLevels + levelsAround;
        }

        /// <summary>The reason why the text is no JSON, and the position; null as long as it may be.</summary>
        internal string? Error { get; private set; }

        /// <summary>The value; null where the text is no JSON.</summary>
        internal JsonValue? Read()
        {
            while (true)
            {
                JsonValue? value = Begin();
                if (Error != null)
                {
                    return null;
                }

                // A value may end the array or object around it, which is a value then itself.
                while (value != null)
                {
                    if (_levels.Count == 0)
                    {
                        return End(value);
                    }

                    value = AddToLevel(value);
                    if (Error != null)
                    {
                        return null;
                    }
                }
            }
        }

        /// <summary>A value that is whole; null after the begin of an array or object that has a first value.</summary>
        private JsonValue? Begin()
        {
            SkipSpace();
            char character = Current();
            if (character != '{' && character != '[')
            {
                return ReadScalar(character);
            }

            if (_levels.Count == _mostLevels)
            {
                return Fail("nested deeper than " + JsonNumberText.Of(_mostLevels) + " levels");
            }

            bool isObject = character == '{';
            _at += 1;
            SkipSpace();
            if (Current() == (isObject ? '}' : ']'))
            {
                _at += 1;
                return new Level(isObject).Build();
            }

            _levels.Add(new Level(isObject));
            ReadKey();
            return null;
        }

        /// <summary>The array or object that ends after a value; null where a next value follows.</summary>
        private JsonValue? AddToLevel(JsonValue value)
        {
            Level level = _levels[_levels.Count - 1];
            level.Add(value);
            SkipSpace();
            if (Current() == ',')
            {
                _at += 1;
                SkipSpace();
                ReadKey();
                return null;
            }

            if (Current() != (level.IsObject ? '}' : ']'))
            {
                return Fail("no comma and no end of the " + (level.IsObject ? "object" : "array"));
            }

            _at += 1;
            _levels.RemoveAt(_levels.Count - 1);
            return level.Build();
        }

        private JsonValue? End(JsonValue value)
        {
            SkipSpace();
            return _at == _text.Length ? value : Fail("a character after the value");
        }

        /// <summary>Reads the key of a member with the colon after it. An array has no keys.</summary>
        private void ReadKey()
        {
            Level level = _levels[_levels.Count - 1];
            if (!level.IsObject)
            {
                return;
            }

            if (Current() != '"')
            {
                Fail("no key");
                return;
            }

            string? key = ReadString();
            SkipSpace();
            if (key is null || Current() != ':')
            {
                Fail("no colon");
                return;
            }

            level.Key = key;
            _at += 1;
        }

        private JsonValue? ReadScalar(char character)
        {
            switch (character)
            {
                case '"':
                    string? text = ReadString();
                    return text is null ? null : new JsonValue(JsonKind.String, text);
                case 't':
                    return ReadLiteral(JsonValue.True);
                case 'f':
                    return ReadLiteral(JsonValue.False);
                case 'n':
                    return ReadLiteral(JsonValue.Null);
                default:
                    return character == '-' || JsonNumberText.IsDigit(character) ? ReadNumber() : Fail("no value");
            }
        }

        private JsonValue? ReadLiteral(JsonValue literal)
        {
            string text = literal.Text;
            if (string.CompareOrdinal(_text, _at, text, 0, text.Length) != 0)
            {
                return Fail("no value");
            }

            _at += text.Length;
            return literal;
        }

        private JsonValue? ReadNumber()
        {
            int end = JsonNumberText.EndOf(_text, _at);
            if (end < 0)
            {
                return Fail("no number");
            }

            string number = _text.Substring(_at, end - _at);
            _at = end;
            return new JsonValue(JsonKind.Number, number);
        }

        private string? ReadString()
        {
            string? value = JsonStringReader.Read(_text, ref _at, out string? error);
            if (value is null)
            {
                Fail(error!);
            }

            return value;
        }

        private void SkipSpace()
        {
            while (_at < _text.Length && IsSpace(_text[_at]))
            {
                _at += 1;
            }
        }

        private static bool IsSpace(char character)
        {
            return character == ' ' || character == '\n' || character == '\r' || character == '\t';
        }

        /// <summary>The character at the place; zero at the end, which no JSON text has outside of a string.</summary>
        private char Current()
        {
            return _at < _text.Length ? _text[_at] : '\0';
        }

        /// <summary>The first reason counts.</summary>
        private JsonValue? Fail(string reason)
        {
            if (Error is null)
            {
                Error = reason + " at position " + JsonNumberText.Of(_at);
            }

            return null;
        }

        /// <summary>An array or object that is being read.</summary>
        private sealed class Level
        {
            private readonly List<JsonValue>? _items;
            private readonly JsonObjectBuilder? _members;

            internal Level(bool isObject)
            {
                _items = isObject ? null : new List<JsonValue>();
                _members = isObject ? new JsonObjectBuilder() : null;
            }

            internal bool IsObject => _members != null;

            /// <summary>The key of the member that is being read.</summary>
            internal string Key { private get; set; } = "";

            internal void Add(JsonValue value)
            {
                _items?.Add(value);
                _members?.Set(Key, value);
            }

            internal JsonValue Build()
            {
                return _members is null ? new JsonValue(_items!.ToArray()) : _members.Build();
            }
        }
    }
}
