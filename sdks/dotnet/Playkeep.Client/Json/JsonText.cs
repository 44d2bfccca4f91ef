namespace Playkeep
{
    /// <summary>Names of values for messages.</summary>
    internal static class JsonText
    {
        internal static string NameOf(JsonKind kind)
        {
            switch (kind)
            {
                case JsonKind.Null:
                    return "null";
                case JsonKind.Boolean:
                    return "boolean";
                case JsonKind.Number:
                    return "number";
                case JsonKind.String:
                    return "string";
                case JsonKind.Array:
                    return "array";
                case JsonKind.Object:
                    return "object";
                default:
                    return "known value";
            }
        }

        internal static string NameOfValue(JsonValue value)
        {
            switch (value.Kind)
            {
                case JsonKind.Null:
                    return "null";
                case JsonKind.Array:
                case JsonKind.Object:
                    return "an " + NameOf(value.Kind);
                default:
                    return "a " + NameOf(value.Kind);
            }
        }
    }
}
