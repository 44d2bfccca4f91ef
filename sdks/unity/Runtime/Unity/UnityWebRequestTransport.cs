#nullable enable
using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace Playkeep.Unity
{
    /// <summary>
    /// The transport of Unity, which works on every platform of it. Requests may come from any thread, and run on the main thread.
    /// </summary>
    public sealed class UnityWebRequestTransport : IPlaykeepTransport, IDisposable
    {
        /// <summary>Of this run of the game, and of the one before where the editor keeps static fields.</summary>
        private static readonly List<UnityWebRequestTransport> _open = new List<UnityWebRequestTransport>();

        private readonly SynchronizationContext _mainThread = MainThread.Context();
        private readonly HashSet<WebExchange> _underWay = new HashSet<WebExchange>();
        private volatile bool _isClosed;

        /// <summary>Makes a transport, on the main thread.</summary>
        public UnityWebRequestTransport()
        {
            _open.Add(this);
        }

        /// <inheritdoc/>
        public Task<TransportResponse> SendAsync(TransportRequest request, CancellationToken cancellationToken)
        {
            var exchange = new WebExchange(request, _mainThread, cancellationToken, ended => _underWay.Remove(ended));
            _mainThread.Post(Begin, exchange);
            return exchange.Outcome;
        }

        /// <summary>Ends all requests, on the main thread. None is sent after it.</summary>
        public void Dispose()
        {
            _isClosed = true;
            _open.Remove(this);
            foreach (var exchange in new List<WebExchange>(_underWay))
                exchange.Abort(Closed());
        }

        /// <summary>Requests of the run before are not sent in this one.</summary>
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        private static void EndRunBefore()
        {
            foreach (var transport in new List<UnityWebRequestTransport>(_open))
                transport.Dispose();
        }

        private void Begin(object? posted)
        {
            var exchange = (WebExchange)posted!;
            if (_isClosed)
            {
                exchange.Abort(Closed());
                return;
            }
            _underWay.Add(exchange);
            exchange.Begin();
        }

        private static PlaykeepException Closed() =>
            new PlaykeepException(PlaykeepErrorCode.Closed, "The client was closed");
    }
}
