using System;
using System.Globalization;
using System.IO;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep.TestHost
{
    /// <summary>
    /// A game that changes its save without end, until it is killed. It tells each change before it makes it and after it was kept,
    /// on standard output. With the argument <c>finish</c> it makes none, sends what is left, and ends.
    /// </summary>
    internal static class KilledGame
    {
        /// <summary>Pauses take a fiftieth of their time, so that a short life has many attempts.</summary>
        private sealed class HurriedPlatform : ThreadedPlatform
        {
            private readonly TimeSpan _skew;

            internal HurriedPlatform(TimeSpan skew)
            {
                _skew = skew;
            }

            public override DateTimeOffset Now => base.Now + _skew;

            public override Task DelayAsync(TimeSpan time, CancellationToken cancellationToken) =>
                base.DelayAsync(time / 50, cancellationToken);
        }

        private static readonly Stream _output = Console.OpenStandardOutput();

        /// <param name="arguments">the address, the token, the folder, the error of the clock in milliseconds, the first number, and maybe <c>finish</c></param>
        internal static async Task RunAsync(string[] arguments)
        {
            var skew = TimeSpan.FromMilliseconds(double.Parse(arguments[3], CultureInfo.InvariantCulture));
            var client = new PlaykeepClient(
                new PlaykeepOptions(arguments[0], _ => Task.FromResult(arguments[1]))
                {
                    Storage = SaveStorage.Folder(arguments[2]),
                    Platform = new HurriedPlatform(skew),
                }
            );
            var initial = JsonValue.Object(("count", 0), ("log", JsonValue.Array()));
            var save = await client.OpenSaveAsync(new SaveOptions { Initial = initial });
            Say(save.IsDurable ? "open true" : "open false");
            if (arguments.Length > 5 && arguments[5] == "finish")
            {
                await FinishAsync(save);
                Say("finished");
                return;
            }
            for (var number = long.Parse(arguments[4], CultureInfo.InvariantCulture); ; number += 1)
            {
                Say($"made {number}");
                await ChangeAsync(save, number);
                Say($"kept {number}");
                if (number % 3 == 0)
                    await Task.Delay((int)(number % 11));
            }
        }

        /// <summary>Each change makes its number appear in the record once: in the log, as a member, or in the sum.</summary>
        private static Task ChangeAsync(Save save, long number)
        {
            switch (number % 5)
            {
                case 0:
                    return save.PatchAsync(new[] { PatchOperation.Append("/log", number) });
                case 1:
                    return save.AppendAsync("/log", number);
                case 2:
                    return save.MergeAsync(JsonValue.Object(("last", number), ($"k{number}", number)));
                case 3:
                    return save.EditAsync(data => data.With("last", number).With($"k{number}", number));
                default:
                    return save.IncrementAsync("/count", (long)Math.Pow(1000, number % 3));
            }
        }

        private static async Task FinishAsync(Save save)
        {
            for (var failures = 0; ; failures += 1)
            {
                try
                {
                    await save.FlushAsync();
                    await save.CloseAsync();
                    return;
                }
                catch (PlaykeepException) when (failures <= 20)
                {
                    // The network is bad.
                }
            }
        }

        private static void Say(string line)
        {
            _output.Write(Encoding.UTF8.GetBytes(line + "\n"));
            _output.Flush();
        }
    }
}
