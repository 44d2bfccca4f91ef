using System;
using Playkeep.Http;
using Xunit;

namespace Playkeep.Tests.Http
{
    /// <summary>The pauses before repetitions.</summary>
    public sealed class PauseTests
    {
        [Theory]
        [InlineData(1, null, 1, 1)]
        [InlineData(7, null, 1, 60)]
        [InlineData(1_000, null, 1, 60)]
        [InlineData(9, null, 0, 0.5)]
        [InlineData(5, 1.0, 1, 16)]
        [InlineData(1_000, 1.0, 1, 20)]
        [InlineData(9, 1.0, 0, 1)]
        [InlineData(1_000, 30.0, 1, 30)]
        public void GrowToAMinuteAndToLessWhereTheServiceAnswered(
            int failures,
            double? retryAfter,
            double random,
            double seconds
        )
        {
            TimeSpan? demanded = retryAfter.HasValue ? TimeSpan.FromSeconds(retryAfter.Value) : (TimeSpan?)null;
            Assert.Equal(seconds, Pause.After(failures, demanded, random).TotalSeconds, 3);
        }
    }
}
