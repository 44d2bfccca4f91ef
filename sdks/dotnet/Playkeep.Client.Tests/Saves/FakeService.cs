using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep.Tests.Saves
{
    /// <summary>The metadata of one player, as the service answers for it, without a network.</summary>
    internal sealed class FakeService : IPlaykeepTransport
    {
        private readonly object _turn = new object();
        private JsonValue _metadata = JsonValue.Object();
        private int _version;

        internal bool IsGone { get; set; }

        /// <summary>The requests that arrived: method and body.</summary>
        internal List<string> Requests { get; } = new List<string>();

        internal JsonValue Metadata
        {
            get
            {
                lock (_turn)
                    return _metadata;
            }
        }

        /// <summary>Another device writes.</summary>
        internal void Write(Func<JsonValue, JsonValue> edit)
        {
            lock (_turn)
            {
                _metadata = edit(_metadata);
                _version += 1;
            }
        }

        public Task<TransportResponse> SendAsync(TransportRequest request, CancellationToken cancellationToken)
        {
            if (IsGone)
                throw new HttpRequestException("there is no network");
            lock (_turn)
            {
                var body = request.Body == null ? "" : Encoding.UTF8.GetString(request.Body);
                Requests.Add($"{request.Method} {body}");
                return Task.FromResult(Answer(request, body));
            }
        }

        private TransportResponse Answer(TransportRequest request, string body)
        {
            string? Header(string name) => request.Headers.FirstOrDefault(header => header.Key == name).Value;
            var isMet =
                (Header("If-Match") == null || Header("If-Match") == Tag)
                && (request.Method == "GET" || Header("If-None-Match") == null || _version == 0);
            if (request.Method == "GET" || !isMet)
                return Envelope(isMet ? 200 : 412);
            var given = JsonValue.Parse(body);
            if (request.Method == "POST")
                _metadata = given["data"]!;
            else if (given.Kind == JsonKind.Array)
                _metadata = JsonPatch.Apply(_metadata, given.Items);
            else
                _metadata = JsonMerge.Apply(_metadata, given);
            _version += 1;
            return Envelope(200);
        }

        private string Tag => $"\"1-{_version}\"";

        private TransportResponse Envelope(int status)
        {
            var record = JsonValue.Object(("playerId", "ann"), ("sequentialId", 1), ("metadata", _metadata));
            var envelope = JsonValue.Object(("statusCode", status), ("data", record));
            if (status == 412)
                envelope = envelope.With("error", JsonValue.Object(("message", "Precondition failed")));
            var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase) { ["ETag"] = Tag };
            return new TransportResponse(status, headers, Encoding.UTF8.GetBytes(envelope.ToString()));
        }
    }

    /// <summary>A main thread: it runs the posted work when the test says so.</summary>
    internal sealed class MainThread : SynchronizationContext
    {
        private readonly Queue<(SendOrPostCallback Callback, object? State)> _posted =
            new Queue<(SendOrPostCallback, object?)>();

        internal int Posted
        {
            get
            {
                lock (_posted)
                    return _posted.Count;
            }
        }

        public override void Post(SendOrPostCallback d, object? state)
        {
            lock (_posted)
                _posted.Enqueue((d, state));
        }

        /// <summary>Runs the work that waits, on the thread of the caller.</summary>
        internal void Pump()
        {
            for (; ; )
            {
                (SendOrPostCallback Callback, object? State) next;
                lock (_posted)
                {
                    if (_posted.Count == 0)
                        return;
                    next = _posted.Dequeue();
                }
                next.Callback(next.State);
            }
        }
    }
}
