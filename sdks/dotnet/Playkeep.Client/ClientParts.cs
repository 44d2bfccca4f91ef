using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Http;
using Playkeep.Runtime;

namespace Playkeep
{
    /// <summary>The parts that all operations of a client share.</summary>
    internal sealed class ClientParts
    {
        private readonly TokenSource _tokens;
        private readonly CancellationTokenSource _end = new CancellationTokenSource();
        private Task<string>? _installation;
        private Task? _closing;

        internal ClientParts(PlaykeepOptions options)
        {
            Platform = options.Platform ?? new ThreadedPlatform();
            Context = new SerialContext(Platform.Run);
            Game = new GameContext(options.SynchronizationContext, Platform);
            Url = options.Url.TrimEnd('/');
            Player = options.PlayerId;
            Storage = options.Storage ?? SaveStorage.Memory();
            _tokens = new TokenSource(options.Token, Game, Platform);
            var transport = options.Transport ?? new HttpClientTransport();
            Sender = new RequestSender(Url, Player, _tokens, transport, Platform);
        }

        /// <summary>Raised when the client is closed.</summary>
        internal event Func<Task>? IsClosing;

        internal SerialContext Context { get; }

        internal GameContext Game { get; }

        internal IPlaykeepPlatform Platform { get; }

        internal RequestSender Sender { get; }

        internal SaveStorage Storage { get; }

        /// <summary>For saves that the device cannot keep.</summary>
        internal SaveStorage Memory { get; } = SaveStorage.Memory();

        /// <summary>A save that comes open after this is closed at once.</summary>
        internal bool IsClosed => _end.IsCancellationRequested;

        /// <summary>Without a slash at its end.</summary>
        internal string Url { get; }

        /// <summary>Where the game has named the player.</summary>
        internal string? Player { get; }

        /// <summary>The same, else the token's <c>sub</c>. A closed client waits for no token.</summary>
        internal async Task<string?> PlayerAsync()
        {
            if (Player != null)
                return Player;
            try
            {
                return TokenSource.SubjectOf((await Waiting.UntilAsync(_tokens.GetAsync(), _end.Token)).Text);
            }
            catch (OperationCanceledException) when (IsClosed)
            {
                throw Closed();
            }
        }

        internal static PlaykeepException Closed() =>
            new PlaykeepException(PlaykeepErrorCode.Closed, "The client was closed");

        internal Task CloseAsync() => Context.CallAsync(() => _closing ??= CloseOnceAsync());

        private Task CloseOnceAsync()
        {
            var closing = IsClosing?.GetInvocationList().Cast<Func<Task>>() ?? Array.Empty<Func<Task>>();
            IsClosing = null;
            _end.CancelSafely();
            return Waiting.AllAsync(closing.Select(close => close()).ToList());
        }

        internal Task<string> InstallationAsync() => _installation ??= Storage.InstallationAsync(Url, Platform);
    }
}
