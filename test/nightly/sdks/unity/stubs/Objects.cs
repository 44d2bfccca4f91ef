#nullable enable
using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnityEngine
{
    /// <summary>Objects of the engine. One that was destroyed is equal to null, as in Unity.</summary>
    public class Object
    {
        private bool _isDestroyed;

        public static void Destroy(Object target)
        {
            Engine.AssertMainThread();
            target._isDestroyed = true;
            Engine.Doomed.Add(target);
        }

        public static void DontDestroyOnLoad(Object target) => ((GameObject)target).IsKept = true;

        public static bool operator ==(Object? one, Object? other) =>
            ReferenceEquals(one, other) || (IsGone(one) && IsGone(other));

        public static bool operator !=(Object? one, Object? other) => !(one == other);

        public override bool Equals(object? other) => this == other as Object;

        public override int GetHashCode() => base.GetHashCode();

        private static bool IsGone(Object? target) => target is null || target._isDestroyed;
    }

    public class Component : Object
    {
        public GameObject gameObject { get; internal set; } = null!;
    }

    public class Behaviour : Component { }

    public class MonoBehaviour : Behaviour
    {
        private readonly Dictionary<string, MethodInfo?> _messages = new Dictionary<string, MethodInfo?>();

        internal bool HasStarted { get; set; }

        /// <summary>Calls a method that the script may have, as the engine does.</summary>
        internal void Send(string message, params object[] arguments)
        {
            if (!_messages.TryGetValue(message, out var method))
            {
                var kinds = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
                _messages[message] = method = GetType().GetMethod(message, kinds);
            }
            method?.Invoke(this, arguments);
        }
    }

    public sealed class GameObject : Object
    {
        private readonly List<MonoBehaviour> _scripts = new List<MonoBehaviour>();

        public GameObject(string name)
        {
            Engine.AssertMainThread();
            Engine.Scene.Add(this);
        }

        internal bool IsKept { get; set; }

        internal IReadOnlyList<MonoBehaviour> Scripts => _scripts;

        public T AddComponent<T>()
            where T : MonoBehaviour, new() => AddComponent<T>(_ => { });

        /// <param name="fill">sets what the scene says of it, before <c>Awake</c></param>
        public T AddComponent<T>(Action<T> fill)
            where T : MonoBehaviour, new()
        {
            var script = new T { gameObject = this };
            _scripts.Add(script);
            fill(script);
            script.Send("Awake");
            if (!(script == null))
                script.Send("OnApplicationPause", false);
            return script!;
        }

        internal void End()
        {
            foreach (var script in _scripts)
            {
                script.Send("OnDestroy");
                Destroy(script);
            }
        }
    }
}
