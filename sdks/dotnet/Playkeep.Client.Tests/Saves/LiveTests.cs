using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Xunit;
using static Playkeep.Tests.Saves.Eventually;

namespace Playkeep.Tests.Saves
{
    /// <summary>
    /// A live save: one read waits at a time, none while the app sleeps, and no service is asked without a pause. Sessions and times of
    /// a real service are in the tests that the client for TypeScript passes too.
    /// </summary>
    public sealed class LiveTests
    {
        /// <summary>Between two waits, of which the first had a change.</summary>
        private static readonly TimeSpan _leastBetween = TimeSpan.FromSeconds(0.5);

        private readonly FakeService _service = new FakeService();
        private readonly ManualPlatform _platform = new ManualPlatform();

        private PlaykeepClient Client() =>
            new PlaykeepClient(
                new PlaykeepOptions("http://service", _ => Task.FromResult("token"))
                {
                    PlayerId = "ann",
                    Transport = _service,
                    Platform = _platform,
                }
            );

        private static Task<Save> OpenAsync(PlaykeepClient client, bool live = true) =>
            client.OpenSaveAsync(new SaveOptions { Initial = JsonValue.Object(("gold", 0)), Live = live });

        private async Task<Save> OpenWaitingAsync()
        {
            var save = await OpenAsync(Client());
            await UntilAsync(() => _service.Waiting == 1);
            return save;
        }

        /// <summary>The next read waits, after a pause for a change that came.</summary>
        private async Task UntilWaitingAgainAsync()
        {
            await UntilRestingForAsync(_leastBetween.TotalSeconds);
            _platform.Pass(_leastBetween);
            await UntilAsync(() => _service.Waiting == 1);
        }

        private Task UntilRestingForAsync(double seconds) =>
            UntilAsync(() => _platform.Delays.SequenceEqual(new[] { TimeSpan.FromSeconds(seconds) }));

        /// <summary>Nothing is to be done, and no read waits.</summary>
        private Task UntilIdleAsync() =>
            UntilAsync(() => _platform.Delays.Count == 1 && _platform.Delays[0] > TimeSpan.FromDays(20));

        [Fact]
        public async Task Hears_of_what_others_write()
        {
            await using var save = await OpenWaitingAsync();
            var told = new ConcurrentQueue<string>();
            save.Changed += (_, changed) => told.Enqueue(changed.Data.ToString());
            for (var gold = 1; gold <= 3; gold += 1)
            {
                _service.Write(metadata => metadata.With("gold", gold));
                await UntilAsync(() => told.Count == gold);
                await UntilWaitingAgainAsync();
            }
            Assert.Equal(new[] { "{\"gold\":1}", "{\"gold\":2}", "{\"gold\":3}" }, told);
            Assert.Equal(3, save.Data["gold"]!.AsInt32());
            Assert.Equal(SaveStatus.Saved, save.Status);
            Assert.Matches("^[\\w-]{16,64}$", Assert.Single(_service.Waits.Distinct())!);
        }

        [Fact]
        public async Task One_read_waits_at_a_time_and_no_change_is_lost_or_sent_twice()
        {
            await using var save = await OpenWaitingAsync();
            using var hasEnded = new CancellationTokenSource();
            var changing = Enumerable.Range(0, 4).Select(_ => Task.Run(() => ChangeAsync(save, 50)));
            var writing = Task.Run(async () =>
            {
                var writes = 0;
                for (; !hasEnded.IsCancellationRequested; writes += 1)
                {
                    _service.Write(metadata => metadata.With("gold", metadata["gold"]!.AsInt64() + 1_000));
                    _platform.Pass(_leastBetween);
                    await Task.Delay(1);
                }
                return writes;
            });
            await Task.WhenAll(changing);
            hasEnded.Cancel();
            var written = await writing;
            await save.FlushAsync();
            Assert.Equal(written * 1_000L + 200, _service.Metadata["gold"]!.AsInt64());
            await UntilAsync(() =>
            {
                _platform.Pass(_leastBetween);
                return save.Data.ToString() == _service.Metadata.ToString();
            });
            Assert.Equal(1, _service.MostWaiting);
        }

        private static async Task ChangeAsync(Save save, int times)
        {
            for (var count = 0; count < times; count += 1)
            {
                await save.IncrementAsync("/gold", 1);
                // Now and then the sender has nothing to do, and waits.
                if (count % 10 == 9)
                    await save.FlushAsync();
            }
        }

        [Fact]
        public async Task A_save_that_is_not_live_asks_nobody_to_wait()
        {
            await using var save = await OpenAsync(Client(), false);
            await UntilIdleAsync();
            await save.IncrementAsync("/gold", 1);
            await save.FlushAsync();
            await UntilIdleAsync();
            foreach (var appEvent in new[] { AppEvent.Sleep, AppEvent.Wake, AppEvent.Online })
            {
                _platform.Tell(appEvent);
                await UntilIdleAsync();
            }
            Assert.Empty(_service.Waits);
            Assert.Equal(1, _service.Metadata["gold"]!.AsInt32());
        }

        [Fact]
        public async Task None_waits_while_the_app_sleeps_and_the_record_is_read_when_it_wakes_up()
        {
            await using var save = await OpenWaitingAsync();
            _platform.Tell(AppEvent.Sleep);
            Assert.Equal(0, _service.Waiting);
            await UntilIdleAsync();
            var before = _service.Requests.Count;
            _service.Write(metadata => metadata.With("gold", 7));
            await save.FlushAsync();
            await UntilIdleAsync();
            Assert.Equal(before, _service.Requests.Count);
            Assert.Equal(0, save.Data["gold"]!.AsInt32());
            _platform.Tell(AppEvent.Wake);
            await UntilAsync(() => save.Data["gold"]!.AsInt32() == 7 && _service.Waiting == 1);
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task The_end_of_the_save_or_of_the_client_ends_the_wait(bool isOfClient)
        {
            var client = Client();
            var save = await OpenAsync(client);
            await UntilAsync(() => _service.Waiting == 1);
            await (isOfClient ? client.CloseAsync() : save.CloseAsync());
            Assert.Equal(0, _service.Waiting);
            await UntilAsync(() => _platform.Delays.Count == 0);
            Assert.Single(_service.Waits);
        }

        [Fact]
        public async Task A_drained_service_is_asked_again_within_the_time_of_a_wait_and_others_less_often()
        {
            await using var save = await OpenWaitingAsync();
            foreach (var seconds in new[] { 12.5, 16.25, 30.25, 30.25 })
            {
                var before = _service.Waits.Count;
                _service.EndWaits();
                await UntilRestingForAsync(seconds);
                Assert.Equal(before, _service.Waits.Count);
                _platform.Pass(TimeSpan.FromSeconds(seconds));
                await UntilAsync(() => _service.Waiting == 1);
            }
        }

        [Fact]
        public async Task A_wait_whose_time_was_over_is_followed_by_another_at_once()
        {
            await using var save = await OpenWaitingAsync();
            _service.EndWaits();
            await UntilRestingForAsync(12.5);
            _platform.Pass(TimeSpan.FromSeconds(12.5));
            await UntilAsync(() => _service.Waiting == 1);
            for (var waits = 3; waits <= 5; waits += 1)
            {
                _platform.Pass(TimeSpan.FromSeconds(25));
                _service.EndWaits();
                await UntilAsync(() => _service.Waiting == 1 && _service.Waits.Count == waits);
            }
            // Early ends are counted anew.
            _service.EndWaits();
            await UntilRestingForAsync(12.5);
        }

        [Fact]
        public async Task An_end_that_came_early_is_forgotten_after_a_change_that_came()
        {
            await using var save = await OpenWaitingAsync();
            for (var gold = 1; gold <= 3; gold += 1)
            {
                _service.EndWaits();
                await UntilRestingForAsync(12.5);
                _platform.Pass(TimeSpan.FromSeconds(12.5));
                await UntilAsync(() => _service.Waiting == 1);
                _service.Write(metadata => metadata.With("gold", gold));
                await UntilAsync(() => save.Data["gold"]!.AsInt32() == gold);
                await UntilWaitingAgainAsync();
            }
        }

        /// <summary>The random numbers are a half: pauses of at most 25, 32 and 60 seconds, or of 1, 2, 4 and 8 after failures.</summary>
        [Theory]
        [InlineData("the record that the save has", 304, 12.5, 16.25, 30.25, 30.25)]
        [InlineData("the same, whole", 200, 12.5, 16.25, 30.25, 30.25)]
        [InlineData("another record", 200, 0.5, 0.5, 0.5, 0.5)]
        [InlineData("a failure", 503, 0.75, 1.25, 2.25, 4.25)]
        [InlineData("nothing", 0, 0.75, 1.25, 2.25, 4.25)]
        public async Task A_service_that_answers_at_once_is_asked_with_pauses(
            string answer,
            int status,
            params double[] pauses
        )
        {
            _service.AnswerWaits = () =>
            {
                if (answer == "another record")
                    _service.Write(metadata => metadata);
                return status == 0 ? throw new HttpRequestException(answer)
                    : status == 304 ? _service.NotModified()
                    : _service.Envelope(status);
            };
            await using var save = await OpenAsync(Client());
            for (var waits = 1; waits <= pauses.Length; waits += 1)
            {
                await UntilRestingForAsync(pauses[waits - 1]);
                Assert.Equal(waits, _service.Waits.Count);
                Assert.Equal(SaveStatus.Saved, save.Status);
                if (waits < pauses.Length)
                    _platform.Pass(TimeSpan.FromSeconds(pauses[waits - 1]));
            }
            // A change does not wait for the end of the pause.
            await save.IncrementAsync("/gold", 1);
            await UntilAsync(() => _service.Metadata.ToString() == "{\"gold\":1}");
        }

        [Fact]
        public async Task A_service_that_asks_for_a_pause_gets_it_from_the_changes_of_the_game_too()
        {
            _service.AnswerWaits = () => _service.Envelope(503, "10");
            await using var save = await OpenAsync(Client());
            await UntilRestingForAsync(10);
            await save.IncrementAsync("/gold", 1);
            Assert.Equal(new[] { TimeSpan.FromSeconds(10) }, _platform.Delays);
            _platform.Pass(TimeSpan.FromSeconds(10));
            await UntilAsync(() => _service.Metadata.ToString() == "{\"gold\":1}");
        }
    }
}
