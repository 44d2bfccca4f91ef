using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Threading;

namespace Playkeep
{
    /// <summary>
    /// A JSON value (RFC 8259). Numbers keep the digits they were written with, objects the order of their members.
    /// A value never changes, so threads may share it.
    /// </summary>
    public sealed partial class JsonValue : IEquatable<JsonValue>
    {
        // These come before the values that have them.
        private static readonly JsonValue[] NoItems = new JsonValue[0];
        private static readonly KeyValuePair<string, JsonValue>[] NoMembers = new KeyValuePair<string, JsonValue>[0];

        /// <summary>The literal <c>null</c>.</summary>
        public static readonly JsonValue Null = new JsonValue(JsonKind.Null, "null");

        /// <summary>The literal <c>true</c>.</summary>
        public static readonly JsonValue True = new JsonValue(JsonKind.Boolean, "true");

        /// <summary>The literal <c>false</c>.</summary>
        public static readonly JsonValue False = new JsonValue(JsonKind.Boolean, "false");

        /// <summary>Objects with more members are searched by a dictionary.</summary>
        private const int MostMembersInLine = 8;

        private readonly JsonValue[] _items = NoItems;
        private readonly KeyValuePair<string, JsonValue>[] _members = NoMembers;

        /// <summary>The places of the members, made by the first search.</summary>
        private Dictionary<string, int>? _places;

        internal JsonValue(JsonKind kind, string text)
        {
            Kind = kind;
            Text = text;
        }

        /// <summary>The array belongs to the value from here on.</summary>
        internal JsonValue(JsonValue[] items)
        {
            Kind = JsonKind.Array;
            Text = "";
            _items = items;
        }

        /// <summary>The array belongs to the value from here on. Its keys are different ones.</summary>
        internal JsonValue(KeyValuePair<string, JsonValue>[] members, Dictionary<string, int>? places)
        {
            Kind = JsonKind.Object;
            Text = "";
            _members = members;
            _places = places;
        }

        /// <summary>The kind of the value.</summary>
        public JsonKind Kind { get; }

        /// <summary>True for the literal <c>null</c>.</summary>
        public bool IsNull => Kind == JsonKind.Null;

        /// <summary>True for <c>true</c> and <c>false</c>.</summary>
        public bool IsBoolean => Kind == JsonKind.Boolean;

        /// <summary>True for a number.</summary>
        public bool IsNumber => Kind == JsonKind.Number;

        /// <summary>True for a string.</summary>
        public bool IsString => Kind == JsonKind.String;

        /// <summary>True for an array.</summary>
        public bool IsArray => Kind == JsonKind.Array;

        /// <summary>True for an object.</summary>
        public bool IsObject => Kind == JsonKind.Object;

        /// <summary>The number of items of an array or of members of an object; 0 for other values.</summary>
        public int Count => IsObject ? _members.Length : _items.Length;

        /// <summary>The items of an array.</summary>
        /// <exception cref="InvalidOperationException">The value is no array.</exception>
        public IReadOnlyList<JsonValue> Items => new ReadOnlyCollection<JsonValue>(Expect(JsonKind.Array)._items);

        /// <summary>The members of an object, in order. Their keys are different ones.</summary>
        /// <exception cref="InvalidOperationException">The value is no object.</exception>
        public IReadOnlyList<KeyValuePair<string, JsonValue>> Members =>
            new ReadOnlyCollection<KeyValuePair<string, JsonValue>>(Expect(JsonKind.Object)._members);

        /// <summary>A string's characters, or the JSON text of a number or literal; empty for arrays and objects.</summary>
        internal string Text { get; }

        /// <summary>The items of an array, empty for other values. They are not to be changed.</summary>
        internal JsonValue[] RawItems => _items;

        /// <summary>The members of an object, empty for other values. They are not to be changed.</summary>
        internal KeyValuePair<string, JsonValue>[] RawMembers => _members;

        /// <summary>The member under a key. Null where the object has none, and for a value that is no object.</summary>
        /// <param name="key">The key, compared by its characters.</param>
        public JsonValue? this[string key]
        {
            get
            {
                int place = PlaceOf(key);
                return place < 0 ? null : _members[place].Value;
            }
        }

        /// <summary>The item of an array at an index.</summary>
        /// <param name="index">The index, from 0 on.</param>
        /// <exception cref="InvalidOperationException">The value is no array.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The array has no such item.</exception>
        public JsonValue this[int index]
        {
            get
            {
                JsonValue[] items = Expect(JsonKind.Array)._items;
                if (index < 0 || index >= items.Length)
                {
                    throw new ArgumentOutOfRangeException(nameof(index), "the array has no item " + JsonNumberText.Of(index));
                }

                return items[index];
            }
        }

        /// <summary>True where an object has a member under a key; false for a value that is no object.</summary>
        /// <param name="key">The key, compared by its characters.</param>
        public bool Has(string key)
        {
            return PlaceOf(key) >= 0;
        }

        /// <summary>The value that a JSON Pointer (RFC 6901) names. Null where there is none.</summary>
        /// <param name="pointer">A pointer such as <c>/inventory/0</c>; the empty one names this value.</param>
        /// <exception cref="FormatException">The text is no pointer.</exception>
        public JsonValue? At(string pointer)
        {
            if (pointer is null)
            {
                throw new ArgumentNullException(nameof(pointer));
            }

            return JsonPointer.ValueAt(this, JsonPointer.Parse(pointer));
        }

        /// <summary>A copy of an object with a member. It keeps the place of an existing key; a new one comes last.</summary>
        /// <param name="key">The key.</param>
        /// <param name="value">The member's value.</param>
        /// <exception cref="InvalidOperationException">The value is no object.</exception>
        public JsonValue With(string key, JsonValue value)
        {
            if (value is null)
            {
                throw new ArgumentNullException(nameof(value));
            }

            int place = Expect(JsonKind.Object).PlaceOf(key);
            bool isNew = place < 0;
            var members = new KeyValuePair<string, JsonValue>[isNew ? _members.Length + 1 : _members.Length];
            System.Array.Copy(_members, members, _members.Length);
            members[isNew ? _members.Length : place] = new KeyValuePair<string, JsonValue>(key, value);
            return new JsonValue(members, isNew ? null : Volatile.Read(ref _places));
        }

        /// <summary>A copy of an object without a member; the object itself where it has none under the key.</summary>
        /// <param name="key">The key.</param>
        /// <exception cref="InvalidOperationException">The value is no object.</exception>
        public JsonValue Without(string key)
        {
            int place = Expect(JsonKind.Object).PlaceOf(key);
            if (place < 0)
            {
                return this;
            }

            var members = new KeyValuePair<string, JsonValue>[_members.Length - 1];
            System.Array.Copy(_members, members, place);
            System.Array.Copy(_members, place + 1, members, place, members.Length - place);
            return new JsonValue(members, null);
        }

        /// <summary>
        /// The JSON text without white space. Numbers have the digits they were written with. Strings are escaped as
        /// <c>JSON.stringify</c> of JavaScript escapes them (ECMA-262 section 25.5.2).
        /// </summary>
        public override string ToString()
        {
            return JsonWriter.Write(this);
        }

        /// <summary>
        /// Equality of RFC 6902 section 4.6: numbers by value to the last digit, strings by characters, objects without
        /// regard to order. <c>1</c>, <c>1.0</c> and <c>1e0</c> are equal.
        /// </summary>
        /// <param name="other">The other value.</param>
        public bool Equals(JsonValue? other)
        {
            return JsonEquality.AreEqual(this, other);
        }

        /// <inheritdoc cref="Equals(JsonValue)"/>
        public override bool Equals(object? obj)
        {
            return Equals(obj as JsonValue);
        }

        /// <inheritdoc cref="Equals(JsonValue)"/>
        public static bool operator ==(JsonValue? left, JsonValue? right)
        {
            return JsonEquality.AreEqual(left, right);
        }

        /// <summary>The opposite of <c>==</c>.</summary>
        public static bool operator !=(JsonValue? left, JsonValue? right)
        {
            return !(left == right);
        }

        /// <summary>A hash code that is the same for equal values.</summary>
        public override int GetHashCode()
        {
            return JsonHash.Of(this);
        }

        private int PlaceOf(string key)
        {
            if (key is null)
            {
                throw new ArgumentNullException(nameof(key));
            }

            if (_members.Length > MostMembersInLine)
            {
                return Places().TryGetValue(key, out int found) ? found : -1;
            }

            for (int place = 0; place < _members.Length; place += 1)
            {
                if (string.Equals(_members[place].Key, key, StringComparison.Ordinal))
                {
                    return place;
                }
            }

            return -1;
        }

        /// <summary>Two threads may both make the dictionary. Either one is right.</summary>
        private Dictionary<string, int> Places()
        {
            Dictionary<string, int>? places = Volatile.Read(ref _places);
            if (places != null)
            {
                return places;
            }

            places = new Dictionary<string, int>(_members.Length, StringComparer.Ordinal);
            for (int place = 0; place < _members.Length; place += 1)
            {
                places.Add(_members[place].Key, place);
            }

            Volatile.Write(ref _places, places);
            return places;
        }

        private JsonValue Expect(JsonKind kind)
        {
            if (Kind == kind)
            {
                return this;
            }

            throw new InvalidOperationException("the value is no " + JsonText.NameOf(kind) + " but " + JsonText.NameOfValue(this));
        }
    }
}
