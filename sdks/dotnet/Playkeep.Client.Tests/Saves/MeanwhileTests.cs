using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Xunit;
using static Playkeep.Tests.Saves.Eventually;

namespace Playkeep.Tests.Saves
{
    /// <summary>
    /// Changes that a game makes while it decides about another device's record. They meet that record by the same rules as changes
    /// from before, and no question comes twice for what is decided.
    /// </summary>
    public sealed class MeanwhileTests
    {
        private const string Begin = "{\"gold\":1,\"level\":1,\"list\":[1],\"own\":0}";

        private readonly FakeService _service = new FakeService();
        private readonly List<SaveConflict> _asked = new List<SaveConflict>();

        /// <summary>
        /// A save whose game made a change without a network while another device wrote, and makes others while it decides. The
        /// record that is stored in the end is answered.
        /// </summary>
        /// <param name="first">the change from before</param>
        /// <param name="meanwhile">makes changes in the question of that number, from 1 on</param>
        /// <param name="isSent">the first change was on its way when the other device wrote</param>
        private async Task<string> DecideAsync(
            Func<Save, Task> first,
            Func<Save, int, Task> meanwhile,
            bool isSent = false
        )
        {
            _service.Write(_ => JsonValue.Parse(Begin));
            Save? opened = null;
            var options = new SaveOptions
            {
                Resolve = async conflict =>
                {
                    _asked.Add(conflict);
                    await meanwhile(opened!, _asked.Count);
                    return conflict.Mine.With("decided", _asked.Count);
                },
            };
            var client = new PlaykeepClient(
                new PlaykeepOptions("http://service", _ => Task.FromResult("token"))
                {
                    PlayerId = "ann",
                    Transport = _service,
                }
            );
            await using var save = opened = await client.OpenSaveAsync(options);
            await save.FlushAsync();
            _service.IsGone = !isSent;
            // A request that goes finds the record of the other device.
            _service.Write(metadata => metadata.With("gold", 5).With("level", 7));
            await first(save);
            _service.IsGone = false;
            if (!isSent)
                save.Retry();
            await save.FlushAsync();
            Assert.Empty(save.Pending);
            Assert.Equal(_service.Metadata.ToString(), save.Data.ToString());
            return _service.Metadata.ToString();
        }

        private static Task MergeAsync(Save save, string patch) => save.MergeAsync(JsonValue.Parse(patch));

        private static Task MergeGoldAsync(Save save) => MergeAsync(save, "{\"gold\":2}");

        private IEnumerable<string> Questions =>
            _asked.Select(each => $"{each.Base["level"]} {each.Mine["gold"]} {each.Mine["level"]} {each.Theirs["level"]}");

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task A_change_that_disputes_another_path_is_asked_for_together_with_those_from_before(bool isSent)
        {
            var record = await DecideAsync(
                MergeGoldAsync,
                (save, count) => count == 1 ? MergeAsync(save, "{\"level\":3}") : Task.CompletedTask,
                isSent
            );
            Assert.Equal(new[] { "1 2 7 7", "1 2 3 7" }, Questions);
            Assert.Equal("{\"gold\":2,\"level\":3,\"list\":[1],\"own\":0,\"decided\":2}", record);
        }

        [Fact]
        public async Task Changes_that_dispute_nothing_more_follow_the_decision_and_nothing_is_asked_again()
        {
            // More members than a set names by itself.
            var many = Enumerable.Range(0, 450).Select(index => $"\"member {index}\":{index}");
            var more = JsonValue.Parse("{" + string.Join(",", many) + "}");
            var record = await DecideAsync(
                MergeGoldAsync,
                async (save, _) =>
                {
                    await save.IncrementAsync("/own", 1);
                    var list = save.Data.With("list", JsonValue.Array(1, 2));
                    await save.SetAsync(more.Members.Aggregate(list, (data, member) => data.With(member.Key, member.Value)));
                    await MergeAsync(save, "{\"gold\":3}");
                }
            );
            Assert.Single(_asked);
            // The set was made upon the level from before the decision, and did not change it.
            var decided = "{\"gold\":3,\"level\":7,\"list\":[1,2],\"own\":1,\"decided\":1}";
            Assert.Equal(JsonMerge.Apply(JsonValue.Parse(decided), more), JsonValue.Parse(record));
        }

        [Fact]
        public async Task An_addition_from_before_and_one_of_meanwhile_both_count_after_the_decision()
        {
            var record = await DecideAsync(
                async save =>
                {
                    await save.IncrementAsync("/own", 10);
                    await MergeGoldAsync(save);
                },
                (save, _) => save.IncrementAsync("/own", 1)
            );
            Assert.Single(_asked);
            Assert.Equal("{\"gold\":2,\"level\":7,\"list\":[1],\"own\":11,\"decided\":1}", record);
        }

        [Fact]
        public async Task A_change_that_the_game_drops_while_it_decides_is_not_stored()
        {
            var record = await DecideAsync(
                async save =>
                {
                    await MergeGoldAsync(save);
                    // One that is on its way cannot be dropped.
                    await UntilAsync(() => save.Status == SaveStatus.Waiting);
                    await MergeAsync(save, "{\"level\":2}");
                },
                (save, count) => count == 1 ? save.DiscardAsync(save.Pending[1].Id) : Task.CompletedTask
            );
            Assert.Equal(new[] { "1 2 2 7", "1 2 7 7" }, Questions);
            Assert.Equal("{\"gold\":2,\"level\":7,\"list\":[1],\"own\":0,\"decided\":2}", record);
        }
    }
}
