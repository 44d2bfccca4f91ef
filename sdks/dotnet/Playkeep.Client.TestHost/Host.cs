using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep.TestHost
{
    /// <summary>Clients, saves and sessions that a test uses by messages. Each has a name that the test gives it.</summary>
    internal sealed class Host
    {
        private readonly Wire _wire;
        private readonly ConcurrentDictionary<string, PlaykeepClient> _clients = new();
        private readonly ConcurrentDictionary<string, TestPlatform> _platforms = new();
        private readonly ConcurrentDictionary<string, SaveStorage> _storages = new();
        private readonly ConcurrentDictionary<string, Save> _saves = new();
        private readonly ConcurrentDictionary<string, PlaySession> _sessions = new();

        internal Host(Wire wire)
        {
            _wire = wire;
        }

        internal async Task RunAsync()
        {
            while (await _wire.ReadAsync() is JsonValue message)
                _ = AnswerAsync(message);
        }

        private async Task AnswerAsync(JsonValue message)
        {
            var id = message["id"]!;
            var save = message["save"];
            try
            {
                var answer = await DoAsync(message["do"]!.AsString(), message);
                _wire.Write(() => WithState(JsonValue.Object(("id", id), ("ok", answer)), save));
            }
            catch (Exception thrown)
            {
                _wire.Write(() => WithState(JsonValue.Object(("id", id), ("error", Shown.Error(thrown))), save));
            }
        }

        private JsonValue WithState(JsonValue message, JsonValue? name) =>
            name != null && _saves.TryGetValue(name.AsString(), out var save)
                ? message.With("save", name).With("state", Shown.State(save))
                : message;

        private Task<JsonValue> DoAsync(string action, JsonValue message)
        {
            if (action.StartsWith("save."))
                return OnSaveAsync(action, message);
            if (action.StartsWith("play."))
                return OnSessionAsync(action, _sessions[message["play"]!.AsString()]);
            var name = message["client"]!.AsString();
            switch (action)
            {
                case "client":
                    Connect(name, message);
                    return Nothing();
                case "tell":
                    _platforms[name].Tell(Enum.Parse<AppEvent>(message["event"]!.AsString(), true));
                    return Nothing();
                case "clock":
                    _platforms[name].Skew = TimeSpan.FromMilliseconds(message["skew"]!.AsDouble());
                    return Nothing();
                case "openSave":
                    return OpenSaveAsync(_clients[name], message);
                case "play":
                    return PlayAsync(_clients[name], message);
                default:
                    return Calls.DoAsync(_clients[name], action, message);
            }
        }

        private void Connect(string name, JsonValue message)
        {
            var platform = new TestPlatform(_wire, name, message["sleeps"]!.AsBoolean());
            platform.Skew = TimeSpan.FromMilliseconds(message["skew"]!.AsDouble());
            platform.Chance = message["chance"]?.AsDouble();
            _platforms[name] = platform;
            var storage = message["storage"]!.AsString();
            _clients[name] = new PlaykeepClient(
                new PlaykeepOptions(message["url"]!.AsString(), token => TokenAsync(name, token))
                {
                    PlayerId = message["player"]?.Kind == JsonKind.String ? message["player"]!.AsString() : null,
                    Platform = platform,
                    Transport = message["fetches"]!.AsBoolean() ? new TestTransport(_wire, name) : null,
                    Storage = _storages.GetOrAdd(
                        storage,
                        _ => storage.StartsWith("folder ") ? SaveStorage.Folder(storage[7..]) : SaveStorage.Memory()
                    ),
                }
            );
        }

        private async Task<string> TokenAsync(string client, CancellationToken cancellationToken)
        {
            var question = JsonValue.Object(("client", client), ("token", true));
            var answer = await _wire.AskAsync(question, out _).WaitAsync(cancellationToken);
            if (answer["failed"] is JsonValue failure)
                throw new InvalidOperationException(failure.AsString());
            return answer["token"]!.AsString();
        }

        private async Task<JsonValue> OpenSaveAsync(PlaykeepClient client, JsonValue message)
        {
            var name = message["save"]!.AsString();
            var options = new SaveOptions { Initial = message["initial"], Live = message["live"]!.AsBoolean() };
            if (message["play"] is JsonValue play)
                options.Session = _sessions[play.AsString()];
            if (message["resolves"]!.AsBoolean())
            {
                options.Resolve = async conflict =>
                {
                    var question = Shown.Conflict(conflict).With("save", name).With("resolve", true);
                    var answer = await _wire.AskAsync(question, out _);
                    if (answer["failed"] is JsonValue failure)
                        throw new InvalidOperationException(failure.AsString());
                    return answer["data"]!;
                };
            }
            var save = await client.OpenSaveAsync(options);
            _saves[name] = save;
            void Tell(string happened, JsonValue told) =>
                _wire.Write(() => WithState(JsonValue.Object(("event", happened), ("told", told)), name));
            save.Changed += (_, _) => Tell("change", JsonValue.Null);
            save.StatusChanged += (_, told) =>
                Tell(
                    "status",
                    JsonValue.Object(
                        ("status", told.Status.ToString().ToLowerInvariant()),
                        ("durable", told.IsDurable),
                        ("error", told.Error == null ? JsonValue.Null : Shown.Error(told.Error))
                    )
                );
            save.Conflicted += (_, conflict) => Tell("conflict", Shown.Conflict(conflict));
            save.ChangeRefused += (_, told) => Tell("refused", Shown.Change(told.Change));
            return JsonValue.Null;
        }

        private async Task<JsonValue> OnSaveAsync(string action, JsonValue message)
        {
            var save = _saves[message["save"]!.AsString()];
            if (action == "save.retry")
                save.Retry(message["play"] is JsonValue play ? _sessions[play.AsString()] : null);
            else if (action == "save.pending")
                return JsonValue.Array(save.Pending.Select(Shown.Change));
            else if (action == "save.discard")
                return await save.DiscardAsync(message["change"]!.AsString());
            else if (action == "save.flush")
                await save.FlushAsync();
            else if (action == "save.close")
                await save.CloseAsync();
            else
                return await Calls.ChangeAsync(save, action, message);
            return JsonValue.Null;
        }

        private async Task<JsonValue> PlayAsync(PlaykeepClient client, JsonValue message)
        {
            var name = message["play"]!.AsString();
            var options = new PlayOptions { OnActive = Calls.OnActiveOf(message), Context = message["context"] };
            if (message["heartbeatSeconds"] is JsonValue seconds)
                options.Heartbeat = TimeSpan.FromSeconds(seconds.AsDouble());
            var session = await client.Sessions.PlayAsync(options);
            _sessions[name] = session;
            session.StateChanged += (_, told) =>
                _wire.Write(() =>
                    JsonValue.Object(
                        ("event", told.State.ToString().ToLowerInvariant()),
                        ("play", name),
                        ("told", JsonValue.Object(("sessionId", Shown.TextOrNull(told.SessionId)))),
                        ("state", Shown.State(session))
                    )
                );
            return Shown.State(session);
        }

        private static async Task<JsonValue> OnSessionAsync(string action, PlaySession session)
        {
            if (action == "play.end")
                await session.EndAsync();
            else
                session.Check();
            return Shown.State(session);
        }

        private static Task<JsonValue> Nothing() => Task.FromResult(JsonValue.Null);
    }
}
