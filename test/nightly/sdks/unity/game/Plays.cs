using System;
using System.Diagnostics;
using System.Threading;
using Playkeep.Unity;
using UnityEngine;
using UnityEngine.Networking;

namespace Playkeep.UnityGame
{
    /// <summary>Runs of a game in one process, as the editor has them with domain reload off.</summary>
    internal sealed class Plays
    {
        /// <summary>A quit that waits for the client takes two seconds.</summary>
        private static readonly TimeSpan _patience = TimeSpan.FromSeconds(2);

        private readonly GameWorld _world;

        internal Plays(string[] arguments)
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
            First();
            Second();
            Third();
            Fourth();
            Engine.Until(() => UnityWebRequest.Living == 0);
            Program.Say("requests alive", UnityWebRequest.Living);
        }

        internal void RunSample()
        {
            UnityWebRequest.IsOffline = true;
            _world.Enter();
            _world.NewSample();
            Engine.Until(() => GUILayout.Shown.Contains("Coins: 0"));
            GUILayout.Pressed = "Earn a coin";
            Engine.Until(() => GUILayout.Shown.Contains("Coins: 1"));
            Engine.Until(() => GUILayout.Shown.Contains("Kept on this device"));
            Program.Say("kept", true);
            UnityWebRequest.IsOffline = false;
            Engine.Until(() => GUILayout.Shown.Contains("Saved."));
            Program.Say("saved", true);
            Engine.ExitPlayMode();
        }

        /// <summary>A run with a network, which the app leaves for a moment.</summary>
        private void First()
        {
            var playkeep = _world.Enter();
            var save = _world.OpenSave(playkeep);
            var mainThread = Thread.CurrentThread;
            var isElsewhere = false;
            save.StatusChanged += (_, _) => isElsewhere |= Thread.CurrentThread != mainThread;
            Engine.Await(save.MergeAsync(JsonValue.Object(("level", 1))));
            Engine.Await(save.FlushAsync());
            Engine.Send("OnApplicationPause", true);
            Engine.Send("OnApplicationPause", false);
            Engine.Await(save.IncrementAsync("/coins", 1));
            Engine.Await(save.FlushAsync());
            Program.Say("events on another thread", isElsewhere);
            Quit();
        }

        /// <summary>A run without a network. Its change stays on the device.</summary>
        private void Second()
        {
            UnityWebRequest.IsOffline = true;
            var playkeep = _world.Enter();
            var save = _world.OpenSave(playkeep);
            Program.Say("coins offline", save.Data["coins"]!);
            Engine.Await(save.IncrementAsync("/coins", 10));
            Program.Say("durable", save.IsDurable);
            Quit();
        }

        /// <summary>A run that ends without a word. The next one begins while it still sends.</summary>
        private void Third()
        {
            var playkeep = _world.Enter();
            var save = _world.OpenSave(playkeep);
            Engine.Await(save.IncrementAsync("/coins", 100));
            Program.Say("changes waiting", save.Pending.Count);
            Engine.Drop();
        }

        private void Fourth()
        {
            Engine.EnterPlayMode(typeof(PlaykeepBehaviour).Assembly);
            UnityWebRequest.IsOffline = false;
            var before = UnityWebRequest.Sent;
            for (var frames = 0; frames < 700; frames += 1)
            {
                Engine.Frame();
                Thread.Sleep(2);
            }
            Program.Say("requests of the run before", UnityWebRequest.Sent - before);
            var playkeep = _world.NewPlaykeep();
            var save = _world.OpenSave(playkeep);
            Engine.Await(save.FlushAsync());
            Program.Say("status", save.Status);
            Engine.Await(playkeep.SignOutAsync());
            Program.Say("signed in", playkeep.IsSignedIn);
            Quit();
        }

        private static void Quit()
        {
            var time = Stopwatch.StartNew();
            Engine.ExitPlayMode();
            Program.Say("quit in time", time.Elapsed < _patience);
        }
    }
}
