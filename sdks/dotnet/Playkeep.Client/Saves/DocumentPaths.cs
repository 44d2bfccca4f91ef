using System.Collections.Generic;
using System.Linq;

namespace Playkeep.Saves
{
    /// <summary>Paths into a document.</summary>
    internal static class DocumentPaths
    {
        /// <summary>The path, or the beginning of it that leads to an array: items may move.</summary>
        internal static IReadOnlyList<string> UntilArray(JsonValue document, IReadOnlyList<string> path)
        {
            JsonValue? value = document;
            for (var index = 0; index < path.Count; index += 1)
            {
                if (value?.Kind == JsonKind.Array)
                    return path.Take(index).ToArray();
                value = JsonPointer.ChildOf(value, path[index]);
            }
            return path;
        }

        /// <summary>The paths at which a merge patch sets or removes a value.</summary>
        internal static IEnumerable<IReadOnlyList<string>> LeavesOf(JsonValue patch)
        {
            var leaves = new List<IReadOnlyList<string>>();
            var path = new List<string>();
            AddLeaves(leaves, path, patch);
            return leaves;
        }

        private static void AddLeaves(List<IReadOnlyList<string>> leaves, List<string> path, JsonValue patch)
        {
            foreach (var member in patch.Members)
            {
                path.Add(member.Key);
                if (member.Value.Kind == JsonKind.Object && member.Value.Count > 0)
                    AddLeaves(leaves, path, member.Value);
                else
                    leaves.Add(path.ToArray());
                path.RemoveAt(path.Count - 1);
            }
        }
    }
}
