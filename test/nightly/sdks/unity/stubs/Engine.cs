#nullable enable
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;

namespace UnityEngine
{
    /// <summary>The context of the main thread. What is posted runs in the next frame.</summary>
    public sealed class UnitySynchronizationContext : SynchronizationContext
    {
        private readonly ConcurrentQueue<(SendOrPostCallback Callback, object? State)> _posted =
            new ConcurrentQueue<(SendOrPostCallback, object?)>();

        public override SynchronizationContext CreateCopy() => this;

        public override void Post(SendOrPostCallback d, object? state) => _posted.Enqueue((d, state));

        internal void Run()
        {
            for (var left = _posted.Count; left > 0 && _posted.TryDequeue(out var next); left -= 1)
                next.Callback(next.State);
        }
    }

    /// <summary>The frames and the life of a game, which a test drives from its main thread.</summary>
    public static class Engine
    {
        private static readonly UnitySynchronizationContext _context = new UnitySynchronizationContext();
        private static readonly ConcurrentQueue<Action> _ended = new ConcurrentQueue<Action>();
        private static Thread? _mainThread;

        internal static List<GameObject> Scene { get; } = new List<GameObject>();

        internal static HashSet<Object> Doomed { get; } = new HashSet<Object>(new ByReference());

        /// <summary>Enters play mode. Static fields of the game stay as they are, as with domain reload off.</summary>
        public static void EnterPlayMode(params Assembly[] assemblies)
        {
            _mainThread = Thread.CurrentThread;
            SynchronizationContext.SetSynchronizationContext(_context);
            foreach (var method in assemblies.SelectMany(each => each.GetTypes()).SelectMany(StaticMethodsOf))
            {
                var attribute = method.GetCustomAttribute<RuntimeInitializeOnLoadMethodAttribute>();
                if (attribute?.LoadType == RuntimeInitializeLoadType.SubsystemRegistration)
                    method.Invoke(null, null);
            }
        }

        /// <summary>Leaves play mode as the stop button does.</summary>
        public static void ExitPlayMode()
        {
            Send("OnApplicationQuit");
            foreach (var each in Scene)
            {
                Object.Destroy(each);
                each.End();
            }
            Drop();
        }

        /// <summary>Forgets all objects and tells none of them, as if the game had got stuck.</summary>
        public static void Drop() => Scene.Clear();

        /// <summary>Loads an empty scene.</summary>
        public static void LoadScene()
        {
            foreach (var each in Scene.Where(each => !each.IsKept))
                Object.Destroy(each);
            EndDoomed();
        }

        /// <summary>Runs frames until a task has completed, and answers its outcome.</summary>
        public static T Await<T>(Task<T> task)
        {
            Until(() => task.IsCompleted);
            return task.GetAwaiter().GetResult();
        }

        public static void Await(Task task)
        {
            Until(() => task.IsCompleted);
            task.GetAwaiter().GetResult();
        }

        /// <summary>Runs frames until a condition holds, for 20 seconds at most.</summary>
        public static void Until(Func<bool> condition)
        {
            for (var frames = 0; !condition(); frames += 1)
            {
                if (frames > 10_000)
                    throw new TimeoutException("The condition did not hold within 10,000 frames");
                Frame();
                Thread.Sleep(2);
            }
        }

        public static void Frame()
        {
            foreach (var script in Scripts())
            {
                if (!script.HasStarted)
                    script.Send("Start");
                script.HasStarted = true;
            }
            while (_ended.TryDequeue(out var end))
                end();
            _context.Run();
            Send("Update");
            Send("OnGUI");
            EndDoomed();
        }

        /// <summary>Tells all scripts a message of the engine.</summary>
        public static void Send(string message, params object[] arguments)
        {
            foreach (var script in Scripts())
                script.Send(message, arguments);
        }

        /// <summary>Runs the end of a request on the main thread.</summary>
        internal static void OnMainThread(Action end) => _ended.Enqueue(end);

        internal static void AssertMainThread()
        {
            if (Thread.CurrentThread != _mainThread)
                throw new InvalidOperationException("The engine is used on the main thread alone");
        }

        private static void EndDoomed()
        {
            foreach (var each in Scene.Where(Doomed.Contains).ToList())
            {
                Scene.Remove(each);
                each.End();
            }
        }

        private static List<MonoBehaviour> Scripts() =>
            Scene.Where(each => !Doomed.Contains(each)).SelectMany(each => each.Scripts).ToList();

        private static IEnumerable<MethodInfo> StaticMethodsOf(Type type) =>
            type.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic);

        private sealed class ByReference : IEqualityComparer<Object>
        {
            public bool Equals(Object one, Object other) => ReferenceEquals(one, other);

            public int GetHashCode(Object target) => System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(target);
        }
    }
}
