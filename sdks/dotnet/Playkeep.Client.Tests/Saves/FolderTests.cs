using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace Playkeep.Tests.Saves
{
    /// <summary>Saves in a folder: restarts, damage, and other places that have it open.</summary>
    public sealed class FolderTests : IDisposable
    {
        private readonly string _folder = Path.Combine(Path.GetTempPath(), "playkeep-" + Guid.NewGuid());
        private readonly FakeService _service = new FakeService();

        public void Dispose()
        {
            if (Directory.Exists(_folder))
                Directory.Delete(_folder, true);
        }

        private Task<Save> OpenAsync() =>
            new PlaykeepClient(
                new PlaykeepOptions("http://service", _ => Task.FromResult("token"))
                {
                    PlayerId = "ann",
                    Transport = _service,
                    Storage = SaveStorage.Folder(_folder),
                }
            ).OpenSaveAsync(new SaveOptions { Initial = JsonValue.Object(("gold", 0)) });

        private string Journal => Directory.GetFiles(_folder, "*.journal").Single();

        /// <summary>A folder with the record of the service, and a change that waits.</summary>
        private async Task KeepChangeAsync()
        {
            await using var save = await OpenAsync();
            await save.FlushAsync();
            _service.IsGone = true;
            await save.IncrementAsync("/gold", 5);
        }

        [Fact]
        public async Task A_change_that_waits_is_there_at_the_next_start()
        {
            await KeepChangeAsync();
            await using var save = await OpenAsync();
            Assert.Equal("{\"gold\":5}", save.Data.ToString());
            _service.IsGone = false;
            save.Retry();
            await save.FlushAsync();
            Assert.Equal("{\"gold\":5}", _service.Metadata.ToString());
        }

        [Fact]
        public async Task A_line_whose_end_is_missing_is_cut_off()
        {
            await KeepChangeAsync();
            File.AppendAllText(Journal, "{\"values\":{},\"chan");
            await using (var save = await OpenAsync())
            {
                Assert.True(save.IsDurable);
                await save.IncrementAsync("/gold", 1);
            }
            await using var again = await OpenAsync();
            Assert.Equal("{\"gold\":6}", again.Data.ToString());
        }

        [Fact]
        public async Task A_damaged_file_stays_and_is_told()
        {
            await KeepChangeAsync();
            var damaged = File.ReadAllText(Journal).Replace("\"values\"", "\"vXlues\"");
            File.WriteAllText(Journal, damaged);
            _service.IsGone = false;
            await using var save = await OpenAsync();
            Assert.False(save.IsDurable);
            await save.FlushAsync();
            Assert.Equal(("The save on the device is damaged", Journal), (save.StorageError!.Message, save.StorageError.Detail));
            Assert.Equal(damaged, File.ReadAllText(Journal));
            Assert.Equal("{\"gold\":0}", save.Data.ToString());
        }

        [Theory]
        [InlineData("\\\"madeAt\\\"", "\\\"madeAX\\\"")]
        [InlineData("\\\"madeAt\\\":\\\"2", "\\\"madeAt\\\":\\\"x")]
        [InlineData("\\\"op\\\"", "\\\"oX\\\"")]
        [InlineData("\\\"etag\\\"", "\\\"etaX\\\"")]
        public async Task Damage_within_a_line_is_told_as_well(string sound, string damaged)
        {
            await KeepChangeAsync();
            var text = File.ReadAllText(Journal);
            Assert.Contains(sound, text);
            File.WriteAllText(Journal, text.Replace(sound, damaged));
            await using var save = await OpenAsync();
            Assert.Equal("The save on the device is damaged", save.StorageError?.Message);
            Assert.Equal(text.Replace(sound, damaged), File.ReadAllText(Journal));
            Assert.Equal("{\"gold\":0}", save.Data.ToString());
        }

        [Fact]
        public async Task A_draft_whose_journal_is_missing_is_the_journal()
        {
            await KeepChangeAsync();
            File.Move(Journal, Journal + ".tmp");
            await using var save = await OpenAsync();
            Assert.Equal("{\"gold\":5}", save.Data.ToString());
        }

        [Fact]
        public async Task A_journal_that_cannot_be_written_anew_grows()
        {
            var large = new string('x', 100_000);
            await using (var save = await OpenAsync())
            {
                await save.FlushAsync();
                Directory.CreateDirectory(Journal + ".tmp");
                for (var number = 0; number < 60; number += 1)
                    await save.MergeAsync(JsonValue.Object(("big", number + large)));
                await save.FlushAsync();
                Assert.True(save.IsDurable);
            }
            Assert.True(new FileInfo(Journal).Length > 3_000_000);
            _service.IsGone = true;
            await using var again = await OpenAsync();
            Assert.Equal("59" + large, again.Data["big"]!.AsString());
        }

        [Theory]
        [InlineData("")]
        [InlineData("short")]
        [InlineData("a text with spaces\n")]
        public async Task An_installation_that_is_damaged_is_replaced_for_good(string damaged)
        {
            await using (await OpenAsync()) { }
            var file = Directory.GetFiles(_folder, "*.installation").Single();
            File.WriteAllText(file, damaged);
            await using (await OpenAsync()) { }
            var made = File.ReadAllText(file);
            Assert.Matches("^[A-Za-z0-9_-]{16,64}$", made);
            await using (await OpenAsync()) { }
            Assert.Equal(made, File.ReadAllText(file));
        }

        [Fact]
        public async Task A_save_is_open_in_one_place_at_a_time()
        {
            await using var save = await OpenAsync();
            var failure = await Assert.ThrowsAnyAsync<PlaykeepException>(OpenAsync);
            Assert.Equal(PlaykeepErrorCode.Storage, failure.Code);
            await save.CloseAsync();
            await using var next = await OpenAsync();
            Assert.True(next.IsDurable);
        }

        [Fact]
        public async Task A_folder_that_cannot_be_made_leaves_the_network()
        {
            File.WriteAllText(_folder, "a file in its place");
            try
            {
                await using var save = await OpenAsync();
                Assert.False(save.IsDurable);
                await save.IncrementAsync("/gold", 5);
                await save.FlushAsync();
                Assert.Equal("{\"gold\":5}", _service.Metadata.ToString());
                Assert.Equal(PlaykeepErrorCode.Storage, save.StorageError?.Code);
            }
            finally
            {
                File.Delete(_folder);
            }
        }

        [Fact]
        public async Task A_long_journal_is_written_anew()
        {
            await using (var save = await OpenAsync())
            {
                for (var number = 0; number < 60; number += 1)
                {
                    await save.MergeAsync(JsonValue.Object(("big", new string((char)('a' + number % 26), 100_000))));
                    await save.FlushAsync();
                }
                Assert.True(new FileInfo(Journal).Length < 3_000_000);
            }
            _service.IsGone = true;
            await using var again = await OpenAsync();
            Assert.Equal(_service.Metadata, again.Data);
        }
    }
}
