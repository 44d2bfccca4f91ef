using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Playkeep.Storage;
using Xunit;

namespace Playkeep.Tests.Saves
{
    /// <summary>A device that fails once, and is read again by a later run.</summary>
    public sealed class FallbackAreaTests
    {
        /// <summary>A device whose writes fail while it is full. Its view of itself has them, as that of a journal does.</summary>
        private sealed class Device : IStorageArea
        {
            internal bool IsFull { get; set; }

            /// <summary>The content that a later run reads.</summary>
            internal AreaContent Stored { get; } = new AreaContent();

            public bool IsDurable => true;

            public AreaContent Content { get; } = new AreaContent();

            public async Task<long> AppendAsync(string change)
            {
                var number = Content.Append(change);
                await CommitAsync(AreaUpdate.OfChange(number, change));
                return number;
            }

            public Task CommitAsync(AreaUpdate update)
            {
                Content.Apply(update);
                if (IsFull)
                    return Task.FromException(new IOException("No space left on device"));
                Stored.Apply(update);
                return Task.CompletedTask;
            }

            public Task CloseAsync() => Task.CompletedTask;
        }

        private readonly Device _device = new Device();
        private readonly FallbackArea _area;

        public FallbackAreaTests()
        {
            _area = new FallbackArea(_device, _ => { });
        }

        private string Stored => string.Join(" ", _device.Stored.Changes.Select(change => change.Value));

        private Task CommitAsync(params (long Number, string? Text)[] changes)
        {
            var update = new AreaUpdate();
            foreach (var (number, text) in changes)
                update.Changes[number] = text;
            return _area.CommitAsync(update);
        }

        private async Task LoseAsync()
        {
            _device.IsFull = true;
            await _area.AppendAsync("lost");
            _device.IsFull = false;
            Assert.False(_area.IsDurable);
        }

        [Fact]
        public async Task Changes_stay_until_the_one_into_which_they_were_joined_is_settled()
        {
            foreach (var change in new[] { "+1", "+2", "+3" })
                await _area.AppendAsync(change);
            await LoseAsync();
            await CommitAsync((1, "+10"), (2, null), (3, null), (4, null));
            Assert.Equal("+1 +2 +3", Stored);
            await _area.AppendAsync("+5");
            await CommitAsync((1, null));
            Assert.Equal("", Stored);
            Assert.Equal("+5", _area.Content.Changes.Single().Value);
        }

        [Fact]
        public async Task The_request_on_its_way_stays_until_it_is_settled()
        {
            await _area.AppendAsync("sent");
            await _area.AppendAsync("refused");
            var sent = new AreaUpdate();
            sent.Values["batch"] = "b";
            await _area.CommitAsync(sent);
            await LoseAsync();
            await CommitAsync((2, null));
            Assert.Equal("sent", Stored);
            Assert.Equal("b", _device.Stored.Values["batch"]);
            var settled = new AreaUpdate();
            settled.Values["batch"] = null;
            settled.Changes[1] = null;
            await _area.CommitAsync(settled);
            Assert.Equal("", Stored);
            Assert.Empty(_device.Stored.Values);
        }
    }
}
