using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace Playkeep.Storage
{
    /// <summary>
    /// The device's copy of one save: the last record of the service, the request that is on its way, and the changes in order. An
    /// update applies whole or not at all.
    /// </summary>
    internal interface IStorageArea
    {
        /// <summary>Does it outlive the process?</summary>
        bool IsDurable { get; }

        /// <summary>The content as it is now.</summary>
        AreaContent Content { get; }

        /// <summary>
        /// Adds a change under the next number, and completes when it is durable. Calls come before others have completed: their
        /// numbers are in the order of the calls.
        /// </summary>
        Task<long> AppendAsync(string change);

        /// <summary>Completes when the update is durable.</summary>
        Task CommitAsync(AreaUpdate update);

        Task CloseAsync();
    }

    /// <summary>An update: the values and changes that it sets. Null deletes.</summary>
    internal sealed class AreaUpdate
    {
        internal Dictionary<string, string?> Values { get; } = new Dictionary<string, string?>();

        internal SortedDictionary<long, string?> Changes { get; } = new SortedDictionary<long, string?>();

        internal static AreaUpdate OfChange(long number, string change)
        {
            var update = new AreaUpdate();
            update.Changes[number] = change;
            return update;
        }

        /// <summary>The update as one line of JSON.</summary>
        internal string ToLine() =>
            JsonValue
                .Object(
                    ("values", JsonValue.Object(Values.Select(pair => Member(pair.Key, pair.Value)))),
                    (
                        "changes",
                        JsonValue.Array(
                            Changes.Select(pair => JsonValue.Array(pair.Key, pair.Value ?? JsonValue.Null))
                        )
                    )
                )
                .ToString();

        /// <exception cref="FormatException">The line is no update.</exception>
        internal static AreaUpdate OfLine(string line)
        {
            var entry = JsonValue.Parse(line);
            var update = new AreaUpdate();
            foreach (var value in entry["values"]?.Members ?? throw new FormatException("there are no values"))
                update.Values[value.Key] = TextOrNull(value.Value);
            foreach (var change in entry["changes"]?.Items ?? throw new FormatException("there are no changes"))
                update.Changes[change[0].AsInt64()] = TextOrNull(change[1]);
            return update;
        }

        private static string? TextOrNull(JsonValue value) => value.Kind == JsonKind.Null ? null : value.AsString();

        private static KeyValuePair<string, JsonValue> Member(string name, string? text) =>
            new KeyValuePair<string, JsonValue>(name, text ?? JsonValue.Null);
    }

    /// <summary>The content of an area in memory.</summary>
    internal sealed class AreaContent
    {
        private long _last;

        /// <summary><c>base</c> and <c>batch</c>, as JSON texts.</summary>
        internal Dictionary<string, string> Values { get; } = new Dictionary<string, string>();

        /// <summary>Changes as JSON texts, by number.</summary>
        internal SortedDictionary<long, string> Changes { get; } = new SortedDictionary<long, string>();

        internal void Apply(AreaUpdate update)
        {
            foreach (var value in update.Values)
                Set(Values, value.Key, value.Value);
            foreach (var change in update.Changes)
            {
                Set(Changes, change.Key, change.Value);
                _last = Math.Max(_last, change.Key);
            }
        }

        /// <summary>Adds a change under the next number.</summary>
        internal long Append(string change)
        {
            _last += 1;
            Changes[_last] = change;
            return _last;
        }

        /// <summary>One update that makes an empty area this one.</summary>
        internal AreaUpdate ToUpdate()
        {
            var update = new AreaUpdate();
            foreach (var value in Values)
                update.Values[value.Key] = value.Value;
            foreach (var change in Changes)
                update.Changes[change.Key] = change.Value;
            return update;
        }

        private static void Set<TKey>(IDictionary<TKey, string> map, TKey key, string? text)
            where TKey : notnull
        {
            if (text == null)
                map.Remove(key);
            else
                map[key] = text;
        }
    }
}
