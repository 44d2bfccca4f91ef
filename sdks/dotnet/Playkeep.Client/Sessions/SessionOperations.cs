using System.Threading;
using System.Threading.Tasks;
using Playkeep.Runtime;
using Playkeep.Sessions;

namespace Playkeep
{
    /// <summary>
    /// The operations on play sessions. They throw <see cref="PlaykeepException"/>, or
    /// <see cref="System.OperationCanceledException"/>.
    /// </summary>
    public sealed class SessionOperations
    {
        private readonly ClientParts _client;
        private readonly SessionRequests _requests;

        internal SessionOperations(ClientParts client)
        {
            _client = client;
            _requests = new SessionRequests(client);
        }

        /// <summary>Starts a session. The game sends its heartbeats.</summary>
        /// <exception cref="PlaykeepException"><see cref="PlaykeepErrorCode.Conflict"/> while another one is active</exception>
        public Task<SessionInfo> StartAsync(
            StartOptions? options = null,
            CancellationToken cancellationToken = default
        ) =>
            _client.Context.CallAsync(() =>
                _requests.StartAsync(
                    options?.OnActive ?? OnActive.Reject,
                    options?.Context,
                    options?.IdempotencyKey ?? RandomId.Make(),
                    false,
                    cancellationToken
                )
            );

        /// <summary>Keeps the active session alive.</summary>
        /// <param name="sessionId">only this session counts as the active one; null for any</param>
        /// <param name="cancellationToken">ends the waiting</param>
        public Task<SessionHeartbeat> HeartbeatAsync(
            string? sessionId = null,
            CancellationToken cancellationToken = default
        ) => _client.Context.CallAsync(() => _requests.HeartbeatAsync(sessionId, cancellationToken));

        /// <summary>Ends the active session.</summary>
        /// <param name="sessionId">only this session counts as the active one; null for any</param>
        /// <param name="idempotencyKey">repetitions under one key get the first answer; by default a random one</param>
        /// <param name="cancellationToken">ends the waiting</param>
        public Task<EndedSession> StopAsync(
            string? sessionId = null,
            string? idempotencyKey = null,
            CancellationToken cancellationToken = default
        ) => _client.Context.CallAsync(() => _requests.StopAsync(sessionId, idempotencyKey, cancellationToken));

        /// <summary>The active session.</summary>
        /// <exception cref="PlaykeepException">
        /// <see cref="PlaykeepErrorCode.Refused"/> with the service's 'No active session found'
        /// </exception>
        public Task<SessionInfo> ActiveAsync(CancellationToken cancellationToken = default) =>
            _client.Context.CallAsync(() => _requests.ActiveAsync(cancellationToken));

        /// <summary>Sessions that are over, the newest first.</summary>
        /// <param name="limit">the most sessions of a page</param>
        /// <param name="cursor">of the page before; null for the first page</param>
        /// <param name="cancellationToken">ends the waiting</param>
        public Task<SessionHistory> HistoryAsync(
            int? limit = null,
            string? cursor = null,
            CancellationToken cancellationToken = default
        ) => _client.Context.CallAsync(() => _requests.HistoryAsync(limit, cursor, cancellationToken));

        /// <summary>
        /// Starts a session, keeps it alive while the app is awake, and stops it at <see cref="PlaySession.EndAsync"/>. Without a
        /// network it completes with a session that is suspended, and begins when the network is there. It completes within three
        /// seconds.
        /// </summary>
        /// <exception cref="PlaykeepException">
        /// a refusal of the service: <see cref="PlaykeepErrorCode.Conflict"/> while another device or process plays and
        /// <see cref="StartOptions.OnActive"/> says neither replace nor resume
        /// </exception>
        /// <exception cref="System.ArgumentOutOfRangeException">for a heartbeat below a second</exception>
        public Task<PlaySession> PlayAsync(PlayOptions? options = null) =>
            _client.Context.CallAsync(() => PlaySession.StartAsync(_client, _requests, options ?? new PlayOptions()));
    }
}
