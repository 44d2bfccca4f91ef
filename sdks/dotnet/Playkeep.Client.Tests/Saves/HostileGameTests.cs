using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Xunit;
using static Playkeep.Tests.Saves.Eventually;

namespace Playkeep.Tests.Saves
{
    /// <summary>Code of the game that throws, blocks or answers nonsense: the save goes on.</summary>
    public sealed class HostileGameTests
    {
        private readonly FakeService _service = new FakeService();
        private Func<string> _token = () => "token";
        private IPlaykeepTransport? _transport;

        private Task<Save> OpenAsync(SynchronizationContext? context = null)
        {
            var options = new PlaykeepOptions("http://service", _ => Task.FromResult(_token()))
            {
                PlayerId = "ann",
                Transport = _transport ?? _service,
                SynchronizationContext = context,
            };
            return new PlaykeepClient(options).OpenSaveAsync(new SaveOptions { Initial = JsonValue.Object(("gold", 0)) });
        }

        private async Task<Save> OpenWithAsync(MainThread main)
        {
            var opening = OpenAsync(main);
            await UntilAsync(() =>
            {
                main.Pump();
                return opening.IsCompleted;
            });
            return await opening;
        }

        /// <summary>A context that keeps the failures of its callbacks, and may be gone.</summary>
        private sealed class Window : SynchronizationContext
        {
            private readonly object _turn = new object();

            internal bool IsGone { get; set; }

            private readonly List<Exception> _failures = new List<Exception>();

            internal IReadOnlyList<Exception> Failures
            {
                get
                {
                    lock (_turn)
                        return _failures.ToList();
                }
            }

            public override void Post(SendOrPostCallback d, object? state)
            {
                if (IsGone)
                    throw new InvalidOperationException("the window was closed");
                lock (_turn)
                {
                    try
                    {
                        d(state);
                    }
                    catch (Exception failure)
                    {
                        _failures.Add(failure);
                    }
                }
            }
        }

        [Fact]
        public async Task A_context_whose_thread_is_gone_does_not_stop_the_save()
        {
            var window = new Window();
            await using var save = await OpenAsync(window);
            window.IsGone = true;
            _token = () => "another";
            await save.IncrementAsync("/gold", 5);
            await save.FlushAsync();
            Assert.Equal("{\"gold\":5}", _service.Metadata.ToString());
        }

        [Fact]
        public async Task A_handler_that_throws_does_so_alone()
        {
            var window = new Window();
            await using var save = await OpenAsync(window);
            var heard = 0;
            save.Changed += (_, _) => throw new InvalidOperationException("a mistake of the game");
            save.Changed += (_, _) => heard += 1;
            await save.IncrementAsync("/gold", 5);
            await save.FlushAsync();
            await UntilAsync(() => heard == 1 && window.Failures.Count == 1);
            Assert.Equal("a mistake of the game", window.Failures.Single().Message);
        }

        [Fact]
        public async Task A_handler_hears_of_what_happened_before_it_was_there_and_was_not_told_yet()
        {
            var main = new MainThread();
            var save = await OpenWithAsync(main);
            // What the save begins with is sent too, and its status was told before.
            await UntilAsync(() => save.Status == SaveStatus.Saved);
            _ = save.IncrementAsync("/gold", 5);
            var heard = new List<SaveStatus>();
            // Another thread sets the status, and posts the event a moment later.
            await UntilAsync(() => main.Posted > 0);
            save.StatusChanged += (_, changed) => heard.Add(changed.Status);
            await UntilAsync(() =>
            {
                main.Pump();
                return heard.Contains(SaveStatus.Saving);
            });
        }

        [Fact]
        public async Task A_save_that_was_closed_tells_nothing()
        {
            var main = new MainThread();
            var save = await OpenWithAsync(main);
            var heard = 0;
            save.Changed += (_, _) => heard += 1;
            save.StatusChanged += (_, _) => heard += 1;
            await save.IncrementAsync("/gold", 5);
            await Task.WhenAll(save.CloseAsync(), save.CloseAsync());
            main.Pump();
            Assert.Equal(0, heard);
        }

        /// <summary>A transport whose functions upon cancellation throw, and which looks whether the client is locked.</summary>
        private sealed class Transport : IPlaykeepTransport
        {
            private readonly IPlaykeepTransport _inner;

            internal Transport(IPlaykeepTransport inner)
            {
                _inner = inner;
            }

            internal Save? Save { get; set; }

            internal int Answers { get; private set; }

            /// <summary>Another thread could not use the save.</summary>
            internal bool WasLocked { get; private set; }

            public async Task<TransportResponse> SendAsync(TransportRequest request, CancellationToken cancellationToken)
            {
                cancellationToken.Register(() => throw new InvalidOperationException("a mistake of the transport"));
                // Another thread uses the save while this one waits for it.
                if (Save is Save save && !Task.Run(() => save.Pending.Count).Wait(TimeSpan.FromSeconds(30)))
                    WasLocked = true;
                var answer = await _inner.SendAsync(request, cancellationToken);
                Answers += 1;
                return answer;
            }
        }

        [Fact]
        public async Task A_transport_that_waits_for_the_game_or_throws_in_the_end_does_not_stop_the_save()
        {
            var transport = new Transport(_service);
            _transport = transport;
            var save = await OpenAsync();
            transport.Save = save;
            for (var number = 1; number <= 3; number += 1)
            {
                await save.IncrementAsync("/gold", 1);
                await save.FlushAsync();
            }
            Assert.True(transport.Answers >= 3);
            Assert.False(transport.WasLocked, "the transport waited for a lock of the client");
            await save.CloseAsync();
            Assert.Equal("{\"gold\":3}", _service.Metadata.ToString());
        }

        [Theory]
        [InlineData("<html>\nSign in</html>")]
        [InlineData("tökén")]
        [InlineData("a\r\nX-Installation-Id: other")]
        [InlineData("\n")]
        public async Task A_text_that_no_header_can_carry_is_no_token_and_is_not_kept(string page)
        {
            _token = () => page;
            await using var client = new PlaykeepClient(
                new PlaykeepOptions("http://service", _ => Task.FromResult(_token())) { Transport = _service }
            );
            var failure = await Assert.ThrowsAsync<PlaykeepException>(() => client.Metadata.GetAsync());
            Assert.Equal((PlaykeepErrorCode.Unauthorized, "No token was given"), (failure.Code, failure.Message));
            Assert.Empty(_service.Requests);
            _token = () => " signed\n";
            Assert.Equal("ann", (await client.Metadata.GetAsync()).PlayerId);
        }

        private static readonly AsyncLocal<string> _caller = new AsyncLocal<string>();

        /// <summary>A transport that looks whose execution context it runs in.</summary>
        private sealed class Watcher : IPlaykeepTransport
        {
            private readonly IPlaykeepTransport _inner;

            internal Watcher(IPlaykeepTransport inner)
            {
                _inner = inner;
            }

            internal List<string?> Callers { get; } = new List<string?>();

            public Task<TransportResponse> SendAsync(TransportRequest request, CancellationToken cancellationToken)
            {
                lock (Callers)
                    Callers.Add(_caller.Value);
                return _inner.SendAsync(request, cancellationToken);
            }
        }

        [Fact]
        public async Task The_sender_does_not_keep_the_execution_context_of_the_opener()
        {
            var watcher = new Watcher(_service);
            _transport = watcher;
            _caller.Value = "opener";
            await using var save = await OpenAsync();
            await save.IncrementAsync("/gold", 5);
            await save.FlushAsync();
            Assert.True(watcher.Callers.Count > 1);
            Assert.DoesNotContain("opener", watcher.Callers);
        }

        [Theory]
        [InlineData(0)]
        [InlineData(-1)]
        [InlineData(0.5)]
        public async Task A_heartbeat_below_a_second_is_refused(double seconds)
        {
            await using var client = new PlaykeepClient(
                new PlaykeepOptions("http://service", _ => Task.FromResult("token")) { Transport = _service }
            );
            var options = new PlayOptions { Heartbeat = TimeSpan.FromSeconds(seconds) };
            await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => client.Sessions.PlayAsync(options));
            Assert.Empty(_service.Requests);
        }

        /// <summary>A handler that follows redirects, as one of a game may.</summary>
        private sealed class Following : HttpMessageHandler
        {
            protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken end)
            {
                request.RequestUri = new Uri("http://portal/");
                return Task.FromResult(new HttpResponseMessage(HttpStatusCode.OK) { RequestMessage = request });
            }
        }

        [Fact]
        public async Task A_redirect_that_a_handler_followed_is_seen()
        {
            using var transport = new HttpClientTransport(new Following());
            var headers = Array.Empty<KeyValuePair<string, string>>();
            var request = new TransportRequest("GET", "http://service/", headers, null, null);
            Assert.True((await transport.SendAsync(request, CancellationToken.None)).IsRedirected);
        }

        [Theory]
        [InlineData("httpfoo://service")]
        [InlineData("http://service?a=b")]
        [InlineData("http://user@service")]
        [InlineData("service")]
        public void An_address_that_is_none_of_a_service_is_refused(string url)
        {
            Assert.Throws<ArgumentException>(() => new PlaykeepOptions(url, _ => Task.FromResult("token")));
        }

        [Fact]
        public async Task A_failure_says_its_cause()
        {
            _service.IsGone = true;
            await using var save = await OpenAsync();
            await UntilAsync(() => save.Error != null);
            Assert.Equal("http://service: there is no network", save.Error!.Detail);
            Assert.Contains("could not be reached: http://service: there is no network", save.Error.ToString());
            var refusal = await Assert.ThrowsAsync<PlaykeepException>(() => save.IncrementAsync("gold", 1));
            Assert.Contains("\"gold\" is no JSON Pointer: a JSON Pointer such as \"/gold\"", refusal.Detail);
        }
    }
}
