using System;
using System.Collections.Generic;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Unity;
using UnityEngine;
using UnityEngine.Networking;

namespace Playkeep.UnityGame
{
    /// <summary>Single exchanges of the transport with a server of the test.</summary>
    internal static class Exchanges
    {
        private static readonly KeyValuePair<string, string>[] _headers =
        {
            new("Authorization", "Bearer token"),
            new("If-Match", "\"1\""),
        };

        internal static void Run(string url)
        {
            Engine.EnterPlayMode();
            var transport = new UnityWebRequestTransport();
            foreach (var method in new[] { "GET", "POST", "PATCH", "DELETE" })
                Tell(transport, method, Request(method, $"{url}/echo"));
            Tell(transport, "without a body", new TransportRequest("POST", $"{url}/echo", _headers, null, null));
            Tell(transport, "refused", Request("GET", $"{url}/refused"));
            Tell(transport, "redirect", Request("GET", $"{url}/redirect"));
            Tell(transport, "not modified", Request("GET", $"{url}/unchanged"));
            Tell(transport, "too large", Request("GET", $"{url}/large"));
            Tell(transport, "a header that is none", Request("GET", $"{url}/echo", "two\r\nlines"));
            Cancel(transport, url);
            var late = transport.SendAsync(Request("GET", $"{url}/never"), CancellationToken.None);
            Engine.Frame();
            transport.Dispose();
            Program.Say("closed", Outcome(late));
            Tell(transport, "after the end", Request("GET", $"{url}/echo"));
            Program.Say("requests alive", UnityWebRequest.Living);
        }

        private static void Cancel(UnityWebRequestTransport transport, string url)
        {
            using var early = new CancellationTokenSource();
            early.Cancel();
            Program.Say("cancelled early", Outcome(transport.SendAsync(Request("GET", $"{url}/never"), early.Token)));
            using var end = new CancellationTokenSource();
            var before = UnityWebRequest.Aborted;
            var answer = transport.SendAsync(Request("GET", $"{url}/never"), end.Token);
            Engine.Frame();
            // From another thread, as the client does it.
            Task.Run(end.Cancel).Wait();
            Program.Say("cancelled", Outcome(answer));
            Program.Say("aborted", UnityWebRequest.Aborted - before);
            using var own = new CancellationTokenSource();
            var waiting = transport.SendAsync(Request("GET", $"{url}/never"), own.Token);
            Engine.Frame();
            own.Cancel();
            Program.Say("aborted before another frame", UnityWebRequest.Aborted - before);
            Program.Say("cancelled by the main thread", Outcome(waiting));
        }

        private static TransportRequest Request(string method, string url, string? tag = null)
        {
            var headers = tag == null ? _headers : new[] { new KeyValuePair<string, string>("If-Match", tag) };
            var body = method == "GET" ? null : Encoding.UTF8.GetBytes("{\"é\":1}");
            return new TransportRequest(method, url, headers, body == null ? null : "application/merge-patch+json", body);
        }

        private static void Tell(UnityWebRequestTransport transport, string name, TransportRequest request) =>
            Program.Say(name, Outcome(Task.Run(() => transport.SendAsync(request, CancellationToken.None))));

        private static string Outcome(Task<TransportResponse> answer)
        {
            try
            {
                var got = Engine.Await(answer);
                return $"{got.Status} {got.Header("ETAG")} {Encoding.UTF8.GetString(got.Body)}".TrimEnd();
            }
            catch (Exception failure)
            {
                return $"{failure.GetType().Name} {failure.Message}";
            }
        }
    }
}
