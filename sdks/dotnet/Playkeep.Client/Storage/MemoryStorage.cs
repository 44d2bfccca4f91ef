using System.Collections.Generic;
using System.Threading.Tasks;
using Playkeep.Runtime;

namespace Playkeep.Storage
{
    /// <summary>Saves in memory. An area stays while the storage object does.</summary>
    internal sealed class MemoryStorage : SaveStorage
    {
        private readonly Dictionary<string, AreaContent> _areas = new Dictionary<string, AreaContent>();
        private readonly Dictionary<string, string> _installations = new Dictionary<string, string>();
        private readonly HashSet<string> _open = new HashSet<string>();
        private readonly HashSet<string> _sessions = new HashSet<string>();

        internal override Task<IStorageArea> OpenAsync(string name, IPlaykeepPlatform platform)
        {
            lock (_areas)
            {
                if (!_open.Add(name))
                    throw new OpenElsewhereException();
                if (!_areas.TryGetValue(name, out var content))
                    _areas[name] = content = new AreaContent();
                return Task.FromResult<IStorageArea>(new MemoryArea(content, () => Close(name)));
            }
        }

        internal override Task<string> InstallationAsync(string url, IPlaykeepPlatform platform)
        {
            lock (_areas)
            {
                if (!_installations.TryGetValue(url, out var id))
                    _installations[url] = id = RandomId.Make();
                return Task.FromResult(id);
            }
        }

        internal override bool TryEnterSession(string name)
        {
            lock (_areas)
                return _sessions.Add(name);
        }

        internal override void LeaveSession(string name)
        {
            lock (_areas)
                _sessions.Remove(name);
        }

        private void Close(string name)
        {
            lock (_areas)
                _open.Remove(name);
        }
    }

    /// <summary>An area in memory alone.</summary>
    internal sealed class MemoryArea : IStorageArea
    {
        private readonly System.Action _onClose;

        internal MemoryArea(AreaContent content, System.Action onClose)
        {
            Content = content;
            _onClose = onClose;
        }

        public bool IsDurable => false;

        public AreaContent Content { get; }

        public Task<long> AppendAsync(string change) => Task.FromResult(Content.Append(change));

        public Task CommitAsync(AreaUpdate update)
        {
            Content.Apply(update);
            return Task.CompletedTask;
        }

        public Task CloseAsync()
        {
            _onClose();
            return Task.CompletedTask;
        }
    }
}
