using System;
using System.Diagnostics;
using System.Threading.Tasks;
using Xunit;

namespace Playkeep.Tests.Saves
{
    internal static class Eventually
    {
        /// <summary>Completes when a condition holds. It fails the test after a minute.</summary>
        internal static async Task UntilAsync(Func<bool> holds)
        {
            for (var watch = Stopwatch.StartNew(); !holds(); await Task.Delay(2))
                Assert.True(watch.Elapsed < TimeSpan.FromMinutes(1), "it did not come true in time");
        }
    }
}
