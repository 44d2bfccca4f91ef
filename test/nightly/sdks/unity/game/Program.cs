using System;

namespace Playkeep.UnityGame
{
    /// <summary>Plays a game of the package on stubs of the engine, as a test says, and tells on standard output how it went.</summary>
    internal static class Program
    {
        /// <param name="arguments">the name of what is played, and its arguments</param>
        private static void Main(string[] arguments)
        {
            var rest = arguments[1..];
            switch (arguments[0])
            {
                case "plays":
                    new Plays(rest).Run(false);
                    break;
                case "browser":
                    new Plays(rest).Run(true);
                    break;
                case "live":
                    new LiveSaves(rest).Run(false);
                    break;
                case "live-in-browser":
                    new LiveSaves(rest).Run(true);
                    break;
                case "sample":
                    new Plays(rest).RunSample();
                    break;
                case "life":
                    new Life(rest).Run();
                    break;
                case "transport":
                    Exchanges.Run(rest[0]);
                    break;
            }
            // Threads of a pool that is stuck must not keep the process.
            Environment.Exit(0);
        }

        internal static void Say(string name, object value) => Console.WriteLine($"{name}: {value}");
    }
}
