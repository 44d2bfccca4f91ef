using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;

namespace Playkeep.Saves
{
    /// <summary>
    /// The order of waiting changes. Two may change places where neither sees the other's effect, on any record.
    /// </summary>
    internal sealed class ChangeTrace
    {
        /// <summary>More paths are not compared with each other.</summary>
        private const int MostPaths = 100;

        private static readonly ChangeTrace _anything = new ChangeTrace(null, null, "");

        private static readonly ConditionalWeakTable<ChangeBody, ChangeTrace> _known =
            new ConditionalWeakTable<ChangeBody, ChangeTrace>();

        private ChangeTrace(
            HashSet<string>? members,
            IReadOnlyList<IReadOnlyList<string>>? paths,
            string shape,
            IReadOnlyList<IReadOnlyList<string>>? containers = null
        )
        {
            Members = members;
            Paths = paths;
            Shape = shape;
            Containers = containers ?? Array.Empty<IReadOnlyList<string>>();
        }

        /// <summary>The members of the document that the change reads or changes; null for any.</summary>
        internal HashSet<string>? Members { get; }

        /// <summary>The paths that a merge or an addition changes; null for other changes.</summary>
        internal IReadOnlyList<IReadOnlyList<string>>? Paths { get; }

        /// <summary>The paths at which it makes an object where there is none.</summary>
        internal IReadOnlyList<IReadOnlyList<string>> Containers { get; }

        /// <summary>Merges of the same members have the same one.</summary>
        internal string Shape { get; }

        internal static ChangeTrace Of(Change change) =>
            change.IsInitial ? _anything : _known.GetValue(change.Body, Make);

        /// <summary>
        /// May a change go before another one, to a third one before both, with which it is joined? Changes of different members may.
        /// Below one member, objects on the way count too: an addition needs them, and a merge makes them.
        /// </summary>
        internal static bool MayPass(Change change, Change other, Change target)
        {
            var own = Of(change);
            var passed = Of(other);
            if (own.Members != null && passed.Members != null && !own.Members.Overlaps(passed.Members))
                return true;
            if (own.Paths == null || passed.Paths == null)
                return false;
            bool IsMet(IReadOnlyList<string> path) => passed.Paths!.Any(each => IsRelated(path, each));
            if (own.Paths.Any(IsMet))
                return false;
            var made = new HashSet<string>(Of(target).Containers.Select(JsonPointer.Format));
            if (own.Containers.Any(path => !made.Contains(JsonPointer.Format(path)) && IsMet(path)))
                return false;
            return change.Body.Patch != null
                || !passed.Containers.Any(path => own.Paths.Any(each => IsRelated(path, each)));
        }

        private static bool IsRelated(IReadOnlyList<string> one, IReadOnlyList<string> other) =>
            JsonPointer.IsPrefix(one, other) || JsonPointer.IsPrefix(other, one);

        private static ChangeTrace Make(ChangeBody body)
        {
            if (body.Data != null)
                return new ChangeTrace(body.Paths == null ? null : MembersOf(body.Paths), null, "");
            if (body.Patch != null)
                return MakeOfMerge(body.Patch);
            var pointers = body
                .Operations!.SelectMany(operation => new[] { operation["path"], operation["from"] })
                .Where(pointer => pointer?.Kind == JsonKind.String)
                .Select(pointer => pointer!.AsString())
                .Distinct()
                .ToList();
            var isAddition = body.Operations!.All(Change.IsAddition);
            var paths = isAddition ? pointers.Select(JsonPointer.Parse).ToList() : null;
            return new ChangeTrace(MembersOf(pointers), paths, "");
        }

        private static ChangeTrace MakeOfMerge(JsonValue patch)
        {
            var leaves = DocumentPaths.LeavesOf(patch).ToList();
            var pointers = leaves.Select(JsonPointer.Format).ToList();
            pointers.Sort(StringComparer.Ordinal);
            var shape = JsonValue.Array(pointers.Select(pointer => (JsonValue)pointer)).ToString();
            var members = new HashSet<string>(patch.Members.Select(member => member.Key));
            if (leaves.Count > MostPaths)
                return new ChangeTrace(members, null, shape);
            var containers = leaves
                .SelectMany(leaf => Enumerable.Range(1, leaf.Count - 1).Select(length => leaf.Take(length).ToArray()))
                .ToList();
            return new ChangeTrace(members, leaves, shape, containers);
        }

        /// <summary>Null for paths of which one is the whole document.</summary>
        private static HashSet<string>? MembersOf(IEnumerable<string> pointers)
        {
            var members = new HashSet<string>();
            foreach (var path in pointers.Select(JsonPointer.Parse))
            {
                if (path.Length == 0)
                    return null;
                members.Add(path[0]);
            }
            return members;
        }
    }
}
