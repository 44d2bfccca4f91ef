#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;
using UnityEngine.Networking;

namespace Playkeep.Unity
{
    /// <summary>One request of a <see cref="UnityWebRequestTransport"/>. All members but the outcome belong to the main thread.</summary>
    internal sealed class WebExchange
    {
        /// <summary>The body of an answer, of which no more is taken than an answer of the service has.</summary>
        private sealed class BoundedBody : DownloadHandlerScript
        {
            private readonly MemoryStream _bytes = new MemoryStream();

            internal bool IsTooLarge { get; private set; }

            internal byte[] ToArray() => _bytes.ToArray();

            /// <summary>An answer of false aborts the request.</summary>
            protected override bool ReceiveData(byte[] data, int dataLength)
            {
                IsTooLarge = _bytes.Length + dataLength > TransportRequest.MostResponseBytes;
                if (!IsTooLarge)
                    _bytes.Write(data, 0, dataLength);
                return !IsTooLarge;
            }
        }

        private readonly TaskCompletionSource<TransportResponse> _outcome =
            new TaskCompletionSource<TransportResponse>(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TransportRequest _asked;
        private readonly SynchronizationContext _mainThread;
        private readonly CancellationToken _cancellation;
        private readonly Action<WebExchange> _onEnd;
        private CancellationTokenRegistration _registration;
        private UnityWebRequest? _request;
        private BoundedBody? _body;
        private string _url = "";

        internal WebExchange(
            TransportRequest asked,
            SynchronizationContext mainThread,
            CancellationToken cancellation,
            Action<WebExchange> onEnd
        )
        {
            _asked = asked;
            _mainThread = mainThread;
            _cancellation = cancellation;
            _onEnd = onEnd;
        }

        internal Task<TransportResponse> Outcome => _outcome.Task;

        internal void Begin()
        {
            try
            {
                _cancellation.ThrowIfCancellationRequested();
                _request = Make();
                // Unity writes an address in its own way, so it is compared with itself.
                _url = _request.url;
                _request.SendWebRequest().completed += OnCompleted;
                var thread = Environment.CurrentManagedThreadId;
                _registration = _cancellation.Register(() => OnCancelled(thread));
            }
            catch (Exception failure)
            {
                End(failure);
            }
        }

        /// <summary>
        /// Any thread may cancel. What the main thread cancels ends at once: a pause of the app cancels a request that waits, and no
        /// other frame comes before the end of the pause.
        /// </summary>
        private void OnCancelled(int mainThread)
        {
            if (Environment.CurrentManagedThreadId == mainThread)
                Abort(null);
            else
                _mainThread.Post(_ => Abort(null), null);
        }

        /// <summary>Ends the request, without an answer.</summary>
        /// <param name="why">null for the cancellation of the caller</param>
        internal void Abort(Exception? why)
        {
            // It may complete at once.
            var request = _request;
            _request = null;
            request?.Abort();
            request?.Dispose();
            End(why ?? new OperationCanceledException(_cancellation));
        }

        private UnityWebRequest Make()
        {
            var request = new UnityWebRequest(_asked.Url, _asked.Method);
            try
            {
                request.redirectLimit = 0;
                // A body leaves with its headers. Few proxies know how to answer in between.
                request.useHttpContinue = false;
                request.downloadHandler = _body = new BoundedBody();
                // Unity takes no empty body.
                if (_asked.Body != null && _asked.Body.Length > 0)
                    request.uploadHandler = new UploadHandlerRaw(_asked.Body);
                if (_asked.ContentType != null)
                    request.SetRequestHeader("Content-Type", _asked.ContentType);
                foreach (var header in _asked.Headers)
                    request.SetRequestHeader(header.Key, header.Value);
                return request;
            }
            catch
            {
                request.Dispose();
                throw;
            }
        }

        private void OnCompleted(AsyncOperation operation)
        {
            // An aborted request completes too.
            if (_request == null || _body == null)
                return;
            try
            {
                _outcome.TrySetResult(Answer(_request, _body));
                End(null);
            }
            catch (Exception failure)
            {
                End(failure);
            }
        }

        private TransportResponse Answer(UnityWebRequest request, BoundedBody body)
        {
            if (body.IsTooLarge)
                throw new PlaykeepException(PlaykeepErrorCode.Network, "The answer is too large");
            // A status of 400 and above is a protocol error for Unity, and an answer here.
            var isAnswer =
                request.result == UnityWebRequest.Result.Success || request.result == UnityWebRequest.Result.ProtocolError;
            if (!isAnswer || request.responseCode == 0)
                throw new IOException(request.error);
            var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
            foreach (var header in request.GetResponseHeaders() ?? new Dictionary<string, string>())
                headers[header.Key] = header.Value;
            return new TransportResponse((int)request.responseCode, headers, body.ToArray(), request.url != _url);
        }

        private void End(Exception? failure)
        {
            _registration.Dispose();
            _request?.Dispose();
            _request = null;
            if (failure is OperationCanceledException)
                _outcome.TrySetCanceled(_cancellation);
            else if (failure != null)
                _outcome.TrySetException(failure);
            _onEnd(this);
        }
    }
}
