using System;

namespace Playkeep
{
    /// <summary>A value is no JSON Pointer (RFC 6901).</summary>
    internal sealed class PointerFormatException : FormatException
    {
        /// <summary>The message, and the form in a sentence.</summary>
        internal string Detail => Message + ": a JSON Pointer such as \"/gold\" begins with \"/\", and has \"~\" only in \"~0\" and \"~1\"";

        /// <param name="json">The JSON text of the value.</param>
        internal PointerFormatException(string json)
            : base(json + " is no JSON Pointer")
        {
        }
    }

    /// <summary>A patch is malformed, so that the service would always refuse it. The message is the detail.</summary>
    internal sealed class OperationFormatException : FormatException
    {
        internal OperationFormatException(string detail)
            : base(detail)
        {
        }
    }

    /// <summary>The document is another one than the operation needs. The message is the reason.</summary>
    internal sealed class PatchDoesNotApplyException : Exception
    {
        internal PatchDoesNotApplyException(string reason)
            : base(reason)
        {
        }
    }
}
