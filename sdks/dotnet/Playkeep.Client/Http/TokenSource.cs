using System;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Runtime;

namespace Playkeep.Http
{
    /// <summary>The game's function did not answer in time. The next call asks again.</summary>
    internal sealed class LateTokenException : PlaykeepException
    {
        internal LateTokenException()
            : base(PlaykeepErrorCode.Network, "The token did not come within 30 seconds") { }
    }

    /// <summary>A token, told apart from another one with the same text.</summary>
    internal sealed class HeldToken
    {
        internal HeldToken(string text)
        {
            Text = text;
        }

        internal string Text { get; }
    }

    /// <summary>
    /// The access token of the client: asked for when there is none and after a 401, by one asking for all calls at a time. It is
    /// kept in memory alone.
    /// </summary>
    internal sealed class TokenSource
    {
        /// <summary>How long the game may take to answer.</summary>
        private static readonly TimeSpan _patience = TimeSpan.FromSeconds(30);

        private readonly Func<CancellationToken, Task<string>> _ask;
        private readonly GameContext _game;
        private readonly IPlaykeepPlatform _platform;
        private HeldToken? _held;
        private Task<HeldToken>? _asking;

        internal TokenSource(
            Func<CancellationToken, Task<string>> ask,
            GameContext game,
            IPlaykeepPlatform platform
        )
        {
            _ask = ask;
            _game = game;
            _platform = platform;
        }

        internal Task<HeldToken> GetAsync() => _held != null ? Task.FromResult(_held) : AskTogether();

        /// <summary>After a 401: a newer token than the refused one.</summary>
        internal Task<HeldToken> RenewAsync(HeldToken refused)
        {
            Drop(refused);
            return GetAsync();
        }

        /// <summary>Forgets a token that was refused.</summary>
        internal void Drop(HeldToken refused)
        {
            // Another call may have a newer one already.
            if (_held == refused)
                _held = null;
        }

        private Task<HeldToken> AskTogether()
        {
            if (_asking != null)
                return _asking;
            var asked = new TaskCompletionSource<HeldToken>(TaskCreationOptions.RunContinuationsAsynchronously);
            _asking = asked.Task;
            _ = AskInTimeAsync(asked);
            return asked.Task;
        }

        /// <summary>One asking. After its time another may begin, and its token is taken only while there is no other.</summary>
        private async Task AskInTimeAsync(TaskCompletionSource<HeldToken> asked)
        {
            using (var end = new CancellationTokenSource())
            {
                var asking = AskOnceAsync(asked, end.Token);
                await Waiting.AnyAsync(asking, _platform.SleepAsync(_patience, end.Token));
                if (!asking.IsCompleted)
                {
                    asked.TrySetException(new LateTokenException());
                    if (_asking == asked.Task)
                        _asking = null;
                }
                end.CancelSafely();
                await asking;
            }
        }

        private async Task AskOnceAsync(TaskCompletionSource<HeldToken> asked, CancellationToken end)
        {
            try
            {
                var text = (await _game.AskAsync(() => _ask(end)))?.Trim() ?? "";
                // Such as the page of a captive portal. No request could carry it, so no 401 would ever ask for another one.
                if (text == "" || text.Any(character => character < '!' || character > '~'))
                    throw new PlaykeepException(PlaykeepErrorCode.Unauthorized, "No token was given");
                var token = new HeldToken(text);
                if (_asking == null || _asking == asked.Task)
                    _held ??= token;
                asked.TrySetResult(token);
            }
            catch (Exception thrown)
            {
                asked.TrySetException(
                    PlaykeepException.Of(thrown, PlaykeepErrorCode.Unauthorized, "The token could not be obtained")
                );
            }
            finally
            {
                if (_asking == asked.Task)
                    _asking = null;
            }
        }

        /// <summary>
        /// The claim <c>sub</c> of a token (RFC 7519 section 4.1.2), which is not verified here. Null where there is none.
        /// </summary>
        internal static string? SubjectOf(string token)
        {
            var parts = token.Split('.');
            if (parts.Length < 2)
                return null;
            var part = parts[1].Replace('-', '+').Replace('_', '/');
            try
            {
                var bytes = Convert.FromBase64String(part.PadRight((part.Length + 3) / 4 * 4, '='));
                var claims = JsonValue.Parse(Encoding.UTF8.GetString(bytes));
                var subject = claims.Kind == JsonKind.Object ? claims["sub"] : null;
                return subject?.Kind == JsonKind.String && subject.AsString() != "" ? subject.AsString() : null;
            }
            catch (FormatException)
            {
                return null;
            }
        }
    }
}
