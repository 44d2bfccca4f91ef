using System;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Http;
using Playkeep.Runtime;
using Playkeep.Sessions;

namespace Playkeep
{
    /// <summary>
    /// A play session that begins when there is a network, and beats by itself. It follows the app going to sleep and waking up, and
    /// never takes the place of another device by itself.
    /// </summary>
    public sealed class PlaySession
    {
        /// <summary><see cref="SessionOperations.PlayAsync"/> completes at the latest then.</summary>
        private static readonly TimeSpan _patience = TimeSpan.FromSeconds(3);
        private static readonly TimeSpan _forEver = TimeSpan.FromMilliseconds(int.MaxValue - 1);

        private readonly ClientParts _client;
        private readonly SessionRequests _requests;
        private readonly PlayOptions _options;
        private readonly LiveSession _live;
        private readonly SessionStart _start;
        private readonly CancellationTokenSource _patienceEnd = new CancellationTokenSource();

        /// <summary>The start of a session that takes the place of one that had expired.</summary>
        private SessionStart? _renewal;
        private CancellationTokenSource? _waiting;
        private Step _step = Step.Beginning;

        /// <summary>The game has the session.</summary>
        private bool _isLate;
        private bool _mustBeat;
        private bool _isPauseDemanded;

        private PlaySession(ClientParts client, SessionRequests requests, PlayOptions options)
        {
            _client = client;
            _requests = requests;
            _options = options;
            _live = new LiveSession(
                client.Storage,
                async () => $"{await client.InstallationAsync()} {await client.PlayerAsync()}"
            );
            _start = new SessionStart(
                requests,
                _live,
                options.OnActive,
                options.Context,
                options.IdempotencyKey,
                true
            );
            client.Platform.AppChanged += OnAppEvent;
            client.IsClosing += LeaveAsync;
        }

        /// <summary>
        /// Tells each new state, and <see cref="PlayState.Active"/> again for a session that took the place of one that had expired.
        /// </summary>
        public event EventHandler<PlayStateEventArgs>? StateChanged;

        /// <summary>Tells the same at once, in the client's order.</summary>
        internal event Action<PlayState>? Stepped;

        /// <summary>
        /// Null until the session begins. It changes where the session had expired, and a new one began.
        /// </summary>
        public string? SessionId { get; private set; }

        /// <summary>The state of the session.</summary>
        public PlayState State => PlaySteps.ShownOf(_step);

        /// <summary>Why an attempt to begin failed: the newest one that did.</summary>
        public PlaykeepException? Error { get; private set; }

        /// <summary>Stops the session. It completes when the service has answered, and also when the session was over.</summary>
        public Task EndAsync() => _client.Context.CallAsync(StopAsync);

        internal static async Task<PlaySession> StartAsync(
            ClientParts client,
            SessionRequests requests,
            PlayOptions options
        )
        {
            if (options.Heartbeat < TimeSpan.FromSeconds(1))
                throw new ArgumentOutOfRangeException(nameof(options), "`Heartbeat` is at least one second");
            var session = new PlaySession(client, requests, options);
            var begun = session.BeginAsync();
            // Not as a part of this call, whose execution context would stay with the session.
            client.Context.Post(_ => Waiting.Forget(session.RunAfterAsync(begun)), null);
            var time = client.Platform.SleepAsync(_patience, session._patienceEnd.Token);
            var first = await Waiting.AnyAsync(begun, time);
            session._patienceEnd.CancelSafely();
            session._isLate = true;
            if (first == begun)
                await begun;
            return session;
        }

        /// <summary>Asks the service at once whether the session is active.</summary>
        internal void Check()
        {
            if (_step != Step.Active)
                return;
            _mustBeat = true;
            _waiting?.CancelSafely();
        }

        private void Happen(StepEvent stepEvent)
        {
            if (!(PlaySteps.After(_step, stepEvent) is Step next))
                return;
            var isTold = next == _step || PlaySteps.ShownOf(next) != PlaySteps.ShownOf(_step);
            _step = next;
            if (PlaySteps.IsOver(next))
            {
                _client.Platform.AppChanged -= OnAppEvent;
                _client.IsClosing -= LeaveAsync;
                _live.Leave();
            }
            else if (SessionId != null)
            {
                Waiting.Forget(_live.TryEnterAsync());
            }
            if (!isTold)
                return;
            _waiting?.CancelSafely();
            var told = new PlayStateEventArgs(State, SessionId);
            _client.Game.Post(() => _client.Game.Tell(this, StateChanged, told));
            Stepped?.Invoke(State);
        }

        private async Task RestAsync(TimeSpan time)
        {
            using (_waiting = new CancellationTokenSource())
                await _client.Platform.SleepAsync(time, _waiting.Token);
            _waiting = null;
        }

        /// <summary>Completes when the session has begun or is over. It throws a refusal.</summary>
        private async Task BeginAsync()
        {
            for (var failures = 1; !PlaySteps.IsOver(_step); failures += 1)
            {
                PlaykeepException failure;
                try
                {
                    await BeginOnceAsync();
                    return;
                }
                catch (PlaykeepException thrown) when (IsWorthRepeating(thrown))
                {
                    failure = thrown;
                }
                Error = failure;
                if (failure.Status == 0)
                    _patienceEnd.CancelSafely();
                _isPauseDemanded = failure.RetryAfter != null;
                var pause = Pause.After(failures, failure.RetryAfter, _client.Platform.NextDouble());
                if (!PlaySteps.IsOver(_step))
                    await RestAsync(pause);
                _isPauseDemanded = false;
                // An app that nobody sees begins no session.
                while (_step == Step.Hidden)
                    await RestAsync(_forEver);
            }
        }

        private async Task BeginOnceAsync()
        {
            SessionId = await _start.TryAsync(_isLate);
            if (PlaySteps.IsOver(_step))
            {
                _live.Leave();
                await _requests.StopAsync(SessionId, null, CancellationToken.None);
                return;
            }
            // The answer may be an old one, under the key of a request whose first answer was lost.
            _mustBeat = _isLate;
            Happen(StepEvent.Begun);
        }

        /// <summary>
        /// May a later attempt succeed? The game's token may need a network too, and a late start may wait for the player to sign in
        /// again.
        /// </summary>
        private bool IsWorthRepeating(PlaykeepException failure) =>
            RequestSender.IsTemporary(failure)
            || (failure.Code == PlaykeepErrorCode.Unauthorized && (_isLate || failure.Status == 0));

        private async Task RunAfterAsync(Task begun)
        {
            try
            {
                await begun;
                await RunAsync();
            }
            catch (Exception failure)
            {
                Happen(EventOf(failure));
            }
        }

        private async Task RunAsync()
        {
            while (!PlaySteps.IsOver(_step))
            {
                if (_step == Step.Asleep)
                {
                    await RestAsync(_forEver);
                    _mustBeat = true;
                    continue;
                }
                if (!_mustBeat)
                    await RestAsync(_options.Heartbeat < _forEver ? _options.Heartbeat : _forEver);
                _mustBeat = false;
                if (_step == Step.Active)
                    await BeatAsync();
            }
        }

        private async Task BeatAsync()
        {
            try
            {
                await _requests.HeartbeatAsync(SessionId, CancellationToken.None);
                // Another process that had the place may have ended.
                Waiting.Forget(_live.TryEnterAsync());
                return;
            }
            catch (PlaykeepException failure) when (failure.ServiceError == ServiceErrors.NoActiveSession)
            {
                // A service of an earlier version does not say why.
                var end = failure.SessionEnd ?? SessionEnd.Expired;
                if (end != SessionEnd.Expired)
                {
                    Happen(end == SessionEnd.Replaced ? StepEvent.Conflict : StepEvent.Refused);
                    return;
                }
            }
            catch (PlaykeepException failure)
            {
                if (!RequestSender.IsTemporary(failure) && failure.Code != PlaykeepErrorCode.Unauthorized)
                    Happen(StepEvent.Refused);
                return;
            }
            await ComeBackAsync();
        }

        /// <summary>After the session expired: a new one begins, unless another device plays.</summary>
        private async Task ComeBackAsync()
        {
            var onActive = _options.OnActive == OnActive.Resume ? OnActive.Resume : OnActive.Reject;
            _renewal ??= new SessionStart(_requests, _live, onActive, _options.Context, null, false);
            try
            {
                // Late: the device that woke up must not end the session of the one in use.
                SessionId = await _renewal.TryAsync(true);
                _renewal = null;
                Happen(StepEvent.Renewed);
            }
            catch (PlaykeepException failure)
            {
                if (!RequestSender.IsTemporary(failure))
                    Happen(EventOf(failure));
            }
        }

        private async Task StopAsync()
        {
            if (PlaySteps.IsOver(_step))
                return;
            Happen(StepEvent.End);
            if (SessionId == null)
                return;
            try
            {
                await _requests.StopAsync(SessionId, null, CancellationToken.None);
            }
            catch (PlaykeepException failure) when (failure.ServiceError == ServiceErrors.NoActiveSession)
            {
                // It is over already, which was the purpose.
            }
        }

        /// <summary>The client is closed. The service is not told: the session may go on at the next start.</summary>
        private Task LeaveAsync()
        {
            Happen(StepEvent.End);
            return Task.CompletedTask;
        }

        private void OnAppEvent(AppEvent appEvent) =>
            _client.Context.Enter(() =>
            {
                if (appEvent != AppEvent.Online)
                    Happen(appEvent == AppEvent.Sleep ? StepEvent.Sleep : StepEvent.Wake);
                if (_step == Step.Beginning && !_isPauseDemanded)
                    _waiting?.CancelSafely();
            });

        /// <summary>The event that a refused start is.</summary>
        private static StepEvent EventOf(Exception failure) =>
            (failure as PlaykeepException)?.Code == PlaykeepErrorCode.Conflict ? StepEvent.Conflict : StepEvent.Refused;
    }
}
