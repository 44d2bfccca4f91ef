using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Runtime;

namespace Playkeep.Http
{
    /// <summary>
    /// Requests, with a token and with repetitions. No attempt takes longer than 30 seconds. Only requests that are safe to repeat
    /// are repeated.
    /// </summary>
    internal sealed class RequestSender
    {
        private static readonly TimeSpan _attemptTime = TimeSpan.FromSeconds(30);
        private const int MostAttempts = 5;
        private static readonly int[] _repeatable = { 408, 429, 502, 503, 504 };

        private readonly string _url;
        private readonly string? _player;
        private readonly TokenSource _tokens;
        private readonly IPlaykeepTransport _transport;

        /// <param name="url">without a slash at its end</param>
        /// <param name="player">where the game has named one; else the token's <c>sub</c> counts</param>
        /// <param name="tokens">of the player</param>
        /// <param name="transport">for one exchange</param>
        /// <param name="platform">time and chance</param>
        internal RequestSender(
            string url,
            string? player,
            TokenSource tokens,
            IPlaykeepTransport transport,
            IPlaykeepPlatform platform
        )
        {
            _url = url;
            _player = player;
            _tokens = tokens;
            _transport = transport;
            Platform = platform;
        }

        internal IPlaykeepPlatform Platform { get; }

        /// <summary>May the same request succeed later? Network faults, and statuses that say so.</summary>
        internal static bool IsTemporary(PlaykeepException failure) =>
            failure.Code == PlaykeepErrorCode.Network || _repeatable.Contains(failure.Status);

        /// <summary>One attempt, but for a second one with a new token after a 401.</summary>
        internal async Task<Reply> SendAsync(ServiceRequest request, CancellationToken cancellationToken)
        {
            var token = await Waiting.UntilAsync(_tokens.GetAsync(), cancellationToken);
            try
            {
                return await AttemptAsync(request, token, cancellationToken);
            }
            catch (PlaykeepException failure) when (failure.Status == 401)
            {
                // Once more, with a new token.
            }
            var renewed = await Waiting.UntilAsync(_tokens.RenewAsync(token), cancellationToken);
            try
            {
                return await AttemptAsync(request, renewed, cancellationToken);
            }
            catch (PlaykeepException failure) when (failure.Status == 401)
            {
                _tokens.Drop(renewed);
                throw;
            }
        }

        /// <summary>The same with repetitions after faults that allow them, at most four.</summary>
        internal async Task<Reply> SendWithRetriesAsync(ServiceRequest request, CancellationToken cancellationToken)
        {
            for (var failures = 1; ; failures += 1)
            {
                PlaykeepException failure;
                try
                {
                    return await SendAsync(request, cancellationToken);
                }
                catch (PlaykeepException thrown)
                    when (IsTemporary(thrown) && !(thrown is LateTokenException) && failures < MostAttempts)
                {
                    failure = thrown;
                }
                var pause = Pause.After(failures, failure.RetryAfter, Platform.NextDouble());
                await Platform.SleepAsync(pause, cancellationToken);
                cancellationToken.ThrowIfCancellationRequested();
            }
        }

        private async Task<Reply> AttemptAsync(
            ServiceRequest request,
            HeldToken token,
            CancellationToken cancellationToken
        )
        {
            cancellationToken.ThrowIfCancellationRequested();
            request.CheckToken?.Invoke(token.Text);
            var expected = request.IsOwn ? _player ?? TokenSource.SubjectOf(token.Text) : null;
            using (var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken))
            using (var rest = new CancellationTokenSource())
            {
                var time = Platform.SleepAsync(_attemptTime, rest.Token);
                var answer = ExchangeAsync(RequestOf(request, token), end.Token);
                try
                {
                    // A transport may not know the cancellation.
                    var first = await Waiting.UntilAsync(Waiting.AnyAsync(answer, time), cancellationToken);
                    if (first != answer)
                        throw new TimeoutException("The attempt took more than 30 seconds");
                    return Judgement.Judge(request, await answer, expected, token.Text);
                }
                catch (Exception thrown)
                {
                    Waiting.Forget(answer);
                    end.CancelSafely();
                    cancellationToken.ThrowIfCancellationRequested();
                    throw thrown as PlaykeepException
                        ?? new PlaykeepException(
                            PlaykeepErrorCode.Network,
                            "The service could not be reached",
                            $"{_url}: {thrown.GetBaseException().Message}",
                            thrown
                        );
                }
                finally
                {
                    rest.CancelSafely();
                }
            }
        }

        /// <summary>The transport is the game's, so it runs outside the order of the client's work.</summary>
        private async Task<TransportResponse> ExchangeAsync(TransportRequest request, CancellationToken end)
        {
            var begun = new TaskCompletionSource<Task<TransportResponse>>(
                TaskCreationOptions.RunContinuationsAsynchronously
            );
            Platform.Run(() =>
            {
                try
                {
                    end.ThrowIfCancellationRequested();
                    begun.TrySetResult(_transport.SendAsync(request, end));
                }
                catch (Exception failure)
                {
                    begun.TrySetException(failure);
                }
            });
            return await await begun.Task;
        }

        private TransportRequest RequestOf(ServiceRequest request, HeldToken token)
        {
            var headers = new List<KeyValuePair<string, string>>
            {
                new KeyValuePair<string, string>("Authorization", "Bearer " + token.Text),
            };
            foreach (var (name, value) in request.Headers)
            {
                if (value != null)
                    headers.Add(new KeyValuePair<string, string>(name, value));
            }
            var body = request.Body == null ? null : Encoding.UTF8.GetBytes(request.Body);
            return new TransportRequest(request.Method, _url + request.Path, headers, request.ContentType, body);
        }
    }
}
