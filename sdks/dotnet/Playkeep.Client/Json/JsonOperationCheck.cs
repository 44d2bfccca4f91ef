using System.Collections.Generic;

namespace Playkeep
{
    /// <summary>
    /// The form of operations. Those that the service would always refuse are refused here, before they are kept.
    /// </summary>
    internal static class JsonOperationCheck
    {
        internal static void Check(JsonValue operations)
        {
            if (!operations.IsArray)
            {
                throw new OperationFormatException("a patch is an array of operations");
            }

            for (int index = 0; index < operations.Count; index += 1)
            {
                CheckOne(operations[index], "operation " + JsonNumberText.Of(index));
            }
        }

        private static void CheckOne(JsonValue operation, string name)
        {
            if (!operation.IsObject && !operation.IsArray)
            {
                throw new OperationFormatException(name + " is no object");
            }

            JsonValue? op = operation["op"];
            string kind = op != null && op.IsString ? op.AsString() : "";
            if (!IsKnown(kind))
            {
                throw new OperationFormatException(name + " has an \"op\" that is not known");
            }

            JsonPointer.Parse(operation["path"]);
            CheckNeeded(operation, kind, name);
            if (kind == "increment" || kind == "append")
            {
                CheckOptions(operation, kind, name);
            }
        }

        private static bool IsKnown(string kind)
        {
            return kind == "remove" || NeededOf(kind) != null;
        }

        /// <summary>The member that must be there beside the path; null for none.</summary>
        private static string? NeededOf(string kind)
        {
            switch (kind)
            {
                case "add":
                case "replace":
                case "test":
                case "append":
                    return "value";
                case "move":
                case "copy":
                    return "from";
                case "increment":
                    return "by";
                default:
                    return null;
            }
        }

        private static void CheckNeeded(JsonValue operation, string kind, string name)
        {
            string? needed = NeededOf(kind);
            if (needed is null)
            {
                return;
            }

            JsonValue? value = operation[needed];
            if (needed == "from")
            {
                JsonPointer.Parse(value);
                return;
            }

            bool isRight = value != null && (needed != "by" || value.IsNumber);
            if (!isRight)
            {
                throw new OperationFormatException(
                    "the \"" + needed + "\" of " + name + " is missing or another value");
            }
        }

        /// <summary>Other members of additions are refused, as one may be misspelt.</summary>
        private static void CheckOptions(JsonValue operation, string kind, string name)
        {
            foreach (KeyValuePair<string, JsonValue> member in operation.RawMembers)
            {
                bool isOwn = member.Key == "op" || member.Key == "path" || member.Key == NeededOf(kind);
                if (!isOwn && !IsOption(kind, member.Key, member.Value))
                {
                    throw new OperationFormatException(
                        name + " has a \"" + member.Key + "\" that \"" + kind + "\" does not take");
                }
            }
        }

        private static bool IsOption(string kind, string member, JsonValue value)
        {
            if (!value.IsNumber)
            {
                return false;
            }

            if (kind == "append")
            {
                return member == "maxItems" && JsonInteger.IsCount(value.NumberText);
            }

            return member == "min" || member == "max" || member == "initial";
        }
    }
}
