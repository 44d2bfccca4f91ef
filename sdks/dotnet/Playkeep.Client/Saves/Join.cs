using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;

namespace Playkeep.Saves
{
    /// <summary>
    /// The join of two bodies of changes, one after the other, into one with the effect of both; null where there is none.
    /// </summary>
    internal static class Join
    {
        /// <summary>Of joined additions, so that a request has place for them.</summary>
        private const int MostOperations = 500;
        private const int MostCharacters = 16_000;

        private static readonly string[] _plainMembers = { "op", "path", "by", "initial", "value", "maxItems" };

        /// <summary>
        /// One merge patch for two. There is none where the second goes into a value that the first replaces, or where only one of
        /// them takes an object as a whole.
        /// </summary>
        internal static JsonValue? Patches(JsonValue first, JsonValue second)
        {
            var joined = new JsonObjectBuilder(first);
            foreach (var member in second.Members)
            {
                JsonValue? next = member.Value;
                if (next.Kind == JsonKind.Object && first[member.Key] is JsonValue before)
                {
                    var isPair = before.Kind == JsonKind.Object && (before.Count == 0) == (next.Count == 0);
                    next = isPair ? Patches(before, next) : null;
                }
                if (next == null)
                    return null;
                joined.Set(member.Key, next);
            }
            return joined.Build();
        }

        /// <summary>
        /// Additions at one path, where the first has an effect if and only if the others have. Bounds are held by each addition by
        /// itself, so additions with bounds stay apart.
        /// </summary>
        internal static IReadOnlyList<JsonValue>? Counters(
            IReadOnlyList<JsonValue> first,
            IReadOnlyList<JsonValue> second
        )
        {
            var all = first.Concat(second).ToList();
            if (all.Count == 0)
                return all;
            var op = all[0]["op"]!;
            var path = all[0]["path"]!;
            if (!all.All(each => each["op"]!.Equals(op) && each["path"]!.Equals(path) && IsPlain(each)))
                return null;
            var joined = op.AsString() == "increment" ? Sums(all) : LastItems(all);
            var isSmall =
                joined.Count <= MostOperations && JsonValue.Array(joined).ToString().Length <= MostCharacters;
            return isSmall ? joined : null;
        }

        /// <summary>
        /// The later document, with the paths of both. A path that both changed is set again, even to the value from before the
        /// first: another device may have put another one there. An array that the second, or both, made longer stays apart, since
        /// items of another device are kept.
        /// </summary>
        /// <param name="first">the earlier set</param>
        /// <param name="second">the later one</param>
        /// <param name="before">the state before the first</param>
        /// <param name="between">the state before the second</param>
        /// <param name="isAny">joins sets too of which a later state of the service might refuse one and not the other</param>
        internal static ChangeBody? Sets(
            ChangeBody first,
            ChangeBody second,
            JsonValue before,
            JsonValue between,
            bool isAny
        )
        {
            var firsts = first.Paths ?? ChangeBody.SetPaths(before, first.Data!);
            var seconds = second.Paths ?? ChangeBody.SetPaths(between, second.Data!);
            JsonValue?[] ValuesAt(string pointer)
            {
                var path = JsonPointer.Parse(pointer);
                return new[] { before, first.Data!, second.Data! }
                    .Select(document => JsonPointer.ValueAt(document, path))
                    .ToArray();
            }
            var paths = firsts.Concat(seconds).Distinct().ToList();
            bool MayStayApart(string pointer)
            {
                var values = ValuesAt(pointer);
                return values[1] == null || values[2] == null || values.Any(value => value?.Kind == JsonKind.Array);
            }
            if (!isAny && (paths.Any(MayStayApart) || !ParentsOf(firsts).SetEquals(ParentsOf(seconds))))
                return null;
            var both = firsts
                .Where(path => IsBelowOrAbove(path, seconds))
                .Concat(seconds.Where(path => IsBelowOrAbove(path, firsts)))
                .ToList();
            if (both.Any(pointer => IsLonger(ValuesAt(pointer))))
                return null;
            var arrays = both.Where(pointer =>
                {
                    var values = ValuesAt(pointer);
                    return values[0]?.Kind == JsonKind.Array && values[2]?.Kind == JsonKind.Array;
                })
                .ToList();
            var isWhole = first.Paths == null || second.Paths == null || paths.Count > ChangeBody.MostPaths;
            // Of an array only the items that differ are set.
            var again = first.Again.Concat(second.Again).Concat(both).Distinct().Except(arrays).ToList();
            return ChangeBody.OfData(second.Data!, isWhole ? null : paths, again);
        }

        /// <summary>Is the last value an array with more items at the end than one of those before it?</summary>
        private static bool IsLonger(JsonValue?[] values) =>
            JsonDifference.IsBeginning(values[0], values[2]) || JsonDifference.IsBeginning(values[1], values[2]);

        private static bool IsPlain(JsonValue operation) =>
            Change.IsAddition(operation) && operation.Members.All(member => _plainMembers.Contains(member.Key));

        /// <summary>
        /// Neighbours are added up where the sum keeps its digits. After the first one the value is there, so only that one's
        /// <c>initial</c> counts.
        /// </summary>
        private static IReadOnlyList<JsonValue> Sums(IEnumerable<JsonValue> operations)
        {
            var done = new List<JsonValue>();
            foreach (var operation in operations)
            {
                var last = done.LastOrDefault();
                var by =
                    last == null
                        ? null
                        : JsonDecimal.AddExactly(last["by"]!.NumberText, operation["by"]!.NumberText);
                if (by == null)
                    done.Add(operation);
                else
                    done[done.Count - 1] = last!.With("by", JsonValue.Number(by));
            }
            return done;
        }

        /// <summary>Items that later ones of the same list push out are left out.</summary>
        private static IReadOnlyList<JsonValue> LastItems(IReadOnlyList<JsonValue> operations)
        {
            var bounds = operations.Select(operation => operation["maxItems"]).ToList();
            if (bounds.Any(bound => !Equals(bound, bounds[0])) || bounds[0] == null)
                return operations;
            var most = bounds[0]!.AsBigInteger();
            return most >= operations.Count ? operations : operations.Skip(operations.Count - (int)most).ToList();
        }

        /// <summary>The objects that must be there, but for the document.</summary>
        private static HashSet<string> ParentsOf(IEnumerable<string> pointers) =>
            new HashSet<string>(
                pointers.Select(pointer => Regex.Replace(pointer, "/[^/]*$", "")).Where(parent => parent != "")
            );

        /// <summary>Does a pointer lead to one of these, through one of them, or is it on the way to one?</summary>
        private static bool IsBelowOrAbove(string pointer, IEnumerable<string> others) =>
            others.Any(other =>
                pointer == other
                || pointer.StartsWith(other + "/", System.StringComparison.Ordinal)
                || other.StartsWith(pointer + "/", System.StringComparison.Ordinal)
            );
    }
}
