using System;
using System.Threading;
using Playkeep.Unity;
using UnityEngine;
using UnityEngine.Networking;

namespace Playkeep.UnityGame
{
    /// <summary>A live save, whose request waits at the service but for pauses.</summary>
    internal sealed class LiveSaves
    {
        private readonly GameWorld _world;

        internal LiveSaves(string[] arguments)
        {
            _world = new GameWorld(arguments);
        }

        /// <param name="isInBrowser">without threads and timers</param>
        internal void Run(bool isInBrowser)
        {
            if (isInBrowser)
            {
                GameWorld.StickPool();
                Application.platform = RuntimePlatform.WebGLPlayer;
            }
            var playkeep = _world.Enter();
            var save = _world.OpenSave(playkeep, true);
            Engine.Await(save.FlushAsync());
            Hear(playkeep, save);
            Pause(isInBrowser);
            var before = UnityWebRequest.Aborted;
            Engine.Await(playkeep.SignOutAsync());
            Program.Say("aborted by the end", UnityWebRequest.Aborted - before);
            Engine.Until(() => UnityWebRequest.Living == 0);
            Engine.ExitPlayMode();
        }

        /// <summary>A write beside the save, as of a server.</summary>
        private static void Hear(PlaykeepBehaviour playkeep, Save save)
        {
            var mainThread = Thread.CurrentThread;
            var isElsewhere = false;
            var told = 0;
            save.Changed += (_, changed) =>
            {
                isElsewhere |= Thread.CurrentThread != mainThread;
                told = changed.Data["coins"]!.AsInt32();
            };
            Engine.Until(() => UnityWebRequest.Living == 1);
            Engine.Await(playkeep.Client.Metadata.MergeAsync(JsonValue.Object(("coins", 5))));
            Engine.Until(() => told == 5);
            Program.Say("told on another thread", isElsewhere);
            Engine.Until(() => UnityWebRequest.Living == 1);
        }

        /// <summary>No frame comes between the message of a pause and its end.</summary>
        private static void Pause(bool isInBrowser)
        {
            Tell(isInBrowser, true);
            Program.Say("waiting in a pause", UnityWebRequest.Living);
            var before = UnityWebRequest.Sent;
            for (var frames = 0; frames < 200; frames += 1)
            {
                Engine.Frame();
                Thread.Sleep(2);
            }
            Program.Say("requests in a pause", UnityWebRequest.Sent - before);
            Tell(isInBrowser, false);
            // The read of the record, and the wait after it.
            Engine.Until(() => UnityWebRequest.Sent == before + 2 && UnityWebRequest.Living == 1);
        }

        private static void Tell(bool isInBrowser, bool isPaused)
        {
            if (isInBrowser)
                Engine.Send("OnApplicationFocus", !isPaused);
            else
                Engine.Send("OnApplicationPause", isPaused);
        }
    }
}
