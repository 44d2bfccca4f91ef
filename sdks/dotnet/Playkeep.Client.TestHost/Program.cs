using System;
using System.Threading.Tasks;

namespace Playkeep.TestHost
{
    /// <summary>
    /// Programs for the tests of the repository: <c>serve</c> lets a test use the client over standard input and output, 
    /// <c>game</c> changes a save without end, until it is killed, and <c>full</c> plays on a device that becomes full,
    /// and <c>samples</c> compares outcomes for random documents.
    /// </summary>
    internal static class Program
    {
        private static async Task<int> Main(string[] arguments)
        {
            switch (arguments.Length == 0 ? "" : arguments[0])
            {
                case "serve":
                    await new Host(new Wire(Console.In, Console.OpenStandardOutput())).RunAsync();
                    return 0;
                case "game":
                    await KilledGame.RunAsync(arguments[1..]);
                    return 0;
                case "full":
                    await FullDevice.RunAsync(arguments[1..]);
                    return 0;
                case "samples":
                    return Samples.Check(arguments[1]);
                default:
                    await Console.Error.WriteLineAsync("usage: playkeep-test-host serve | game … | full … | samples FILE");
                    return 2;
            }
        }
    }
}
