using System;
using System.Collections.Generic;
using System.Globalization;
using System.Numerics;

namespace Playkeep
{
    /// <content>The ways to make values.</content>
    public sealed partial class JsonValue
    {
        /// <summary>Of answers of the service, and of changes as they are kept.</summary>
        private const int LevelsAround = 16;

        /// <summary>
        /// The value of a JSON text (RFC 8259), nested at most 1,024 levels deep. Of several members under one key the last
        /// one counts, at the place of the first.
        /// </summary>
        /// <param name="text">The whole text. White space may be around the value.</param>
        /// <exception cref="FormatException">The text is no JSON. The message tells the reason and the position.</exception>
        public static JsonValue Parse(string text)
        {
            if (TryParse(text, out JsonValue? value, out string? error))
            {
                return value!;
            }

            throw new FormatException(error);
        }

        /// <summary>The value of a JSON text, as <see cref="Parse(string)"/> reads it. False for a text that is no JSON.</summary>
        /// <param name="text">The whole text.</param>
        /// <param name="value">The value; null for a text that is no JSON.</param>
        /// <param name="error">The reason and the position; null for a text that is JSON.</param>
        public static bool TryParse(string text, out JsonValue? value, out string? error)
        {
            if (text is null)
            {
                throw new ArgumentNullException(nameof(text));
            }

            var reader = new JsonReader(text);
            value = reader.Read();
            error = reader.Error;
            return value != null;
        }

        /// <summary>The value of a text that holds a document of the most levels in an envelope.</summary>
        /// <exception cref="FormatException">The text is no JSON.</exception>
        internal static JsonValue ParseEnvelope(string text)
        {
            var reader = new JsonReader(text, LevelsAround);
            return reader.Read() ?? throw new FormatException(reader.Error);
        }

        /// <summary>An object. Of several members under one key the last one counts, at the place of the first.</summary>
        /// <param name="members">The members in order.</param>
        public static JsonValue Object(params (string Key, JsonValue Value)[] members)
        {
            if (members is null)
            {
                throw new ArgumentNullException(nameof(members));
            }

            var builder = new JsonObjectBuilder();
            foreach ((string key, JsonValue value) in members)
            {
                builder.Set(Expect(key, nameof(members)), Expect(value, nameof(members)));
            }

            return builder.Build();
        }

        /// <summary>An object. Of several members under one key the last one counts, at the place of the first.</summary>
        /// <param name="members">The members in order.</param>
        public static JsonValue Object(IEnumerable<KeyValuePair<string, JsonValue>> members)
        {
            if (members is null)
            {
                throw new ArgumentNullException(nameof(members));
            }

            var builder = new JsonObjectBuilder();
            foreach (KeyValuePair<string, JsonValue> member in members)
            {
                builder.Set(Expect(member.Key, nameof(members)), Expect(member.Value, nameof(members)));
            }

            return builder.Build();
        }

        /// <summary>An array.</summary>
        /// <param name="items">The items in order.</param>
        public static JsonValue Array(params JsonValue[] items)
        {
            return Array((IEnumerable<JsonValue>)items);
        }

        /// <summary>An array.</summary>
        /// <param name="items">The items in order.</param>
        public static JsonValue Array(IEnumerable<JsonValue> items)
        {
            if (items is null)
            {
                throw new ArgumentNullException(nameof(items));
            }

            var copied = new List<JsonValue>();
            foreach (JsonValue item in items)
            {
                copied.Add(Expect(item, nameof(items)));
            }

            return new JsonValue(copied.ToArray());
        }

        /// <summary>A number with exactly these digits.</summary>
        /// <param name="text">A number in the form of JSON (RFC 8259 section 6), such as <c>12345678901234567890.50</c>.</param>
        /// <exception cref="FormatException">The text is no JSON number.</exception>
        public static JsonValue Number(string text)
        {
            if (text is null)
            {
                throw new ArgumentNullException(nameof(text));
            }

            if (JsonNumberText.EndOf(text, 0) != text.Length)
            {
                throw new FormatException(JsonWriter.Quote(text) + " is no JSON number");
            }

            return new JsonValue(JsonKind.Number, text);
        }

        /// <summary>A string; <see cref="Null"/> for no string.</summary>
        /// <param name="value">The characters. Halves of surrogate pairs are kept.</param>
        public static implicit operator JsonValue(string? value)
        {
            return value is null ? Null : new JsonValue(JsonKind.String, value);
        }

        /// <summary><see cref="True"/> or <see cref="False"/>.</summary>
        /// <param name="value">The truth.</param>
        public static implicit operator JsonValue(bool value)
        {
            return value ? True : False;
        }

        /// <summary>A whole number.</summary>
        /// <param name="value">The number.</param>
        public static implicit operator JsonValue(int value)
        {
            return (long)value;
        }

        /// <summary>A whole number.</summary>
        /// <param name="value">The number.</param>
        public static implicit operator JsonValue(long value)
        {
            return new JsonValue(JsonKind.Number, JsonNumberText.Of(value));
        }

        /// <summary>A string of one character.</summary>
        /// <param name="value">The character.</param>
        public static implicit operator JsonValue(char value)
        {
            return value.ToString();
        }

        /// <summary>A number with the fewest digits that name this float: <c>0.1</c> for 0.1f.</summary>
        /// <param name="value">A finite number.</param>
        /// <exception cref="ArgumentException">The number is infinite or no number.</exception>
        public static implicit operator JsonValue(float value)
        {
            return double.Parse(value.ToString("R", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
        }

        /// <summary>
        /// A number with the fewest digits that name this double, in the form of JavaScript (ECMA-262 section 6.1.6.1.20):
        /// <c>1</c> for 1.0 and <c>1e+21</c> for 1e21.
        /// </summary>
        /// <param name="value">A finite number.</param>
        /// <exception cref="ArgumentException">The number is infinite or no number.</exception>
        public static implicit operator JsonValue(double value)
        {
            if (double.IsNaN(value) || double.IsInfinity(value))
            {
                throw new ArgumentException("JSON has only finite numbers", nameof(value));
            }

            return new JsonValue(JsonKind.Number, JsonDoubleText.Of(value));
        }

        /// <summary>A number with the digits of a decimal, zeros at its end included.</summary>
        /// <param name="value">The number.</param>
        public static implicit operator JsonValue(decimal value)
        {
            return new JsonValue(JsonKind.Number, value.ToString(CultureInfo.InvariantCulture));
        }

        /// <summary>A whole number of any size.</summary>
        /// <param name="value">The number.</param>
        public static implicit operator JsonValue(BigInteger value)
        {
            return new JsonValue(JsonKind.Number, value.ToString(CultureInfo.InvariantCulture));
        }

        private static T Expect<T>(T? part, string parameter)
            where T : class
        {
            return part ?? throw new ArgumentNullException(parameter, "a key or value is null; JsonValue.Null is the value");
        }
    }
}
