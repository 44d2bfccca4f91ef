using System;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep.TestHost
{
    /// <summary>Time and the life of the app as the test says.</summary>
    internal sealed class TestPlatform : ThreadedPlatform
    {
        private readonly Wire _wire;
        private readonly string _client;
        private readonly bool _sleepsInTest;

        internal TestPlatform(Wire wire, string client, bool sleepsInTest)
        {
            _wire = wire;
            _client = client;
            _sleepsInTest = sleepsInTest;
        }

        /// <summary>What every random number is; null for real ones.</summary>
        internal double? Chance { get; set; }

        /// <summary>By so much the device's clock is wrong.</summary>
        internal TimeSpan Skew { get; set; }

        public override DateTimeOffset Now => base.Now + Skew;

        public override double NextDouble() => Chance ?? base.NextDouble();

        public override async Task DelayAsync(TimeSpan time, CancellationToken cancellationToken)
        {
            if (!_sleepsInTest)
            {
                await base.DelayAsync(time, cancellationToken);
                return;
            }
            var question = JsonValue.Object(("client", _client), ("sleep", Math.Floor(time.TotalMilliseconds)));
            var awake = _wire.AskAsync(question, out var number);
            using (cancellationToken.Register(() => _wire.Wake(number)))
                await awake;
            cancellationToken.ThrowIfCancellationRequested();
        }
    }
}
