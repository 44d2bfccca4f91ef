using System.Collections.Generic;

namespace Playkeep
{
    /// <summary>JSON Merge Patches (RFC 7396), without recursion.</summary>
    internal static class JsonMerge
    {
        private static readonly JsonValue Nothing = new JsonObjectBuilder().Build();

        /// <summary>The value after a merge patch. A patch that is no object is the result itself (RFC 7396 section 2).</summary>
        internal static JsonValue Apply(JsonValue document, JsonValue patch)
        {
            if (!patch.IsObject)
            {
                return patch;
            }

            var levels = new Stack<Level>();
            levels.Push(new Level("", document, patch));
            while (true)
            {
                Level level = levels.Peek();
                Level? below = level.Merge();
                if (below != null)
                {
                    levels.Push(below);
                    continue;
                }

                levels.Pop();
                JsonValue merged = level.Members.Build();
                if (levels.Count == 0)
                {
                    return merged;
                }

                levels.Peek().Members.Set(level.Key, merged);
            }
        }

        /// <summary>
        /// The operations with which a merge patch, an object, changes this object. They are right for this document alone,
        /// so they are sent with its entity tag.
        /// </summary>
        internal static IReadOnlyList<JsonValue> OperationsOf(JsonValue document, JsonValue patch)
        {
            return DifferenceStep.Run(DifferenceStep.Compare("", document, patch, document), Expand);
        }

        private static void Expand(DifferenceStep step, List<DifferenceStep> steps)
        {
            foreach (KeyValuePair<string, JsonValue> member in step.After.RawMembers)
            {
                string pointer = JsonPointer.Below(step.Pointer, member.Key);
                JsonValue? before = step.Before[member.Key];
                if (!member.Value.IsNull)
                {
                    steps.Add(StepOf(pointer, before, member.Value));
                }
                else if (before != null)
                {
                    steps.Add(DifferenceStep.Remove(pointer));
                }
            }
        }

        private static DifferenceStep StepOf(string pointer, JsonValue? before, JsonValue change)
        {
            return before != null && before.IsObject && change.IsObject
                ? DifferenceStep.Compare(pointer, before, change, before)
                : DifferenceStep.Add(pointer, Apply(Nothing, change));
        }

        /// <summary>An object that is being merged.</summary>
        private sealed class Level
        {
            private readonly JsonValue _patch;
            private int _at;

            internal Level(string key, JsonValue? before, JsonValue patch)
            {
                Key = key;
                Members = new JsonObjectBuilder(before);
                _patch = patch;
            }

            /// <summary>The key of the object in the one around it.</summary>
            internal string Key { get; }

            internal JsonObjectBuilder Members { get; }

            /// <summary>Merges members until an object is to be merged first; null at the end.</summary>
            internal Level? Merge()
            {
                while (_at < _patch.Count)
                {
                    KeyValuePair<string, JsonValue> member = _patch.RawMembers[_at];
                    _at += 1;
                    if (member.Value.IsObject)
                    {
                        return new Level(member.Key, Members.ValueOf(member.Key), member.Value);
                    }

                    if (member.Value.IsNull)
                    {
                        Members.Remove(member.Key);
                    }
                    else
                    {
                        Members.Set(member.Key, member.Value);
                    }
                }

                return null;
            }
        }
    }
}
