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
        private readonly HashSet<TaskCompletionSource<TransportResponse>> _waiting =
            new HashSet<TaskCompletionSource<TransportResponse>>();
        private readonly List<string> _requests = new List<string>();
        private readonly List<string?> _waits = new List<string?>();
        private JsonValue _metadata = JsonValue.Object();
        private int _version;

        internal bool IsGone { get; set; }

        /// <summary>Answers each read that asks to wait at once; null for a service that lets them wait.</summary>
        internal Func<TransportResponse>? AnswerWaits { get; set; }

        /// <summary>The requests that arrived: method and body.</summary>
        internal IReadOnlyList<string> Requests
        {
            get
            {
                lock (_turn)
                    return _requests.ToList();
            }
        }

        /// <summary>The installations of the reads that asked to wait, one for each.</summary>
        internal IReadOnlyList<string?> Waits
        {
            get
            {
                lock (_turn)
                    return _waits.ToList();
            }
        }

        /// <summary>The reads that wait now.</summary>
        internal int Waiting
        {
            get
            {
                lock (_turn)
                    return _waiting.Count;
            }
        }

        /// <summary>The most reads that waited at a time.</summary>
        internal int MostWaiting { get; private set; }

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
                Commit(edit(_metadata));
        }

        /// <summary>The time of all waits is over, or the service is about to stop.</summary>
        internal void EndWaits()
        {
            lock (_turn)
                AnswerWaiting(NotModified());
        }

        public Task<TransportResponse> SendAsync(TransportRequest request, CancellationToken cancellationToken)
        {
            if (IsGone)
                throw new HttpRequestException("there is no network");
            lock (_turn)
            {
                var body = request.Body == null ? "" : Encoding.UTF8.GetString(request.Body);
                _requests.Add($"{request.Method} {body}");
                if (request.Method == "GET" && Header(request, "Prefer") == "wait=25")
                {
                    _waits.Add(Header(request, "X-Installation-Id"));
                    if (AnswerWaits != null)
                        return Task.FromResult(AnswerWaits());
                    if (Header(request, "If-None-Match") == Tag)
                        return WaitAsync(cancellationToken);
                }
                return Task.FromResult(Answer(request, body));
            }
        }

        /// <summary>The record that the reader has.</summary>
        internal TransportResponse NotModified() => new TransportResponse(304, Headers(), Array.Empty<byte>());

        /// <summary>The record, or a failure with it, which may ask for a pause.</summary>
        internal TransportResponse Envelope(int status, string? retryAfter = null)
        {
            var record = JsonValue.Object(("playerId", "ann"), ("sequentialId", 1), ("metadata", _metadata));
            var envelope = JsonValue.Object(("statusCode", status), ("data", record));
            if (status >= 400)
            {
                var message = status == 412 ? "Precondition failed" : "Service unavailable";
                envelope = envelope.With("error", JsonValue.Object(("message", message)));
            }
            var headers = Headers();
            if (retryAfter != null)
                headers["Retry-After"] = retryAfter;
            return new TransportResponse(status, headers, Encoding.UTF8.GetBytes(envelope.ToString()));
        }

        private Task<TransportResponse> WaitAsync(CancellationToken cancellationToken)
        {
            var wait = new TaskCompletionSource<TransportResponse>(TaskCreationOptions.RunContinuationsAsynchronously);
            _waiting.Add(wait);
            MostWaiting = Math.Max(MostWaiting, _waiting.Count);
            cancellationToken.Register(() =>
            {
                lock (_turn)
                    _waiting.Remove(wait);
                wait.TrySetCanceled(cancellationToken);
            });
            return wait.Task;
        }

        private void AnswerWaiting(TransportResponse answer)
        {
            foreach (var wait in _waiting)
                wait.TrySetResult(answer);
            _waiting.Clear();
        }

        private void Commit(JsonValue metadata)
        {
            _metadata = metadata;
            _version += 1;
            AnswerWaiting(Envelope(200));
        }

        private TransportResponse Answer(TransportRequest request, string body)
        {
            if (request.Method == "GET")
                return Header(request, "If-None-Match") == Tag ? NotModified() : Envelope(200);
            var isMet =
                (Header(request, "If-Match") == null || Header(request, "If-Match") == Tag)
                && (Header(request, "If-None-Match") == null || _version == 0);
            if (!isMet)
                return Envelope(412);
            var given = JsonValue.Parse(body);
            if (request.Method == "POST")
                Commit(given["data"]!);
            else if (given.Kind == JsonKind.Array)
                Commit(JsonPatch.Apply(_metadata, given.Items));
            else
                Commit(JsonMerge.Apply(_metadata, given));
            return Envelope(200);
        }

        private string Tag => $"\"1-{_version}\"";

        private Dictionary<string, string> Headers() =>
            new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase) { ["ETag"] = Tag };

        private static string? Header(TransportRequest request, string name) =>
            request.Headers.FirstOrDefault(header => header.Key == name).Value;
    }
}
