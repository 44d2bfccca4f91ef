namespace Playkeep
{
    /// <summary>One operation of a patch, with its members.</summary>
    internal sealed class JsonOperation
    {
        private readonly JsonValue _members;

        internal JsonOperation(JsonValue members)
        {
            _members = members;
            Path = JsonPointer.Parse(members["path"]);
            JsonValue? name = members["op"];
            Name = name != null && name.IsString ? name.AsString() : "";
        }

        internal string Name { get; }

        internal string[] Path { get; }

        internal string[] From => JsonPointer.Parse(_members["from"]);

        internal JsonValue Value =>
            _members["value"] ?? throw new OperationFormatException("the \"value\" of an operation is missing");

        internal static bool IsText(JsonValue? value, string text)
        {
            return value != null && value.IsString && value.AsString() == text;
        }

        /// <summary>The text of a number among the members; null where it is missing.</summary>
        /// <exception cref="OperationFormatException">The member is no number.</exception>
        internal string? NumberOf(string member)
        {
            JsonValue? value = _members[member];
            if (value is null || value.IsNumber)
            {
                return value?.NumberText;
            }

            throw new OperationFormatException("the \"" + member + "\" of an operation is no number");
        }

        internal PatchDoesNotApplyException Fail(string why)
        {
            return new PatchDoesNotApplyException(Name + " " + _members["path"]!.AsString() + ": " + why);
        }
    }
}
