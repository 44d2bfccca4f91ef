using System;
using System.Collections.Generic;
using System.Linq;

namespace Playkeep.Saves
{
    /// <summary>
    /// The compaction of waiting changes, for a game that saves every second without a network. Two are joined only where one change
    /// has the effect of both on every record, also on one that another device changed, and where the service takes both or neither.
    /// </summary>
    internal static class Compaction
    {
        private const int MostPatchCharacters = 100_000;

        /// <summary>A change looks for its place among so many before it.</summary>
        private const int MostPlaces = 64;

        private sealed class Place
        {
            internal Place(Change change, JsonValue before)
            {
                Change = change;
                Before = before;
            }

            internal Change Change { get; set; }

            /// <summary>The state before it.</summary>
            internal JsonValue Before { get; }
        }

        /// <summary>
        /// The changes to store, and null for those to delete, by number: joined ones have the place of the first and the id of the
        /// last.
        /// </summary>
        /// <param name="document">the state before the first change</param>
        /// <param name="changes">that wait, in order</param>
        /// <param name="isAny">
        /// joins merges of different members too, of which path rules or the bound of a record might refuse one and not the other,
        /// and more sets
        /// </param>
        internal static Dictionary<long, Change?> Compact(JsonValue document, IEnumerable<Change> changes, bool isAny)
        {
            var compacted = new Dictionary<long, Change?>();
            var places = new List<Place>();
            var state = document;
            foreach (var change in changes)
            {
                var added = new Place(change, state);
                state = Change.ApplyAll(state, new[] { change });
                var (place, body) = FindPlace(places, added, isAny);
                if (place == null)
                {
                    places.Add(added);
                    continue;
                }
                var joined = change.JoinedWith(place.Change, body!);
                compacted[change.Number] = null;
                compacted[joined.Number] = joined;
                place.Change = joined;
            }
            return compacted;
        }

        /// <summary>The newest change with which another one can be joined, and the body of both.</summary>
        private static (Place? Place, ChangeBody? Body) FindPlace(List<Place> places, Place added, bool isAny)
        {
            var change = added.Change;
            if (change.IsAlone || change.IsInitial)
                return (null, null);
            var passed = new List<Change>();
            var last = Math.Max(0, places.Count - MostPlaces);
            for (var index = places.Count - 1; index >= last; index -= 1)
            {
                var place = places[index];
                var other = place.Change;
                if (other.IsInitial)
                    return (null, null);
                // The document of a set also has what the changes before it made of its members.
                var isSet = other.Body.Data != null;
                bool IsFree(Change each) =>
                    ChangeTrace.MayPass(change, each, other) && (!isSet || ChangeTrace.MayPass(other, each, other));
                if (!other.IsAlone && passed.All(IsFree))
                {
                    var body = JoinBodies(place, added, isAny, passed.Count == 0);
                    if (body != null)
                        return (place, body);
                }
                passed.Add(other);
            }
            return (null, null);
        }

        private static ChangeBody? JoinBodies(Place first, Place second, bool isAny, bool isNext)
        {
            var one = first.Change.Body;
            var two = second.Change.Body;
            if (one.Data != null)
            {
                if (two.Data == null)
                    return null;
                var set = Join.Sets(one, two, first.Before, second.Before, isAny);
                // Without paths it would have the effect of the changes between.
                return isNext || set?.Paths != null ? set : null;
            }
            if (one.Patch != null)
            {
                if (two.Patch == null)
                    return null;
                var isOneShape = ChangeTrace.Of(first.Change).Shape == ChangeTrace.Of(second.Change).Shape;
                var patch = isOneShape || isAny ? Join.Patches(one.Patch, two.Patch) : null;
                var isSmall = isOneShape || (patch?.ToString().Length ?? 0) <= MostPatchCharacters;
                return patch != null && isSmall ? ChangeBody.OfPatch(patch) : null;
            }
            var operations = two.Operations == null ? null : Join.Counters(one.Operations!, two.Operations);
            return operations == null ? null : ChangeBody.OfOperations(operations);
        }
    }
}
