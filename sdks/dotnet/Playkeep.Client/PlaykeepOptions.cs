using System;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep
{
    /// <summary>Settings of a client.</summary>
    public sealed class PlaykeepOptions
    {
        /// <param name="url">the address of the service, such as <c>https://play.example.com</c></param>
        /// <param name="token">
        /// the player's access token. It is asked for when there is none and once after a 401, never twice within 30 seconds, which
        /// it has to answer. Tokens are never stored.
        /// </param>
        public PlaykeepOptions(string url, Func<CancellationToken, Task<string>> token)
        {
            if (!Uri.TryCreate(url, UriKind.Absolute, out var address) || !IsHttp(address))
                throw new ArgumentException("It takes an address that begins with https:// or http://", nameof(url));
            if (address.Query != "" || address.Fragment != "" || address.UserInfo != "")
                throw new ArgumentException("It takes an address without a user, a query and a fragment", nameof(url));
            Url = url;
            Token = token ?? throw new ArgumentNullException(nameof(token));
        }

        private static bool IsHttp(Uri address) =>
            address.Scheme == Uri.UriSchemeHttps || address.Scheme == Uri.UriSchemeHttp;

        /// <summary>The address of the service.</summary>
        public string Url { get; }

        /// <summary>Answers the player's access token.</summary>
        public Func<CancellationToken, Task<string>> Token { get; }

        /// <summary>
        /// The player as the service names them. Without it the player is the token's <c>sub</c>. With it a save opens without a
        /// token.
        /// </summary>
        public string? PlayerId { get; set; }

        /// <summary>For saves. By default memory, which goes with the process.</summary>
        public SaveStorage? Storage { get; set; }

        /// <summary>HTTP. By default <see cref="HttpClientTransport"/>.</summary>
        public IPlaykeepTransport? Transport { get; set; }

        /// <summary>Time, chance and the life of the app. By default <see cref="ThreadedPlatform"/>.</summary>
        public IPlaykeepPlatform? Platform { get; set; }

        /// <summary>
        /// Where event handlers and the functions of the game run. By default that of the thread that makes the options, such as the
        /// main thread of an engine; without one, threads of the pool, one event at a time.
        /// </summary>
        public SynchronizationContext? SynchronizationContext { get; set; } =
            System.Threading.SynchronizationContext.Current;
    }
}
