using System;
using System.Collections.Generic;
using System.Linq;

namespace Playkeep.Saves
{
    /// <summary>
    /// The device's changes upon another state of the service: the paths that both changed, the changes as they go again, and the
    /// change that stands for a decision of the game.
    /// </summary>
    internal sealed class Rebase
    {
        /// <summary>The whole document is sent where a set or a decision differs at more paths.</summary>
        private const int MostOperations = 400;

        private Rebase(
            IReadOnlyList<string> disputed,
            IReadOnlyList<Change> changes,
            JsonValue baseData,
            JsonValue mine,
            JsonValue theirs
        )
        {
            Disputed = disputed;
            Changes = changes;
            Base = baseData;
            Mine = mine;
            Theirs = theirs;
        }

        /// <summary>Both the device and the service changed a value at one path, and not to the same.</summary>
        internal bool IsConflict => Disputed.Count > 0;

        /// <summary>The pointers of such paths.</summary>
        internal IReadOnlyList<string> Disputed { get; }

        /// <summary>The changes as they go again. A <c>set</c> names only the paths that it changed.</summary>
        internal IReadOnlyList<Change> Changes { get; }

        internal JsonValue Base { get; }

        /// <summary>The service's state with the device's changes, but for additions, which come after any decision.</summary>
        internal JsonValue Mine { get; }

        internal JsonValue Theirs { get; }

        /// <param name="changes">that wait, in order</param>
        /// <param name="baseData">the state upon which they were made</param>
        /// <param name="theirs">the state of the service</param>
        internal static Rebase Of(IReadOnlyList<Change> changes, JsonValue baseData, JsonValue theirs)
        {
            var touched = new List<IReadOnlyList<string>>();
            var again = new List<Change>();
            var state = baseData;
            var theirState = theirs;
            var mine = theirs;
            foreach (var change in changes)
            {
                var next = Upon(state, change, theirState);
                if (!change.IsCounter)
                {
                    mine = Change.ApplyAll(mine, new[] { Upon(state, change, mine) });
                    touched.AddRange((next.Body.Data != null ? change : next).TouchedPaths(state));
                }
                again.Add(next);
                state = Change.ApplyAll(state, new[] { change });
                theirState = Change.ApplyAll(theirState, new[] { next });
            }
            var ownState = Change.ApplyAll(baseData, changes.Where(change => !change.IsCounter));
            bool IsDisputed(IReadOnlyList<string> path)
            {
                var their = JsonPointer.ValueAt(theirs, path);
                return !Equals(JsonPointer.ValueAt(baseData, path), their)
                    && !Equals(JsonPointer.ValueAt(ownState, path), their);
            }
            var disputed = touched.Where(IsDisputed).Select(JsonPointer.Format).ToList();
            return new Rebase(disputed, again, baseData, mine, theirs);
        }

        /// <summary>The change that makes the service's state the decision of the game; null where it is already.</summary>
        internal Change? Decided(JsonValue decision, DateTimeOffset now)
        {
            var operations = JsonDifference.Between(Theirs, decision, Array.Empty<string>());
            if (operations.Count == 0)
                return null;
            var body =
                operations.Count > MostOperations ? ChangeBody.OfData(decision) : ChangeBody.OfOperations(operations);
            return Change.Make("set", body, now);
        }

        /// <summary>The additions that go after a decision: those that no later change of the device had overwritten.</summary>
        internal IReadOnlyList<Change> Kept() =>
            Changes.Where((change, index) => change.IsCounter && !IsOverwritten(change, Changes.Skip(index + 1))).ToList();

        /// <summary>A change as it goes again.</summary>
        /// <param name="state">before it on this device</param>
        /// <param name="change">that was made upon that state</param>
        /// <param name="theirs">the state before it there</param>
        private static Change Upon(JsonValue state, Change change, JsonValue theirs)
        {
            if (change.Body.Data == null)
                return change;
            var before = change.Body.Again.Aggregate(
                state,
                (document, pointer) => WithUnknown(document, JsonPointer.Parse(pointer), 0)
            );
            var operations = JsonDifference.Upon(before, change.ApplyTo(state), theirs);
            return change.WithBody(
                operations.Count > MostOperations
                    ? ChangeBody.OfData(JsonPatch.Apply(theirs, operations))
                    : ChangeBody.OfOperations(operations)
            );
        }

        /// <summary>A document with an unknown value at a place, so that every value there is one that was changed.</summary>
        private static JsonValue WithUnknown(JsonValue? value, IReadOnlyList<string> path, int at)
        {
            if (at == path.Count || value?.Kind != JsonKind.Object)
                return JsonDifference.Unknown;
            return value.With(path[at], WithUnknown(value[path[at]], path, at + 1));
        }

        private static bool IsOverwritten(Change counter, IEnumerable<Change> later)
        {
            var own = PathsOf(counter).ToList();
            return later
                .Where(change => !change.IsCounter)
                .SelectMany(PathsOf)
                .Any(path => own.Any(counted => JsonPointer.IsPrefix(path, counted)));
        }

        private static IEnumerable<IReadOnlyList<string>> PathsOf(Change change) =>
            change.Body.Operations != null
                ? change.Body.Operations.Select(operation => JsonPointer.Parse(operation["path"]!.AsString()))
                : change.TouchedPaths(JsonValue.Object());
    }
}
