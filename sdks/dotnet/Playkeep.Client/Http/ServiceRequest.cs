using System;
using System.Collections.Generic;

namespace Playkeep.Http
{
    /// <summary>A request to the service.</summary>
    internal sealed class ServiceRequest
    {
        internal ServiceRequest(string method, string path, Shape shape)
        {
            Method = method;
            Path = path;
            Shape = shape;
        }

        internal string Method { get; }

        /// <summary>From <c>/api</c> on.</summary>
        internal string Path { get; }

        /// <summary>A complete answer holds this.</summary>
        internal Shape Shape { get; }

        /// <summary>An answer that names a player must name the one who plays here.</summary>
        internal bool IsOwn { get; set; }

        /// <summary>A header without a value is not sent.</summary>
        internal List<(string Name, string? Value)> Headers { get; } = new List<(string, string?)>();

        internal string? ContentType { get; set; }

        internal string? Body { get; set; }

        /// <summary>Called with each token before it is used.</summary>
        internal Action<string>? CheckToken { get; set; }

        /// <summary>The tag of the answer that is here already.</summary>
        internal string? KnownTag { get; set; }

        internal ServiceRequest With(string header, string? value)
        {
            Headers.Add((header, value));
            return this;
        }

        internal ServiceRequest WithBody(string contentType, string body)
        {
            ContentType = contentType;
            Body = body;
            return this;
        }
    }

    /// <summary>A success, which was found complete.</summary>
    internal sealed class Reply
    {
        internal Reply(int status, string text, JsonValue? data, string? etag, string token)
        {
            Status = status;
            Text = text;
            Data = data;
            ETag = etag;
            Token = token;
        }

        internal int Status { get; }

        /// <summary>The text of the envelope.</summary>
        internal string Text { get; }

        /// <summary>Null for 'Not modified'.</summary>
        internal JsonValue? Data { get; }

        internal string? ETag { get; }

        /// <summary>The token with which it was sent.</summary>
        internal string Token { get; }

        /// <summary>The text of the member <c>data</c>.</summary>
        internal string DataText() => JsonSource.MemberText(Text, "data") ?? "";

        internal MetadataRecord Record() => MetadataRecord.Of(DataText(), ETag);
    }
}
