using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using Playkeep.Tests.Saves;
using Xunit;

namespace Playkeep.Tests.Sessions
{
    /// <summary>
    /// The ends of play sessions as the service tells them, and the processes of one device: an old one takes no session back, and the
    /// session of one that died is no obstacle.
    /// </summary>
    public sealed class SessionEndTests : IDisposable
    {
        private readonly string _folder = Path.Combine(Path.GetTempPath(), "playkeep-" + Guid.NewGuid());
        private readonly FakeSessions _service = new FakeSessions();

        public void Dispose()
        {
            if (Directory.Exists(_folder))
                Directory.Delete(_folder, true);
        }

        /// <summary>A process on the folder, but for its saves.</summary>
        private PlaykeepClient Process(IPlaykeepPlatform? platform = null) =>
            new PlaykeepClient(
                new PlaykeepOptions("http://service", _ => Task.FromResult("token"))
                {
                    PlayerId = "ann",
                    Transport = _service,
                    Storage = SaveStorage.Folder(_folder),
                    Platform = platform,
                }
            );

        private static Task<PlaySession> PlayAsync(PlaykeepClient process, OnActive onActive = OnActive.Reject) =>
            process.Sessions.PlayAsync(new PlayOptions { OnActive = onActive });

        private static async Task<PlaykeepException> RefusedAsync(Task task) =>
            await Assert.ThrowsAsync<PlaykeepException>(() => task);

        [Theory]
        [InlineData("replaced", PlayState.Superseded, PlaykeepErrorCode.Superseded)]
        [InlineData("stopped", PlayState.Ended, PlaykeepErrorCode.Refused)]
        [InlineData("terminated", PlayState.Ended, PlaykeepErrorCode.Refused)]
        public async Task A_session_that_is_over_begins_no_other_one(string end, PlayState state, PlaykeepErrorCode code)
        {
            var game = Process();
            var session = await PlayAsync(game);
            await using var save = await game.OpenSaveAsync(new SaveOptions { Session = session });
            await save.FlushAsync();
            _service.End(end);
            await save.MergeAsync(JsonValue.Object(("gold", 1)));
            await Eventually.UntilAsync(() => session.State == state);
            var status = code == PlaykeepErrorCode.Superseded ? SaveStatus.Blocked : SaveStatus.Waiting;
            await Eventually.UntilAsync(() => save.Status == status);
            Assert.Equal(code, save.Error!.Code);
            Assert.Equal(end, save.Error.SessionEnd.ToString()!.ToLowerInvariant());
            Assert.Equal(1, _service.Starts);
            Assert.Equal("{}", _service.Metadata.Metadata.ToString());
            save.Retry(await PlayAsync(game, OnActive.Replace));
            await save.FlushAsync();
            Assert.Equal("{\"gold\":1}", _service.Metadata.Metadata.ToString());
        }

        [Theory]
        [InlineData(true)]
        [InlineData(false)]
        public async Task A_session_that_expired_begins_anew(bool tellsEnds)
        {
            _service.TellsEnds = tellsEnds;
            var game = Process();
            var session = await PlayAsync(game);
            var before = session.SessionId;
            await using var save = await game.OpenSaveAsync(new SaveOptions { Session = session });
            await save.FlushAsync();
            var statuses = new List<SaveStatus>();
            save.StatusChanged += (_, told) => statuses.Add(told.Status);
            _service.End("expired");
            _service.AreStartsLost = true;
            await save.MergeAsync(JsonValue.Object(("gold", 1)));
            var held = tellsEnds ? SaveStatus.Waiting : SaveStatus.Blocked;
            await Eventually.UntilAsync(() => save.Status == held);
            _service.AreStartsLost = false;
            await Eventually.UntilAsync(() => save.Status == SaveStatus.Saved);
            Assert.Equal(PlayState.Active, session.State);
            Assert.NotEqual(before, session.SessionId);
            Assert.Equal(!tellsEnds, statuses.Contains(SaveStatus.Blocked));
            Assert.Equal("{\"gold\":1}", _service.Metadata.Metadata.ToString());
        }

        [Fact]
        public async Task A_process_takes_no_session_back_from_another_one()
        {
            var first = await PlayAsync(Process());
            var second = await PlayAsync(Process(), OnActive.Replace);
            first.Check();
            await Eventually.UntilAsync(() => first.State == PlayState.Superseded);
            Assert.Equal(second.SessionId, _service.Active);
        }

        [Fact]
        public async Task A_process_whose_session_expired_takes_the_place_of_no_other_one()
        {
            var first = await PlayAsync(Process());
            _service.End("expired");
            var second = await PlayAsync(Process());
            first.Check();
            await Eventually.UntilAsync(() => first.State == PlayState.Superseded);
            Assert.Equal(second.SessionId, _service.Active);
        }

        [Fact]
        public async Task A_session_that_is_shared_is_shared_again_after_it_expired()
        {
            var sessions = new[]
            {
                await PlayAsync(Process(), OnActive.Resume),
                await PlayAsync(Process(), OnActive.Resume),
            };
            Assert.Equal(sessions[0].SessionId, sessions[1].SessionId);
            _service.End("expired");
            foreach (var session in sessions)
                session.Check();
            foreach (var session in sessions)
                await Eventually.UntilAsync(() => session.SessionId == "session 2");
            Assert.All(sessions, session => Assert.Equal(PlayState.Active, session.State));
        }

        [Fact]
        public async Task A_process_that_died_is_no_obstacle_and_one_that_runs_is()
        {
            var game = Process();
            await PlayAsync(game);
            Assert.Equal(PlaykeepErrorCode.Conflict, (await RefusedAsync(PlayAsync(Process()))).Code);
            // Its session stays behind.
            await game.CloseAsync();
            var next = await PlayAsync(Process());
            Assert.Equal((PlayState.Active, "session 2"), (next.State, next.SessionId));
        }
    }
}
