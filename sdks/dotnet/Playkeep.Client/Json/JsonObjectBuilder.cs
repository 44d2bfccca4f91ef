using System;
using System.Collections.Generic;

namespace Playkeep
{
    /// <summary>The members of an object that is being made. It serves one thread.</summary>
    internal sealed class JsonObjectBuilder
    {
        private const int MostMembersInLine = 8;

        /// <summary>A member without a value is one that was removed.</summary>
        private readonly List<KeyValuePair<string, JsonValue?>> _members = new List<KeyValuePair<string, JsonValue?>>();

        /// <summary>The places of the members; null for few members.</summary>
        private Dictionary<string, int>? _places;

        private int _removed;

        internal JsonObjectBuilder()
        {
        }

        /// <summary>Begins with the members of an object; with none for another value.</summary>
        internal JsonObjectBuilder(JsonValue? value)
        {
            if (value is null)
            {
                return;
            }

            foreach (KeyValuePair<string, JsonValue> member in value.RawMembers)
            {
                _members.Add(new KeyValuePair<string, JsonValue?>(member.Key, member.Value));
            }
        }

        internal JsonValue? ValueOf(string key)
        {
            int place = PlaceOf(key);
            return place < 0 ? null : _members[place].Value;
        }

        /// <summary>An existing key keeps its place.</summary>
        internal void Set(string key, JsonValue value)
        {
            int place = PlaceOf(key);
            var member = new KeyValuePair<string, JsonValue?>(key, value);
            if (place >= 0)
            {
                _members[place] = member;
                return;
            }

            _places?.Add(key, _members.Count);
            _members.Add(member);
        }

        internal void Remove(string key)
        {
            int place = PlaceOf(key);
            if (place < 0)
            {
                return;
            }

            _places?.Remove(key);
            _members[place] = new KeyValuePair<string, JsonValue?>(key, null);
            _removed += 1;
        }

        internal JsonValue Build()
        {
            var members = new KeyValuePair<string, JsonValue>[_members.Count - _removed];
            int count = 0;
            foreach (KeyValuePair<string, JsonValue?> member in _members)
            {
                if (member.Value is null)
                {
                    continue;
                }

                members[count] = new KeyValuePair<string, JsonValue>(member.Key, member.Value);
                count += 1;
            }

            // The builder may go on with its own dictionary, so the value makes another one when it needs it.
            return new JsonValue(members, null);
        }

        private int PlaceOf(string key)
        {
            if (_places is null && _members.Count > MostMembersInLine)
            {
                _places = new Dictionary<string, int>(StringComparer.Ordinal);
                for (int place = 0; place < _members.Count; place += 1)
                {
                    if (_members[place].Value != null)
                    {
                        _places.Add(_members[place].Key, place);
                    }
                }
            }

            if (_places != null)
            {
                return _places.TryGetValue(key, out int found) ? found : -1;
            }

            for (int place = 0; place < _members.Count; place += 1)
            {
                if (_members[place].Value != null && string.Equals(_members[place].Key, key, StringComparison.Ordinal))
                {
                    return place;
                }
            }

            return -1;
        }
    }
}
