using System.Collections.Generic;

namespace Playkeep
{
    /// <summary>The operations (RFC 6902) that make one value another. Their order is the one in which they apply.</summary>
    internal static class JsonDifference
    {
        /// <summary>A value that no other one equals. A value in its place is set in any case.</summary>
        internal static readonly JsonValue Unknown = new JsonValue((JsonKind)(-1), "");

        /// <summary>The operations that make one value another. Arrays keep the items that are equal at their place.</summary>
        internal static IReadOnlyList<JsonValue> Between(JsonValue before, JsonValue after, IReadOnlyList<string> at)
        {
            return Between(before, after, JsonPointer.Format(at));
        }

        /// <summary>
        /// The operations that make the change from one object to another in a third one. A value goes whole where the third
        /// one lacks its parent. So does an array where the third one has another array, whose items may have moved; items
        /// at the end are added there.
        /// </summary>
        internal static IReadOnlyList<JsonValue> Upon(JsonValue before, JsonValue after, JsonValue target)
        {
            return DifferenceStep.Run(DifferenceStep.Compare("", before, after, target), CompareUpon);
        }

        /// <summary>Does the second array only have more items at its end?</summary>
        internal static bool IsBeginning(JsonValue? first, JsonValue? second)
        {
            bool areArrays = first != null && second != null && first.IsArray && second.IsArray;
            if (!areArrays || first!.Count > second!.Count)
            {
                return false;
            }

            for (int index = 0; index < first.Count; index += 1)
            {
                if (!first[index].Equals(second[index]))
                {
                    return false;
                }
            }

            return true;
        }

        private static IReadOnlyList<JsonValue> Between(JsonValue before, JsonValue after, string pointer)
        {
            return DifferenceStep.Run(DifferenceStep.Compare(pointer, before, after, before), Compare);
        }

        private static void Compare(DifferenceStep step, List<DifferenceStep> steps)
        {
            if (ReferenceEquals(step.Before, step.After))
            {
                return;
            }

            if (step.Before.IsObject && step.After.IsObject)
            {
                CompareMembers(step, steps);
            }
            else if (step.Before.IsArray && step.After.IsArray)
            {
                CompareItems(step, steps);
            }
            else if (!step.Before.Equals(step.After))
            {
                steps.Add(DifferenceStep.Replace(step.Pointer, step.After));
            }
        }

        private static void CompareMembers(DifferenceStep step, List<DifferenceStep> steps)
        {
            foreach (KeyValuePair<string, JsonValue> member in step.Before.RawMembers)
            {
                if (!step.After.Has(member.Key))
                {
                    steps.Add(DifferenceStep.Remove(JsonPointer.Below(step.Pointer, member.Key)));
                }
            }

            foreach (KeyValuePair<string, JsonValue> member in step.After.RawMembers)
            {
                JsonValue? before = step.Before[member.Key];
                if (ReferenceEquals(before, member.Value))
                {
                    continue;
                }

                string pointer = JsonPointer.Below(step.Pointer, member.Key);
                steps.Add(
                    before is null
                        ? DifferenceStep.Add(pointer, member.Value)
                        : DifferenceStep.Compare(pointer, before, member.Value, before));
            }
        }

        private static void CompareItems(DifferenceStep step, List<DifferenceStep> steps)
        {
            JsonValue[] before = step.Before.RawItems;
            JsonValue[] after = step.After.RawItems;
            int shared = before.Length < after.Length ? before.Length : after.Length;
            for (int index = 0; index < shared; index += 1)
            {
                if (!ReferenceEquals(before[index], after[index]))
                {
                    string pointer = JsonPointer.Below(step.Pointer, JsonNumberText.Of(index));
                    steps.Add(DifferenceStep.Compare(pointer, before[index], after[index], before[index]));
                }
            }

            for (int index = shared; index < before.Length; index += 1)
            {
                steps.Add(DifferenceStep.Remove(JsonPointer.Below(step.Pointer, JsonNumberText.Of(shared))));
            }

            for (int index = shared; index < after.Length; index += 1)
            {
                steps.Add(DifferenceStep.Add(JsonPointer.Below(step.Pointer, "-"), after[index]));
            }
        }

        private static void CompareUpon(DifferenceStep step, List<DifferenceStep> steps)
        {
            foreach (KeyValuePair<string, JsonValue> member in step.Before.RawMembers)
            {
                if (!step.After.Has(member.Key) && step.Target.Has(member.Key))
                {
                    steps.Add(DifferenceStep.Remove(JsonPointer.Below(step.Pointer, member.Key)));
                }
            }

            foreach (KeyValuePair<string, JsonValue> member in step.After.RawMembers)
            {
                AddMemberUpon(step, member.Key, member.Value, steps);
            }
        }

        private static void AddMemberUpon(DifferenceStep step, string key, JsonValue value, List<DifferenceStep> steps)
        {
            JsonValue? old = step.Before[key];
            JsonValue? theirs = step.Target[key];
            string pointer = JsonPointer.Below(step.Pointer, key);
            if (old != null && theirs != null && old.IsObject && value.IsObject && theirs.IsObject)
            {
                steps.Add(DifferenceStep.Compare(pointer, old, value, theirs));
                return;
            }

            bool isThere = !ReferenceEquals(old, Unknown) && JsonEquality.AreEqual(theirs, value);
            if (isThere || JsonEquality.AreEqual(old, value))
            {
                return;
            }

            if (!IsArrayStep(old, value, theirs))
            {
                steps.Add(DifferenceStep.Add(pointer, value));
                return;
            }

            foreach (JsonValue operation in Between(old!, value, pointer))
            {
                steps.Add(DifferenceStep.Of(operation));
            }
        }

        /// <summary>Can the items that differ go, and not the array?</summary>
        private static bool IsArrayStep(JsonValue? old, JsonValue value, JsonValue? theirs)
        {
            bool areArrays = old != null && theirs != null && old.IsArray && value.IsArray && theirs.IsArray;
            return areArrays && (JsonEquality.AreEqual(old, theirs) || IsBeginning(old, value));
        }
    }
}
