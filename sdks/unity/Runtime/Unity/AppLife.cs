#nullable enable
namespace Playkeep.Unity
{
    /// <summary>
    /// The events of the app that Unity's messages stand for. A pause is a sleep. A browser tells no pause: there a game that stops
    /// without the focus sleeps, and one that comes back into the focus may have stood still in a hidden tab.
    /// </summary>
    internal sealed class AppLife
    {
        private readonly bool _isInBrowser;
        private bool _isPaused;
        private bool _isAway;

        internal AppLife(bool isInBrowser)
        {
            _isInBrowser = isInBrowser;
        }

        /// <returns>null where nothing changes, as at the start, when Unity tells every object that there is no pause</returns>
        internal AppEvent? OnPause(bool isPaused)
        {
            var before = _isPaused || _isAway;
            _isPaused = isPaused;
            return EventAfter(before);
        }

        /// <param name="hasFocus">as Unity tells it</param>
        /// <param name="runsInBackground">the game goes on without the focus</param>
        internal AppEvent? OnFocus(bool hasFocus, bool runsInBackground)
        {
            if (!_isInBrowser)
                return null;
            var before = _isPaused || _isAway;
            _isAway = !hasFocus && !runsInBackground;
            return EventAfter(before) ?? (hasFocus && !_isPaused ? AppEvent.Wake : (AppEvent?)null);
        }

        private AppEvent? EventAfter(bool wasAsleep)
        {
            var isAsleep = _isPaused || _isAway;
            if (isAsleep == wasAsleep)
                return null;
            return isAsleep ? AppEvent.Sleep : AppEvent.Wake;
        }
    }
}
