using System;

namespace Playkeep.Saves
{
    /// <summary>The session in whose name a save writes.</summary>
    internal sealed class SaveSession : IDisposable
    {
        private readonly Action _onNew;
        private readonly Action _onOver;
        private PlaySession? _session;

        /// <param name="session">null for writes of any session</param>
        /// <param name="onNew">called when a session began, maybe in the place of another</param>
        /// <param name="onOver">called when another device plays</param>
        internal SaveSession(PlaySession? session, Action onNew, Action onOver)
        {
            _onNew = onNew;
            _onOver = onOver;
            Use(session);
        }

        /// <summary>The id to send; null for any session, and for one that has not begun.</summary>
        internal string? Current => _session?.SessionId;

        /// <summary>The id to send; null for writes of any session.</summary>
        /// <exception cref="PlaykeepException">
        /// <see cref="PlaykeepErrorCode.Network"/> for a session that has not begun,
        /// <see cref="PlaykeepErrorCode.Superseded"/> for one that will not begin
        /// </exception>
        internal string? Required()
        {
            if (_session == null || Current != null)
                return Current;
            var isOver = _session.State == PlayState.Superseded || _session.State == PlayState.Ended;
            throw new PlaykeepException(
                isOver ? PlaykeepErrorCode.Superseded : PlaykeepErrorCode.Network,
                "The session has not begun",
                null,
                _session.Error
            );
        }

        /// <summary>Another device may have taken over.</summary>
        internal void Check() => _session?.Check();

        internal void Use(PlaySession? next)
        {
            Dispose();
            _session = next;
            if (next != null)
                next.Stepped += OnStep;
        }

        public void Dispose()
        {
            if (_session != null)
                _session.Stepped -= OnStep;
        }

        private void OnStep(PlayState state)
        {
            if (state == PlayState.Active)
                _onNew();
            else if (state == PlayState.Superseded)
                _onOver();
        }
    }
}
