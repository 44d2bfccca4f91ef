using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Http;
using Playkeep.Runtime;

namespace Playkeep.Sessions
{
    /// <summary>The single requests about play sessions.</summary>
    internal sealed class SessionRequests
    {
        private const string Path = "/api/game/session";

        private readonly ClientParts _client;

        internal SessionRequests(ClientParts client)
        {
            _client = client;
        }

        /// <param name="onActive">the fate of an active session</param>
        /// <param name="context">kept with the session</param>
        /// <param name="key">the idempotency key</param>
        /// <param name="isOnce">one attempt, without repetitions</param>
        /// <param name="cancellationToken">ends the waiting</param>
        internal async Task<SessionInfo> StartAsync(
            OnActive onActive,
            JsonValue? context,
            string key,
            bool isOnce,
            CancellationToken cancellationToken
        )
        {
            var members = new List<KeyValuePair<string, JsonValue>>();
            if (onActive != OnActive.Reject)
                members.Add(new KeyValuePair<string, JsonValue>("onActive", NameOf(onActive)));
            if (context != null)
                members.Add(new KeyValuePair<string, JsonValue>("context", context));
            var request = Post("start", Shape.Started, JsonValue.Object(members))
                .With("Idempotency-Key", key)
                .With("X-Installation-Id", await _client.InstallationAsync());
            var reply = isOnce
                ? await _client.Sender.SendAsync(request, cancellationToken)
                : await _client.Sender.SendWithRetriesAsync(request, cancellationToken);
            return new SessionInfo(reply.Data!);
        }

        internal async Task<SessionHeartbeat> HeartbeatAsync(string? sessionId, CancellationToken cancellationToken)
        {
            var request = Post("heartbeat", Shape.Beaten(sessionId), Named(sessionId));
            return new SessionHeartbeat((await _client.Sender.SendWithRetriesAsync(request, cancellationToken)).Data!);
        }

        internal async Task<EndedSession> StopAsync(
            string? sessionId,
            string? key,
            CancellationToken cancellationToken
        )
        {
            var request = Post("stop", Shape.Stopped(sessionId), Named(sessionId))
                .With("Idempotency-Key", key ?? RandomId.Make());
            return new EndedSession((await _client.Sender.SendWithRetriesAsync(request, cancellationToken)).Data!);
        }

        internal async Task<SessionInfo> ActiveAsync(CancellationToken cancellationToken)
        {
            var request = new ServiceRequest("GET", Path, Shape.Active) { IsOwn = true };
            return new SessionInfo((await _client.Sender.SendWithRetriesAsync(request, cancellationToken)).Data!);
        }

        internal async Task<SessionHistory> HistoryAsync(
            int? limit,
            string? cursor,
            CancellationToken cancellationToken
        )
        {
            var query = new List<string>();
            if (limit != null)
                query.Add($"limit={limit}");
            if (cursor != null)
                query.Add("cursor=" + Uri.EscapeDataString(cursor));
            var page = query.Count == 0 ? "" : "?" + string.Join("&", query);
            var request = new ServiceRequest("GET", $"{Path}/history{page}", Shape.History);
            return new SessionHistory((await _client.Sender.SendWithRetriesAsync(request, cancellationToken)).Data!);
        }

        private static ServiceRequest Post(string action, Shape shape, JsonValue members) =>
            new ServiceRequest("POST", $"{Path}/{action}", shape) { IsOwn = true }.WithBody(
                MetadataOperations.JsonType,
                members.ToString()
            );

        private static JsonValue Named(string? sessionId) =>
            sessionId == null ? JsonValue.Object() : JsonValue.Object(("sessionId", sessionId));

        private static string NameOf(OnActive onActive)
        {
            switch (onActive)
            {
                case OnActive.Replace:
                    return "replace";
                case OnActive.ReplaceOwn:
                    return "replaceOwn";
                case OnActive.Resume:
                    return "resume";
                default:
                    return "reject";
            }
        }
    }
}
