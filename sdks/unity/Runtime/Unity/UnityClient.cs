#nullable enable
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Runtime;
using UnityEngine;

namespace Playkeep.Unity
{
    /// <summary>A client with its parts of Unity, and the save that it has open. All members belong to the main thread.</summary>
    internal sealed class UnityClient
    {
        /// <summary>How long closing may take. It waits for the device's disk alone.</summary>
        private static readonly TimeSpan _patience = TimeSpan.FromSeconds(2);

        /// <summary>Of this run of the game, and of the one before where the editor keeps static fields.</summary>
        private static readonly List<UnityClient> _open = new List<UnityClient>();

        private readonly UnityWebRequestTransport _transport = new UnityWebRequestTransport();
        private readonly UnityPlatform _platform = new UnityPlatform();
        private readonly MainThread _events = new MainThread(MainThread.Context());
        private Task<Save>? _opening;

        internal UnityClient(
            string url,
            string folder,
            Func<CancellationToken, Task<string>> token,
            string? playerId
        )
        {
            Client = new PlaykeepClient(
                new PlaykeepOptions(url, token)
                {
                    PlayerId = playerId,
                    Storage = SaveStorage.Folder(Path.Combine(Application.persistentDataPath, folder)),
                    Transport = _transport,
                    Platform = _platform,
                    SynchronizationContext = _events,
                }
            );
            _open.Add(this);
        }

        internal PlaykeepClient Client { get; }

        /// <summary>One save, whichever scene asks for it. After a failure the next call tries again.</summary>
        internal Task<Save> OpenSaveAsync(SaveOptions? options)
        {
            if (_opening == null || _opening.IsFaulted || _opening.IsCanceled)
                _opening = Client.OpenSaveAsync(options);
            return _opening;
        }

        internal void Tell(AppEvent appEvent) => _platform.Tell(appEvent);

        internal void Tick() => _platform.Tick();

        internal async Task CloseAsync()
        {
            var closed = BeginClosing();
            await closed;
            if (_opening != null)
                await Waiting.AnyAsync(_opening, _platform.DelayAsync(_patience, CancellationToken.None));
        }

        /// <summary>Closes while the main thread waits, for a short time at most.</summary>
        internal void Close()
        {
            var closed = BeginClosing();
            var time = Stopwatch.StartNew();
            while (!IsOver(closed) && time.Elapsed < _patience)
            {
                if (!_platform.Work())
                    return;
            }
        }

        /// <summary>
        /// Clients of the run before are closed, which frees their places on the device, where the editor keeps static fields.
        /// </summary>
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        private static void EndRunBefore()
        {
            foreach (var client in new List<UnityClient>(_open))
                client.Close();
        }

        /// <summary>Nothing is sent and no event is told from now on. Changes that wait are on the device.</summary>
        private Task BeginClosing()
        {
            _open.Remove(this);
            _events.Close();
            _transport.Dispose();
            return Client.CloseAsync();
        }

        private bool IsOver(Task closed) => closed.IsCompleted && (_opening == null || _opening.IsCompleted);
    }
}
