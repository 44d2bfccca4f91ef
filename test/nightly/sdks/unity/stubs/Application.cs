#nullable enable
using System;

namespace UnityEngine
{
    public enum RuntimePlatform
    {
        LinuxPlayer = 13,
        WebGLPlayer = 17,
    }

    public static class Application
    {
        public static RuntimePlatform platform { get; set; } = RuntimePlatform.LinuxPlayer;

        public static bool runInBackground { get; set; }

        public static string PersistentDataPath { get; set; } = "";

        public static string persistentDataPath
        {
            get
            {
                Engine.AssertMainThread();
                return PersistentDataPath;
            }
        }
    }

    public static class Debug
    {
        public static void LogException(Exception exception, Object context) => Console.WriteLine("log " + exception);
    }

    public struct Rect
    {
        public Rect(float x, float y, float width, float height) { }
    }

    /// <summary>The controls that a test presses and reads.</summary>
    public static class GUILayout
    {
        /// <summary>The button that is pressed in the next frame.</summary>
        public static string? Pressed { get; set; }

        public static string Shown { get; set; } = "";

        public static void BeginArea(Rect screenRect) => Shown = "";

        public static void EndArea() { }

        public static void Label(string text) => Shown += text + "\n";

        public static bool Button(string text)
        {
            var isPressed = Pressed == text;
            if (isPressed)
                Pressed = null;
            return isPressed;
        }
    }
}
