using System;
using System.Collections.Generic;

namespace Playkeep
{
    /// <summary>
    /// Edits of one value, without recursion. An edit copies the arrays and objects on its path and shares all others. It
    /// throws the operation's failure where the document is another one than it needs.
    /// </summary>
    internal static class JsonEdit
    {
        internal static JsonValue Read(JsonValue document, IReadOnlyList<string> path, JsonOperation operation)
        {
            return JsonPointer.ValueAt(document, path) ?? throw operation.Fail("there is no such value");
        }

        /// <summary>Replaces a value by a function of the value before it, which is null for a new member.</summary>
        internal static JsonValue Change(
            JsonValue document,
            IReadOnlyList<string> path,
            Func<JsonValue?, JsonValue> change,
            JsonOperation operation)
        {
            var parents = new List<JsonValue>();
            JsonValue? at = document;
            foreach (string token in path)
            {
                parents.Add(at ?? throw operation.Fail("its parent is missing"));
                at = JsonPointer.ChildOf(at, token);
            }

            bool isThere = at != null;
            JsonValue next = change(at);
            for (int index = path.Count - 1; index >= 0; index -= 1)
            {
                next = Replace(parents[index], path[index], next, isThere, operation);
                isThere = true;
            }

            return next;
        }

        internal static JsonValue Add(
            JsonValue document,
            IReadOnlyList<string> path,
            JsonValue value,
            JsonOperation operation)
        {
            if (path.Count == 0)
            {
                return value;
            }

            string[] parentPath = ParentOf(path);
            JsonValue? parent = JsonPointer.ValueAt(document, parentPath);
            if (parent is null || !parent.IsArray)
            {
                return Change(document, path, _ => value, operation);
            }

            string token = path[path.Count - 1];
            int index = token == "-" ? parent.Count : JsonPointer.IndexOf(token);
            if (index < 0 || index > parent.Count)
            {
                throw operation.Fail("there is no such place in the array");
            }

            JsonValue items = Spliced(parent, index, 0, value);
            return Change(document, parentPath, _ => items, operation);
        }

        internal static JsonValue Remove(JsonValue document, IReadOnlyList<string> path, JsonOperation operation)
        {
            if (path.Count == 0)
            {
                throw operation.Fail("the whole document cannot be removed");
            }

            Read(document, path, operation);
            string[] parentPath = ParentOf(path);
            string token = path[path.Count - 1];
            JsonValue parent = Read(document, parentPath, operation);
            JsonValue without = parent.IsArray
                ? Spliced(parent, JsonPointer.IndexOf(token), 1)
                : parent.Without(token);
            return Change(document, parentPath, _ => without, operation);
        }

        private static JsonValue Replace(
            JsonValue parent,
            string token,
            JsonValue next,
            bool isThere,
            JsonOperation operation)
        {
            if (parent.IsObject)
            {
                return parent.With(token, next);
            }

            if (!parent.IsArray)
            {
                throw operation.Fail("its parent is neither object nor array");
            }

            return isThere
                ? Spliced(parent, JsonPointer.IndexOf(token), 1, next)
                : throw operation.Fail("there is no such item");
        }

        /// <summary>A copy of an array with items removed and inserted at an index.</summary>
        private static JsonValue Spliced(JsonValue array, int index, int removed, params JsonValue[] inserted)
        {
            var items = new JsonValue[array.Count - removed + inserted.Length];
            Array.Copy(array.RawItems, items, index);
            Array.Copy(inserted, 0, items, index, inserted.Length);
            int rest = index + removed;
            Array.Copy(array.RawItems, rest, items, index + inserted.Length, array.Count - rest);
            return new JsonValue(items);
        }

        private static string[] ParentOf(IReadOnlyList<string> path)
        {
            var parent = new string[path.Count - 1];
            for (int index = 0; index < parent.Length; index += 1)
            {
                parent[index] = path[index];
            }

            return parent;
        }
    }
}
