using System;
using System.Collections.Generic;
using System.IO;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep
{
    /// <summary>The transport of .NET.</summary>
    public sealed class HttpClientTransport : IPlaykeepTransport, IDisposable
    {
        private readonly HttpClient _client;

        /// <summary>Makes a transport with a client of its own, which follows no redirect and keeps no cookie.</summary>
        public HttpClientTransport()
            : this(new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false }) { }

        /// <summary>Makes a transport over a handler, which must not follow redirects.</summary>
        public HttpClientTransport(HttpMessageHandler handler)
        {
            _client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
        }

        /// <inheritdoc/>
        public async Task<TransportResponse> SendAsync(TransportRequest request, CancellationToken cancellationToken)
        {
            using (var message = MessageOf(request))
            using (
                var response = await _client
                    .SendAsync(message, HttpCompletionOption.ResponseHeadersRead, cancellationToken)
                    .ConfigureAwait(false)
            )
            {
                var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
                foreach (var header in response.Headers)
                    headers[header.Key] = string.Join(", ", header.Value);
                var isRedirected = response.RequestMessage?.RequestUri is Uri answered && answered != new Uri(request.Url);
                var body = await ReadAsync(response.Content, cancellationToken).ConfigureAwait(false);
                return new TransportResponse((int)response.StatusCode, headers, body, isRedirected);
            }
        }

        /// <summary>Closes the connections.</summary>
        public void Dispose() => _client.Dispose();

        private static HttpRequestMessage MessageOf(TransportRequest request)
        {
            var message = new HttpRequestMessage(new HttpMethod(request.Method), new Uri(request.Url));
            foreach (var header in request.Headers)
                message.Headers.TryAddWithoutValidation(header.Key, header.Value);
            if (request.Body == null)
                return message;
            message.Content = new ByteArrayContent(request.Body);
            message.Content.Headers.TryAddWithoutValidation("Content-Type", request.ContentType);
            return message;
        }

        private static async Task<byte[]> ReadAsync(HttpContent content, CancellationToken cancellationToken)
        {
            if (content.Headers.ContentLength > TransportRequest.MostResponseBytes)
                throw TooLarge();
            using (var stream = await content.ReadAsStreamAsync().ConfigureAwait(false))
            using (cancellationToken.Register(stream.Dispose))
            using (var body = new MemoryStream())
            {
                var part = new byte[16 * 1024];
                for (; ; )
                {
                    var count = await stream
                        .ReadAsync(part, 0, part.Length, cancellationToken)
                        .ConfigureAwait(false);
                    if (count == 0)
                        return body.ToArray();
                    if (body.Length + count > TransportRequest.MostResponseBytes)
                        throw TooLarge();
                    body.Write(part, 0, count);
                }
            }
        }

        private static PlaykeepException TooLarge() =>
            new PlaykeepException(PlaykeepErrorCode.Network, "The answer is too large");
    }
}
