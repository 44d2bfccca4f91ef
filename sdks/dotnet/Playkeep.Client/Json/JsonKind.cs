namespace Playkeep
{
    /// <summary>The kinds of JSON values (RFC 8259 section 3).</summary>
    public enum JsonKind
    {
        /// <summary>The literal <c>null</c>.</summary>
        Null,

        /// <summary><c>true</c> or <c>false</c>.</summary>
        Boolean,

        /// <summary>A number of any size, with its digits as they were written.</summary>
        Number,

        /// <summary>A string.</summary>
        String,

        /// <summary>An array.</summary>
        Array,

        /// <summary>An object, with its members in order.</summary>
        Object,
    }
}
