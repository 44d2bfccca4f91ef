using System;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using Playkeep.Unity;
using UnityEngine;

namespace Playkeep.UnityGame
{
    /// <summary>A game in play mode, with a service, a player and a folder.</summary>
    internal sealed class GameWorld
    {
        private readonly string _url;
        private readonly string _token;

        /// <param name="arguments">the address of the service, a token of the player <c>ann</c>, and a folder</param>
        internal GameWorld(string[] arguments)
        {
            _url = arguments[0];
            _token = arguments[1];
            Application.PersistentDataPath = arguments[2];
        }

        /// <summary>Begins a run as the editor does with domain reload off: static fields stay.</summary>
        internal PlaykeepBehaviour Enter()
        {
            Engine.EnterPlayMode(typeof(PlaykeepBehaviour).Assembly);
            return NewPlaykeep();
        }

        /// <summary>The object of a scene.</summary>
        internal PlaykeepBehaviour NewPlaykeep() =>
            new GameObject("Playkeep").AddComponent<PlaykeepBehaviour>(playkeep => Fill(playkeep, "_url", _url));

        internal void SignIn(PlaykeepBehaviour playkeep) =>
            playkeep.SignIn(_ => Task.FromResult(_token), "ann");

        internal Save OpenSave(PlaykeepBehaviour playkeep, bool live = false)
        {
            SignIn(playkeep);
            var initial = JsonValue.Object(("coins", 0));
            return Engine.Await(playkeep.OpenSaveAsync(new SaveOptions { Initial = initial, Live = live }));
        }

        internal SavingGame NewSample() =>
            new GameObject("Game").AddComponent<SavingGame>(game => Fill(game, "_token", _token));

        /// <summary>Sets a field of the inspector.</summary>
        private static void Fill(object script, string field, string value) =>
            script.GetType().GetField(field, BindingFlags.Instance | BindingFlags.NonPublic)!.SetValue(script, value);

        /// <summary>Occupies every thread of the pool for good. Its timers need one too.</summary>
        internal static void StickPool()
        {
            ThreadPool.GetMaxThreads(out _, out var ports);
            ThreadPool.SetMaxThreads(Environment.ProcessorCount, ports);
            var isFree = false;
            for (var threads = 0; threads < Environment.ProcessorCount * 4; threads += 1)
                ThreadPool.UnsafeQueueUserWorkItem(_ => Thread.Sleep(Timeout.Infinite), null);
            Thread.Sleep(200);
            ThreadPool.UnsafeQueueUserWorkItem(_ => isFree = true, null);
            Thread.Sleep(300);
            Program.Say("pool is stuck", !Volatile.Read(ref isFree));
        }
    }
}
