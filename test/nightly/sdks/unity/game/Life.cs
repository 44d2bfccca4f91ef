using System;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Unity;
using UnityEngine;
using UnityEngine.Networking;

namespace Playkeep.UnityGame
{
    /// <summary>The life of the behaviour: scenes, sleep, mistakes of the game, and frames without garbage.</summary>
    internal sealed class Life
    {
        /// <summary>A quit that waits for the client takes two seconds.</summary>
        private static readonly TimeSpan _patience = TimeSpan.FromSeconds(2);

        private readonly GameWorld _world;

        internal Life(string[] arguments)
        {
            _world = new GameWorld(arguments);
        }

        internal void Run()
        {
            Scenes();
            Sleep();
            SleepInBrowser();
            Mistakes();
            QuitAtSignIn();
            foreach (var platform in new[] { RuntimePlatform.LinuxPlayer, RuntimePlatform.WebGLPlayer })
                Garbage(platform);
        }

        private void Scenes()
        {
            var playkeep = _world.Enter();
            var save = _world.OpenSave(playkeep);
            Engine.LoadScene();
            var another = _world.NewPlaykeep();
            Engine.Frame();
            Program.Say("stays", PlaykeepBehaviour.Instance == playkeep && another == null);
            Program.Say("one save", Engine.Await(playkeep.OpenSaveAsync()) == save);
            Engine.ExitPlayMode();
            Program.Say("gone", PlaykeepBehaviour.Instance is null);
            Engine.Await(StateOf(save));
        }

        private static async Task StateOf(Save save)
        {
            try
            {
                await save.MergeAsync(JsonValue.Object(("late", true)));
            }
            catch (PlaykeepException failure)
            {
                Program.Say("after the end", failure.Code);
            }
        }

        /// <summary>A session is suspended while the app sleeps.</summary>
        private void Sleep()
        {
            var playkeep = _world.Enter();
            _world.SignIn(playkeep);
            var session = Engine.Await(playkeep.Client.Sessions.PlayAsync(new PlayOptions { OnActive = OnActive.Replace }));
            Program.Say("at the start", session.State);
            Engine.Send("OnApplicationFocus", false);
            Program.Say("without the focus", session.State);
            Engine.Send("OnApplicationPause", true);
            Program.Say("in a pause", session.State);
            Engine.Send("OnApplicationPause", false);
            Engine.Until(() => session.State == PlayState.Active);
            Engine.Await(session.EndAsync());
            Engine.ExitPlayMode();
        }

        /// <summary>A browser tells no pause. A tab that was hidden may have stood still, also where the game runs without the focus.</summary>
        private void SleepInBrowser()
        {
            Application.platform = RuntimePlatform.WebGLPlayer;
            var playkeep = _world.Enter();
            var save = _world.OpenSave(playkeep);
            var session = Engine.Await(playkeep.Client.Sessions.PlayAsync(new PlayOptions { OnActive = OnActive.Replace }));
            Engine.Await(save.FlushAsync());
            Application.runInBackground = true;
            Engine.Send("OnApplicationFocus", false);
            Program.Say("browser in the background", session.State);
            var before = UnityWebRequest.Sent;
            Engine.Send("OnApplicationFocus", true);
            Engine.Until(() => UnityWebRequest.Sent > before);
            Application.runInBackground = false;
            Engine.Send("OnApplicationFocus", false);
            Program.Say("browser that stops", session.State);
            Engine.Send("OnApplicationFocus", true);
            Program.Say("browser that goes on", session.State);
            Engine.Await(session.EndAsync());
            Engine.ExitPlayMode();
            Application.platform = RuntimePlatform.LinuxPlayer;
        }

        private void Mistakes()
        {
            var playkeep = _world.Enter();
            Program.Say("before", Mistake(() => playkeep.Client));
            _world.SignIn(playkeep);
            Program.Say("twice", Mistake(() => playkeep.SignIn(_ => Task.FromResult(""))));
            var elsewhere = Task.Run(() => Mistake(() => new UnityWebRequestTransport()));
            Program.Say("elsewhere", Engine.Await(elsewhere));
            Engine.ExitPlayMode();
        }

        /// <summary>The player quits while the game still asks them to sign in, and no token comes.</summary>
        private void QuitAtSignIn()
        {
            var playkeep = _world.Enter();
            playkeep.SignIn(_ => new TaskCompletionSource<string>().Task);
            var opening = playkeep.OpenSaveAsync();
            Engine.Frame();
            var time = Stopwatch.StartNew();
            Engine.ExitPlayMode();
            Program.Say("quit at the sign-in", time.Elapsed < _patience);
            Program.Say("save", ((PlaykeepException)opening.Exception!.InnerException!).Code);
        }

        private static string Mistake(Func<object> act)
        {
            try
            {
                return act().ToString()!;
            }
            catch (InvalidOperationException mistake)
            {
                return mistake.Message;
            }
        }

        private void Garbage(RuntimePlatform platform)
        {
            Application.platform = platform;
            var playkeep = _world.Enter();
            var save = _world.OpenSave(playkeep);
            Engine.Await(save.FlushAsync());
            // The ends of pauses that were cut short go first.
            for (var frames = 0; frames < 600; frames += 1)
            {
                Engine.Frame();
                Thread.Sleep(2);
            }
            var update = (Action)Delegate.CreateDelegate(typeof(Action), playkeep, "Update");
            update();
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var frames = 0; frames < 1_000; frames += 1)
                update();
            Program.Say($"garbage on {platform}", GC.GetAllocatedBytesForCurrentThread() - before);
            Engine.ExitPlayMode();
        }
    }
}
