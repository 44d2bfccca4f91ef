#nullable enable
using System;
using System.Collections.Generic;
using System.Threading;

namespace UnityEngine
{
    public class AsyncOperation
    {
        public event Action<AsyncOperation>? completed;

        internal void Complete() => completed?.Invoke(this);
    }
}

namespace UnityEngine.Networking
{
    public sealed class UnityWebRequestAsyncOperation : AsyncOperation { }

    /// <summary>
    /// A request over a plain socket, on a thread of its own, so that it needs no thread pool. It follows redirects as far as it is
    /// told to.
    /// </summary>
    public sealed class UnityWebRequest : IDisposable
    {
        public enum Result
        {
            InProgress,
            Success,
            ConnectionError,
            ProtocolError,
            DataProcessingError,
        }

        private readonly Dictionary<string, string> _headers = new Dictionary<string, string>();
        private readonly UnityWebRequestAsyncOperation _operation = new UnityWebRequestAsyncOperation();
        private SocketAnswer? _answer;
        private bool _isDisposed;

        public UnityWebRequest(string url, string method)
        {
            Engine.AssertMainThread();
            // Unity writes addresses in its own way.
            this.url = new Uri(url).AbsoluteUri;
            this.method = method;
            Living += 1;
        }

        /// <summary>Requests that were made and not disposed.</summary>
        public static int Living { get; private set; }

        /// <summary>Requests that were sent.</summary>
        public static int Sent { get; private set; }

        /// <summary>Requests that were aborted while they ran.</summary>
        public static int Aborted { get; private set; }

        /// <summary>There is no network.</summary>
        public static bool IsOffline { get; set; }

        public string url { get; private set; }

        public string method { get; }

        public int redirectLimit { get; set; } = 32;

        public bool useHttpContinue { get; set; } = true;

        public DownloadHandler? downloadHandler { get; set; }

        public UploadHandler? uploadHandler { get; set; }

        public Result result { get; private set; }

        public string? error { get; private set; }

        public long responseCode => _answer?.Status ?? 0;

        public void SetRequestHeader(string name, string value)
        {
            Engine.AssertMainThread();
            if (value.IndexOfAny(new[] { '\r', '\n' }) >= 0)
                throw new ArgumentException("The header has a line break");
            _headers[name] = value;
        }

        public Dictionary<string, string>? GetResponseHeaders() => _answer?.Headers;

        public UnityWebRequestAsyncOperation SendWebRequest()
        {
            Engine.AssertMainThread();
            Sent += 1;
            var body = (uploadHandler as UploadHandlerRaw)?.Data;
            new Thread(() => Exchange(body)) { IsBackground = true }.Start();
            return _operation;
        }

        /// <summary>The operation completes in a later frame, as a failure.</summary>
        public void Abort()
        {
            Engine.AssertMainThread();
            if (result != Result.InProgress)
                return;
            Aborted += 1;
            Fail(Result.ConnectionError, "Request aborted");
            Engine.OnMainThread(_operation.Complete);
        }

        public void Dispose()
        {
            Engine.AssertMainThread();
            if (_isDisposed)
                return;
            _isDisposed = true;
            Living -= 1;
            downloadHandler?.Dispose();
            uploadHandler?.Dispose();
        }

        private void Exchange(byte[]? body)
        {
            SocketAnswer? answer = null;
            var asked = url;
            string? failure = IsOffline ? "Cannot connect to destination host" : null;
            try
            {
                for (var redirects = 0; failure == null; redirects += 1)
                {
                    answer = SocketAnswer.Of(method, asked, _headers, body);
                    if (answer.Location == null)
                        break;
                    if (redirects >= redirectLimit)
                        failure = "Redirect limit exceeded";
                    asked = new Uri(new Uri(asked), answer.Location).AbsoluteUri;
                }
            }
            catch (Exception thrown)
            {
                failure = thrown.Message;
            }
            Engine.OnMainThread(() => End(answer, asked, failure));
        }

        private void End(SocketAnswer? answer, string asked, string? failure)
        {
            if (_isDisposed || result != Result.InProgress)
                return;
            _answer = answer;
            if (failure != null)
            {
                Fail(Result.ConnectionError, failure);
            }
            else
            {
                url = asked;
                Receive(answer!);
            }
            _operation.Complete();
        }

        private void Receive(SocketAnswer answer)
        {
            foreach (var part in answer.Parts)
            {
                if (((DownloadHandlerScript)downloadHandler!).Take(part))
                    continue;
                Aborted += 1;
                Fail(Result.DataProcessingError, "Request aborted");
                return;
            }
            if (answer.Status >= 400)
                Fail(Result.ProtocolError, $"HTTP/1.1 {answer.Status}");
            else
                result = Result.Success;
        }

        private void Fail(Result why, string message)
        {
            result = why;
            error = message;
        }
    }
}
