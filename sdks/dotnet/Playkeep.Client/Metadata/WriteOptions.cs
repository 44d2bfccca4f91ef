namespace Playkeep
{
    /// <summary>Conditions of a write.</summary>
    public sealed class WriteOptions
    {
        /// <summary>The entity tag that must be the current one, or <c>*</c> for any stored metadata (RFC 9110 section 13.1.1).</summary>
        public string? IfMatch { get; set; }

        /// <summary><c>*</c> for a write that only begins the metadata (RFC 9110 section 13.1.2).</summary>
        public string? IfNoneMatch { get; set; }

        /// <summary>The session that must be the active one.</summary>
        public string? SessionId { get; set; }

        /// <summary>Repetitions under one key have one effect. By default a random one.</summary>
        public string? IdempotencyKey { get; set; }
    }
}
