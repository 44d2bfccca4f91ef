using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Tests.Saves;

namespace Playkeep.Tests.Sessions
{
    /// <summary>The sessions and the metadata of one player, as the service answers for them, without a network.</summary>
    internal sealed class FakeSessions : IPlaykeepTransport
    {
        private readonly object _turn = new object();
        private readonly Dictionary<string, string> _ends = new Dictionary<string, string>();
        private string? _installation;
        private int _started;

        internal FakeService Metadata { get; } = new FakeService();

        /// <summary>The session that is active; null for none.</summary>
        internal string? Active { get; private set; }

        /// <summary>The starts that arrived.</summary>
        internal int Starts { get; private set; }

        /// <summary>Starts find no network.</summary>
        internal bool AreStartsLost { get; set; }

        /// <summary>Does the service say why a session is over?</summary>
        internal bool TellsEnds { get; set; } = true;

        /// <summary>The active session ends. Where it was replaced, another device plays.</summary>
        internal void End(string reason)
        {
            lock (_turn)
            {
                EndActive(reason);
                if (reason == "replaced")
                    Begin(null);
            }
        }

        public Task<TransportResponse> SendAsync(TransportRequest request, CancellationToken cancellationToken)
        {
            lock (_turn)
            {
                var action = request.Url.Split('/').Last();
                if (action == "start")
                    return Task.FromResult(Start(request));
                var body = request.Body == null ? "{}" : Encoding.UTF8.GetString(request.Body);
                var named = Header(request, "X-Session-Id");
                if (action == "heartbeat" || action == "stop")
                    named = JsonValue.Parse(body)["sessionId"]!.AsString();
                if (named != null && named != Active)
                    return Task.FromResult(
                        action == "metadata" ? Over(409, "Session not current", named) : Over(400, "No active session found", named)
                    );
                if (action == "metadata")
                    return Metadata.SendAsync(request, cancellationToken);
                var answer = Answer(named!);
                if (action == "stop")
                    EndActive("stopped");
                return Task.FromResult(answer);
            }
        }

        private TransportResponse Start(TransportRequest request)
        {
            if (AreStartsLost)
                throw new System.Net.Http.HttpRequestException("there is no network");
            Starts += 1;
            var onActive = JsonValue.Parse(Encoding.UTF8.GetString(request.Body!))["onActive"]?.AsString();
            var installation = Header(request, "X-Installation-Id");
            var isReplaced = onActive == "replace" || (onActive == "replaceOwn" && installation == _installation);
            if (Active != null && onActive == "resume")
                return Answer(Active);
            if (Active != null && !isReplaced)
                return Respond(400, JsonValue.Object(("error", JsonValue.Object(("message", "Session already active")))));
            if (Active != null)
                EndActive("replaced");
            Begin(installation);
            return Answer(Active!);
        }

        private void Begin(string? installation)
        {
            _started += 1;
            Active = $"session {_started}";
            _installation = installation;
        }

        private void EndActive(string reason)
        {
            _ends[Active!] = reason;
            Active = null;
        }

        private static TransportResponse Answer(string sessionId)
        {
            const string Time = "2026-01-02T03:04:05.678Z";
            return Respond(
                200,
                JsonValue.Object(
                    (
                        "data",
                        JsonValue.Object(
                            ("playerId", "ann"),
                            ("sessionId", sessionId),
                            ("startTime", Time),
                            ("lastActivity", Time),
                            ("endTime", Time),
                            ("duration", 1)
                        )
                    )
                )
            );
        }

        private TransportResponse Over(int status, string message, string sessionId)
        {
            var answer = JsonValue.Object(("error", JsonValue.Object(("message", message))));
            return Respond(status, answer, TellsEnds ? _ends[sessionId] : null);
        }

        private static TransportResponse Respond(int status, JsonValue envelope, string? end = null)
        {
            var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
            if (end != null)
                headers["X-Session-End"] = end;
            return new TransportResponse(
                status,
                headers,
                Encoding.UTF8.GetBytes(envelope.With("statusCode", status).ToString())
            );
        }

        private static string? Header(TransportRequest request, string name) =>
            request.Headers.FirstOrDefault(header => header.Key == name).Value;
    }
}
