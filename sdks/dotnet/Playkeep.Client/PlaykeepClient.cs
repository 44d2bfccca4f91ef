using System;
using System.Threading.Tasks;
using Playkeep.Saves;

namespace Playkeep
{
    /// <summary>A client of a Playkeep service, for one player at a time. All its members may be used from any thread.</summary>
    public sealed class PlaykeepClient : IAsyncDisposable
    {
        private readonly ClientParts _parts;

        /// <summary>Makes a client. It sends nothing before it is used.</summary>
        public PlaykeepClient(PlaykeepOptions options)
        {
            _parts = new ClientParts(options);
            Metadata = new MetadataOperations(_parts.Context, _parts.Sender);
            Sessions = new SessionOperations(_parts);
        }

        /// <summary>Single operations on metadata.</summary>
        public MetadataOperations Metadata { get; }

        /// <summary>Play sessions.</summary>
        public SessionOperations Sessions { get; }

        /// <summary>
        /// Opens the save of the player, which works without a network. It completes from the device's copy; without one it waits for
        /// the service at most a second, then begins with <see cref="SaveOptions.Initial"/>.
        /// </summary>
        /// <exception cref="PlaykeepException">
        /// <see cref="PlaykeepErrorCode.Unauthorized"/> where neither <see cref="PlaykeepOptions.PlayerId"/> nor a token says who
        /// plays; <see cref="PlaykeepErrorCode.Network"/> where no token comes; <see cref="PlaykeepErrorCode.Storage"/> for a save
        /// that is open elsewhere; <see cref="PlaykeepErrorCode.Closed"/> for a client that was closed. A folder that cannot be used
        /// and a damaged file throw nothing: the save lives in memory, and <see cref="Save.StorageError"/> says why.
        /// </exception>
        public Task<Save> OpenSaveAsync(SaveOptions? options = null) =>
            _parts.Context.CallAsync(async () =>
            {
                var save = new Save(await SaveParts.OpenAsync(_parts, options ?? new SaveOptions()));
                _parts.IsClosing += save.CloseAsync;
                if (!_parts.IsClosed)
                    return save;
                // The client was closed meanwhile. Otherwise nobody would free the place of the save on the device.
                await save.CloseAsync();
                throw ClientParts.Closed();
            });

        /// <summary>
        /// Closes all saves, and leaves sessions to expire or to go on at the next start. Changes that wait stay on the device.
        /// </summary>
        public Task CloseAsync() => _parts.CloseAsync();

        /// <inheritdoc cref="CloseAsync"/>
        public ValueTask DisposeAsync() => new ValueTask(CloseAsync());
    }
}
