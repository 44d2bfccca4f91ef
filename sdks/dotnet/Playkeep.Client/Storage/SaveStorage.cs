using System.Threading.Tasks;
using Playkeep.Storage;

namespace Playkeep
{
    /// <summary>A place on the device for saves.</summary>
    public abstract class SaveStorage
    {
        private protected SaveStorage() { }

        /// <summary>Saves in memory, which go with the process: for servers and tests.</summary>
        public static SaveStorage Memory() => new MemoryStorage();

        /// <summary>
        /// Saves in a folder, which one process at a time uses. A change is flushed to the disk before it completes.
        /// </summary>
        public static SaveStorage Folder(string path) => new FolderStorage(path);

        /// <exception cref="PlaykeepException"><see cref="PlaykeepErrorCode.Storage"/></exception>
        internal abstract Task<IStorageArea> OpenAsync(string name, IPlaykeepPlatform platform);

        /// <summary>The installation for a service: the same for all players, and for good.</summary>
        internal abstract Task<string> InstallationAsync(string url, IPlaykeepPlatform platform);

        /// <summary>
        /// Takes the place of the live session of a player on this device. False where another process has it.
        /// </summary>
        internal abstract bool TryEnterSession(string name);

        internal abstract void LeaveSession(string name);
    }

    /// <summary>The save is open in another place on this device. Two senders of one save would each lack changes of the other.</summary>
    internal sealed class OpenElsewhereException : PlaykeepException
    {
        /// <param name="place">of the save, such as a folder</param>
        internal OpenElsewhereException(string? place = null)
            : base(PlaykeepErrorCode.Storage, "The save is open in another place on this device", place) { }
    }
}
