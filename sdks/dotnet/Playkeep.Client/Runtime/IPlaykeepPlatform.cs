using System;
using System.Threading;
using System.Threading.Tasks;

namespace Playkeep
{
    /// <summary>Events of the app that plays.</summary>
    public enum AppEvent
    {
        /// <summary>The app goes to the background, or its window loses its last moment to work.</summary>
        Sleep,

        /// <summary>The app comes back to the foreground.</summary>
        Wake,

        /// <summary>The network is there again.</summary>
        Online,
    }

    /// <summary>
    /// Time, chance and the life of the app, which an engine or a test may replace. No decision of the client is taken by the
    /// device's date.
    /// </summary>
    public interface IPlaykeepPlatform
    {
        /// <summary>The date by the device's clock, for display.</summary>
        DateTimeOffset Now { get; }

        /// <summary>A random number from 0 to below 1.</summary>
        double NextDouble();

        /// <summary>Completes after a time, or is cancelled.</summary>
        Task DelayAsync(TimeSpan time, CancellationToken cancellationToken);

        /// <summary>Runs an action soon, outside the caller.</summary>
        void Run(Action action);

        /// <summary>Runs blocking work on the device's files, on another thread where the platform has threads.</summary>
        Task RunBlockingAsync(Action action);

        /// <summary>Tells the events of the app. Any thread may raise it.</summary>
        event Action<AppEvent> AppChanged;
    }
}
