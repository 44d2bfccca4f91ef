using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Playkeep.Tests.Saves
{
    /// <summary>The parts of a save that belong to .NET: threads, contexts, cancellation and cultures.</summary>
    public sealed class SaveTests
    {
        private static readonly JsonValue _initial = JsonValue.Object(("level", 1), ("gold", 0));

        private static PlaykeepClient ClientOf(FakeService service, SynchronizationContext? context = null) =>
            new PlaykeepClient(
                new PlaykeepOptions("http://service", _ => Task.FromResult("token"))
                {
                    PlayerId = "ann",
                    Transport = service,
                    SynchronizationContext = context,
                }
            );

        private static Task<Save> OpenAsync(FakeService service, SynchronizationContext? context = null) =>
            ClientOf(service, context).OpenSaveAsync(new SaveOptions { Initial = _initial });

        /// <summary>Runs the main thread until a condition holds.</summary>
        private static void PumpUntil(MainThread main, Func<bool> holds)
        {
            var watch = Stopwatch.StartNew();
            while (!holds())
            {
                Assert.True(watch.Elapsed < TimeSpan.FromMinutes(1), "it did not come true in time");
                main.Pump();
                Thread.Sleep(1);
            }
        }

        private static T Await<T>(MainThread main, Task<T> task)
        {
            PumpUntil(main, () => task.IsCompleted);
            return task.GetAwaiter().GetResult();
        }

        [Fact]
        public void Events_come_on_the_thread_of_the_context_alone()
        {
            var main = new MainThread();
            var service = new FakeService();
            var save = Await(main, OpenAsync(service, main));
            var threads = new HashSet<int>();
            save.Changed += (_, _) => threads.Add(Environment.CurrentManagedThreadId);
            save.StatusChanged += (_, _) => threads.Add(Environment.CurrentManagedThreadId);
            Await(main, save.IncrementAsync("/gold", 5));
            PumpUntil(main, () => save.Status == SaveStatus.Saved && main.Posted == 0);
            Assert.Equal(new[] { Environment.CurrentManagedThreadId }, threads);
            Assert.Equal("{\"level\":1,\"gold\":5}", service.Metadata.ToString());
        }

        [Fact]
        public void Data_is_new_when_a_call_returns()
        {
            var main = new MainThread();
            var save = Await(main, OpenAsync(new FakeService(), main));
            _ = save.MergeAsync(JsonValue.Object(("level", 7)));
            Assert.Equal(7, save.Data["level"]!.AsInt32());
        }

        [Fact]
        public void A_set_made_of_the_view_keeps_a_change_that_the_game_has_not_seen()
        {
            var main = new MainThread();
            var service = new FakeService();
            var save = Await(main, OpenAsync(service, main));
            PumpUntil(main, () => save.Status == SaveStatus.Saved);
            service.Write(metadata => metadata.With("gold", 100));
            save.Retry();
            // The record arrives on another thread, and the main thread does not hear of it yet.
            SpinWait.SpinUntil(() => service.Requests.Count(request => request.StartsWith("GET")) > 1, 60_000);
            SpinWait.SpinUntil(() => main.Posted > 0, 60_000);
            Assert.Equal(0, save.Data["gold"]!.AsInt32());
            _ = save.SetAsync(save.Data.With("level", 2));
            // The main thread may hear of the record last of all.
            PumpUntil(main, () => save.Status == SaveStatus.Saved && save.Data["gold"]!.AsInt32() == 100);
            Assert.Equal("{\"level\":2,\"gold\":100}", service.Metadata.ToString());
            Assert.Equal("{\"level\":2,\"gold\":100}", save.Data.ToString());
        }

        [Fact]
        public async Task Edits_of_many_threads_are_all_there()
        {
            var service = new FakeService();
            await using var save = await OpenAsync(service);
            var edits = Enumerable.Range(0, 200).Select(number => Task.Run(() => Edit(save, number)));
            await Task.WhenAll(edits);
            await save.FlushAsync();
            Assert.Equal(200, service.Metadata["gold"]!.AsInt32());
        }

        private static Task<KeptChange> Edit(Save save, int number) =>
            number % 2 == 0
                ? save.IncrementAsync("/gold", 1)
                : save.EditAsync(data => data.With("gold", data["gold"]!.AsInt32() + 1));

        [Fact]
        public async Task A_flush_that_is_cancelled_leaves_the_change()
        {
            var service = new FakeService();
            await using var save = await OpenAsync(service);
            await save.FlushAsync();
            service.IsGone = true;
            await save.IncrementAsync("/gold", 1);
            using var end = new CancellationTokenSource();
            var flush = save.FlushAsync(end.Token);
            end.Cancel();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => flush);
            Assert.Single(save.Pending);
            service.IsGone = false;
            save.Retry();
            await save.FlushAsync();
            Assert.Empty(save.Pending);
        }

        [Fact]
        public async Task A_closed_save_takes_no_change()
        {
            var save = await OpenAsync(new FakeService());
            await save.CloseAsync();
            await save.CloseAsync();
            var failure = await Assert.ThrowsAsync<PlaykeepException>(() => save.IncrementAsync("/gold", 1));
            Assert.Equal(PlaykeepErrorCode.Closed, failure.Code);
        }

        [Fact]
        public async Task A_change_that_could_not_be_read_again_is_refused()
        {
            await using var save = await OpenAsync(new FakeService());
            JsonValue deep = 1;
            for (var level = 0; level < 1_100; level += 1)
                deep = JsonValue.Array(deep);
            var patch = JsonValue.Object(("deep", deep));
            var failure = await Assert.ThrowsAsync<PlaykeepException>(() => save.MergeAsync(patch));
            Assert.Equal(PlaykeepErrorCode.Refused, failure.Code);
            Assert.Equal(_initial, save.Data);
        }

        [Theory]
        [InlineData("gold", "Invalid patch")]
        [InlineData("/level/x", "Patch does not apply")]
        public async Task A_path_that_leads_nowhere_is_refused(string path, string message)
        {
            await using var save = await OpenAsync(new FakeService());
            var failure = await Assert.ThrowsAsync<PlaykeepException>(() => save.IncrementAsync(path, 1));
            Assert.Equal((PlaykeepErrorCode.Refused, message), (failure.Code, failure.Message));
            Assert.NotEmpty(failure.Detail!);
        }

        [Fact]
        public async Task The_culture_of_the_device_changes_nothing()
        {
            var culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
            culture.NumberFormat.NumberDecimalSeparator = ",";
            culture.NumberFormat.NegativeSign = "minus";
            CultureInfo.CurrentCulture = culture;
            var service = new FakeService();
            await using var save = await OpenAsync(service);
            await save.IncrementAsync("/gold", -1.5);
            await save.FlushAsync();
            Assert.Equal("{\"level\":1,\"gold\":-1.5}", service.Metadata.ToString());
        }

        [Fact]
        public async Task Another_device_is_asked_about_by_the_resolve_of_the_game()
        {
            var service = new FakeService();
            var asked = new List<SaveConflict>();
            var options = new SaveOptions
            {
                Initial = _initial,
                Resolve = async conflict =>
                {
                    await Task.Yield();
                    asked.Add(conflict);
                    return conflict.Theirs.With("level", 9);
                },
            };
            await using var save = await ClientOf(service).OpenSaveAsync(options);
            await save.FlushAsync();
            service.IsGone = true;
            await save.MergeAsync(JsonValue.Object(("level", 2)));
            service.Write(metadata => metadata.With("level", 3));
            service.IsGone = false;
            save.Retry();
            await save.FlushAsync();
            Assert.Equal(new[] { "1 2 3" }, asked.Select(each => $"{each.Base["level"]} {each.Mine["level"]} {each.Theirs["level"]}"));
            Assert.Equal(9, service.Metadata["level"]!.AsInt32());
        }
    }
}
