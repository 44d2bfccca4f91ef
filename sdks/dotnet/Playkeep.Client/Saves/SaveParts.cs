using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Http;
using Playkeep.Runtime;
using Playkeep.Storage;

namespace Playkeep.Saves
{
    /// <summary>A save at work: its queue, its sender, and the app that sleeps and wakes up.</summary>
    internal sealed class SaveParts
    {
        private readonly CancellationTokenSource _end = new CancellationTokenSource();
        private readonly SaveSender _sender;
        private bool _isAwake = true;

        private SaveParts(
            ClientParts client,
            SaveQueue queue,
            Identity identity,
            string installation,
            bool isNew,
            SaveOptions options
        )
        {
            Client = client;
            Queue = queue;
            State = new SaveState(queue);
            queue.Updated += State.OnUpdate;
            Session = new SaveSession(options.Session, OnNewSession, () => Tell(Nudge.Wake));
            var resolve = options.Resolve;
            var settlement = new Settlement(
                queue,
                () => client.Platform.Now,
                resolve == null
                    ? (Func<SaveConflict, Task<JsonValue>>?)null
                    : conflict => client.Game.AskAsync(() => resolve(conflict)),
                conflict => Conflicted?.Invoke(conflict),
                _end.Token
            );
            var exchange = new Exchange(
                queue,
                client.Sender,
                installation,
                settlement,
                identity,
                Session,
                _end.Token
            );
            var isLive = options.Live;
            var listener = new SaveListener(queue, client.Sender, installation, Session, () => isLive && _isAwake);
            _sender = new SaveSender(queue, exchange, client.Platform, !isNew, listener, State.OnStatus, _end.Token);
            State.StatusChanged += (_, error) =>
            {
                if (Exchange.IsSessionOver(error))
                    Session.Check();
            };
            client.Platform.AppChanged += OnAppEvent;
        }

        internal event Action<SaveConflict>? Conflicted;

        internal ClientParts Client { get; }

        internal SerialContext Context => Client.Context;

        internal GameContext Game => Client.Game;

        internal IPlaykeepPlatform Platform => Client.Platform;

        internal SaveQueue Queue { get; }

        internal SaveState State { get; }

        internal SaveSession Session { get; }

        /// <summary>
        /// Opens a save: its state comes from the device, else from the service if it answers within a second, else from the game.
        /// </summary>
        internal static async Task<SaveParts> OpenAsync(ClientParts client, SaveOptions options)
        {
            if (options.Initial != null && options.Initial.Kind != JsonKind.Object)
                throw new ArgumentException("`Initial` takes a JSON object", nameof(options));
            var player =
                await client.PlayerAsync()
                ?? throw new PlaykeepException(
                    PlaykeepErrorCode.Unauthorized,
                    "Neither `PlayerId` nor the token names the player"
                );
            var name = $"{client.Url} {player}";
            SaveParts? parts = null;
            PlaykeepException? lost = null;
            void OnLost(Exception failure)
            {
                lost = PlaykeepException.Of(failure, PlaykeepErrorCode.Storage, "The device keeps no changes");
                parts?.State.OnStorageError(lost);
            }
            var queue = await OpenQueueAsync(client, name, OnLost);
            try
            {
                var identity = new Identity(client.Player != null, player);
                var isNew = queue.ETag == null && queue.Changes.Count == 0;
                if (isNew)
                    await BeginAsync(client, queue, identity, options.Initial);
                var installation = await client.InstallationAsync();
                parts = new SaveParts(client, queue, identity, installation, isNew, options);
            }
            catch
            {
                // Otherwise the next attempt would find it open.
                await queue.CloseAsync();
                throw;
            }
            if (lost != null)
                OnLost(lost);
            // Not as a part of this call, whose execution context would stay with the sender.
            client.Context.Post(_ => Waiting.Forget(parts._sender.RunAsync()), null);
            return parts;
        }

        /// <summary>The device's save, or an empty one in memory where the device has none that can be read.</summary>
        private static async Task<SaveQueue> OpenQueueAsync(ClientParts client, string name, Action<Exception> onLost)
        {
            IStorageArea? area = null;
            try
            {
                area = await client.Storage.OpenAsync(name, client.Platform);
                return new SaveQueue(new FallbackArea(area, onLost));
            }
            catch (PlaykeepException failure) when (!(failure is OpenElsewhereException))
            {
                if (area != null)
                    await area.CloseAsync();
                onLost(failure);
                return new SaveQueue(await client.Memory.OpenAsync(name, client.Platform));
            }
        }

        internal void Tell(Nudge nudge) => _sender.Tell(nudge);

        internal async Task CloseAsync()
        {
            Platform.AppChanged -= OnAppEvent;
            Session.Dispose();
            _end.CancelSafely();
            await Queue.CloseAsync();
        }

        private static async Task BeginAsync(
            ClientParts client,
            SaveQueue queue,
            Identity identity,
            JsonValue? initial
        )
        {
            var record = await ReadSoonAsync(client, identity);
            if (record != null)
                await queue.CommitAsync(new QueueUpdate { Record = record });
            if (initial == null || (record != null && record.Text != "{}"))
                return;
            await queue.AddAsync(Change.Make(Change.Initial, ChangeBody.OfData(initial), client.Platform.Now));
        }

        /// <summary>Null without an answer within a second. The sender finds out why.</summary>
        private static async Task<MetadataRecord?> ReadSoonAsync(ClientParts client, Identity identity)
        {
            using (var patience = new CancellationTokenSource())
            {
                var request = new ServiceRequest("GET", MetadataOperations.Path, Shape.OwnRecord);
                var reading = client.Sender.SendAsync(request, patience.Token);
                var time = client.Platform.SleepAsync(TimeSpan.FromSeconds(1), patience.Token);
                var first = await Waiting.AnyAsync(reading, time);
                try
                {
                    if (first != reading)
                    {
                        Waiting.Forget(reading);
                        return null;
                    }
                    var reply = await reading;
                    var record = reply.Record();
                    identity.CheckRecord(record, reply.Token);
                    return record;
                }
                catch (PlaykeepException)
                {
                    return null;
                }
                finally
                {
                    patience.CancelSafely();
                }
            }
        }

        private void OnAppEvent(AppEvent appEvent) =>
            Context.Enter(() =>
            {
                if (appEvent != AppEvent.Online)
                    _isAwake = appEvent == AppEvent.Wake;
                // Before it sleeps, an app sends what it can; after it woke up, another device may have played.
                Tell(appEvent == AppEvent.Sleep ? Nudge.Wake : Nudge.Refresh);
            });

        private void OnNewSession()
        {
            var isPaused = State.Status == SaveStatus.Waiting && State.Error?.RetryAfter == null;
            // The session of before had not begun, had expired or was replaced. A read that waits is to name the new one.
            Tell(isPaused || State.Error?.Code == PlaykeepErrorCode.Superseded ? Nudge.Retry : Nudge.Notify);
        }
    }
}
