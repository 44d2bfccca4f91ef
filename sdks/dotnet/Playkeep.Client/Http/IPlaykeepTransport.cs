using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep
{
    /// <summary>
    /// One HTTP exchange. An engine hands in its own, such as one over <c>UnityWebRequest</c>. It follows no redirect, keeps no
    /// cookie, and takes no answer from a cache.
    /// </summary>
    public interface IPlaykeepTransport
    {
        /// <summary>Sends a request and reads the whole answer. Any exception but a cancellation counts as a fault of the network.</summary>
        Task<TransportResponse> SendAsync(TransportRequest request, CancellationToken cancellationToken);
    }

    /// <summary>A request as a transport sends it.</summary>
    public sealed class TransportRequest
    {
        internal TransportRequest(
            string method,
            string url,
            IReadOnlyList<KeyValuePair<string, string>> headers,
            string? contentType,
            byte[]? body
        )
        {
            Method = method;
            Url = url;
            Headers = headers;
            ContentType = contentType;
            Body = body;
        }

        /// <summary><c>GET</c>, <c>POST</c>, <c>PATCH</c> or <c>DELETE</c>.</summary>
        public string Method { get; }

        /// <summary>The absolute address.</summary>
        public string Url { get; }

        /// <summary>All headers but <c>Content-Type</c>.</summary>
        public IReadOnlyList<KeyValuePair<string, string>> Headers { get; }

        /// <summary>The media type of the body; null without a body.</summary>
        public string? ContentType { get; }

        /// <summary>UTF-8 text; null for none.</summary>
        public byte[]? Body { get; }

        /// <summary>A longer answer in bytes is refused: 64 MiB, more than any answer of the service has.</summary>
        public const int MostResponseBytes = 64 * 1024 * 1024;
    }

    /// <summary>An answer as a transport received it.</summary>
    public sealed class TransportResponse
    {
        private readonly IReadOnlyDictionary<string, string> _headers;

        /// <param name="status">the HTTP status</param>
        /// <param name="headers">by names that compare without regard to case</param>
        /// <param name="body">all bytes of the body</param>
        /// <param name="isRedirected">the platform followed a redirect although it was asked not to</param>
        public TransportResponse(
            int status,
            IReadOnlyDictionary<string, string> headers,
            byte[] body,
            bool isRedirected = false
        )
        {
            Status = status;
            _headers = headers;
            Body = body;
            IsRedirected = isRedirected;
        }

        /// <summary>The HTTP status.</summary>
        public int Status { get; }

        /// <summary>All bytes of the body.</summary>
        public byte[] Body { get; }

        /// <summary>Did the answer come from another address?</summary>
        public bool IsRedirected { get; }

        /// <summary>The value of a header; null where there is none.</summary>
        public string? Header(string name) => _headers.TryGetValue(name, out var value) ? value : null;
    }
}
