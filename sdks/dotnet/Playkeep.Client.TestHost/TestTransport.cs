using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep.TestHost
{
    /// <summary>HTTP by a function of the test.</summary>
    internal sealed class TestTransport : IPlaykeepTransport
    {
        private readonly Wire _wire;
        private readonly string _client;

        internal TestTransport(Wire wire, string client)
        {
            _wire = wire;
            _client = client;
        }

        public async Task<TransportResponse> SendAsync(TransportRequest request, CancellationToken cancellationToken)
        {
            var headers = request.Headers.Select(header => KeyValuePair.Create(header.Key, (JsonValue)header.Value));
            if (request.ContentType != null)
                headers = headers.Append(KeyValuePair.Create("Content-Type", (JsonValue)request.ContentType));
            var question = JsonValue.Object(
                ("client", _client),
                ("fetch", request.Url),
                ("method", request.Method),
                ("headers", JsonValue.Object(headers)),
                ("body", request.Body == null ? JsonValue.Null : (JsonValue)Encoding.UTF8.GetString(request.Body))
            );
            var asking = _wire.AskAsync(question, out var number);
            JsonValue answer;
            using (cancellationToken.Register(() => _wire.Wake(number)))
                answer = await asking.WaitAsync(cancellationToken);
            if (answer["failed"] is JsonValue failure)
                throw new HttpRequestException(failure.AsString());
            var received = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
            foreach (var header in answer["headers"]!.Members)
                received[header.Key] = header.Value.AsString();
            return new TransportResponse(
                answer["status"]!.AsInt32(),
                received,
                Convert.FromBase64String(answer["body"]!.AsString()),
                answer["isRedirected"]!.AsBoolean()
            );
        }
    }
}
