using System;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep.TestHost
{
    /// <summary>
    /// A game whose device becomes full: run under a bound on the size of files. It makes a change that the device keeps, then one that
    /// is too large for it, sends both, and prints the state of the save. With the argument <c>later</c> it opens the save once more.
    /// </summary>
    internal static class FullDevice
    {
        private sealed class Switch : IPlaykeepTransport
        {
            private readonly HttpClientTransport _inner = new();

            internal bool IsOffline { get; set; }

            public Task<TransportResponse> SendAsync(TransportRequest request, CancellationToken cancellationToken) =>
                IsOffline ? throw new HttpRequestException("offline") : _inner.SendAsync(request, cancellationToken);
        }

        /// <param name="arguments">the address, the token, the folder, and maybe <c>later</c></param>
        internal static async Task RunAsync(string[] arguments)
        {
            var transport = new Switch();
            var client = new PlaykeepClient(
                new PlaykeepOptions(arguments[0], _ => Task.FromResult(arguments[1]))
                {
                    Storage = SaveStorage.Folder(arguments[2]),
                    Transport = transport,
                }
            );
            var initial = JsonValue.Object(("count", 0));
            await using var save = await client.OpenSaveAsync(new SaveOptions { Initial = initial });
            await save.FlushAsync();
            if (arguments.Length > 3)
            {
                Console.WriteLine($"{Text(save.IsDurable)} {save.Data["count"]}");
                return;
            }
            transport.IsOffline = true;
            var first = await save.IncrementAsync("/count", 5);
            var second = await save.MergeAsync(JsonValue.Object(("big", new string('x', 300_000))));
            transport.IsOffline = false;
            save.Retry();
            await save.FlushAsync();
            var big = save.Data["big"]!.AsString().Length;
            Console.WriteLine(
                $"{Text(first.IsDurable)} {Text(second.IsDurable)} {Text(save.IsDurable)} {save.Data["count"]} {big}"
            );
        }

        private static string Text(bool value) => value ? "true" : "false";
    }
}
