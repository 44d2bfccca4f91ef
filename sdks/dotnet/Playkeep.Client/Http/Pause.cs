using System;

namespace Playkeep.Http
{
    /// <summary>The pause before a repetition.</summary>
    internal static class Pause
    {
        private const double FirstSeconds = 1;
        private const double LeastSeconds = 0.5;
        private const double MostSeconds = 60;

        /// <summary>Where the service itself has answered with <c>Retry-After</c>: it is there.</summary>
        private const double MostAnsweredSeconds = 20;

        /// <summary>
        /// Full jitter between 0.5 s and a ceiling that doubles from 1 s to 60 s, or to 20 s where there is a
        /// <c>Retry-After</c>, and never less than that.
        /// </summary>
        /// <param name="failures">how often it failed, from 1</param>
        /// <param name="retryAfter">for which the service asked</param>
        /// <param name="random">from 0 to below 1</param>
        internal static TimeSpan After(int failures, TimeSpan? retryAfter, double random)
        {
            var most = retryAfter.HasValue ? MostAnsweredSeconds : MostSeconds;
            var ceiling = Math.Min(most, FirstSeconds * Math.Pow(2, Math.Min(failures - 1, 10)));
            var jittered = LeastSeconds + random * (ceiling - LeastSeconds);
            return TimeSpan.FromSeconds(Math.Max(jittered, retryAfter?.TotalSeconds ?? 0));
        }
    }
}
