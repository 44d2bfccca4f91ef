using System.Collections.Generic;

namespace Playkeep.Sessions
{
    internal enum Step
    {
        /// <summary>There is no session yet. It asks for one, again and again while there is no network.</summary>
        Beginning,

        /// <summary>There is no session yet, and the app sleeps. No new attempt begins.</summary>
        Hidden,

        /// <summary>It beats.</summary>
        Active,

        /// <summary>The app sleeps, and no heartbeat is sent.</summary>
        Asleep,
        Superseded,
        Ended,
    }

    internal enum StepEvent
    {
        Begun,
        Sleep,
        Wake,

        /// <summary>The session had expired, and a new one took its place.</summary>
        Renewed,

        /// <summary>Another device or process plays.</summary>
        Conflict,

        /// <summary>The service refuses the session for good, or it was stopped or ended by a server.</summary>
        Refused,

        /// <summary>The game ended it.</summary>
        End,
    }

    /// <summary>The states of a play session, and the state after each event.</summary>
    internal static class PlaySteps
    {
        private static readonly Dictionary<(Step, StepEvent), Step> _next = new Dictionary<(Step, StepEvent), Step>
        {
            [(Step.Beginning, StepEvent.Begun)] = Step.Active,
            [(Step.Beginning, StepEvent.Sleep)] = Step.Hidden,
            [(Step.Hidden, StepEvent.Begun)] = Step.Asleep,
            [(Step.Hidden, StepEvent.Wake)] = Step.Beginning,
            [(Step.Active, StepEvent.Sleep)] = Step.Asleep,
            [(Step.Active, StepEvent.Renewed)] = Step.Active,
            [(Step.Asleep, StepEvent.Wake)] = Step.Active,
        };

        internal static bool IsOver(Step step) => step == Step.Superseded || step == Step.Ended;

        /// <summary>Null for an event that changes nothing in a state.</summary>
        internal static Step? After(Step step, StepEvent stepEvent)
        {
            if (IsOver(step))
                return null;
            if (stepEvent == StepEvent.Conflict)
                return Step.Superseded;
            if (stepEvent == StepEvent.Refused || stepEvent == StepEvent.End)
                return Step.Ended;
            return _next.TryGetValue((step, stepEvent), out var next) ? next : (Step?)null;
        }

        /// <summary>The state as the game sees it.</summary>
        internal static PlayState ShownOf(Step step)
        {
            switch (step)
            {
                case Step.Active:
                    return PlayState.Active;
                case Step.Superseded:
                    return PlayState.Superseded;
                case Step.Ended:
                    return PlayState.Ended;
                default:
                    return PlayState.Suspended;
            }
        }
    }
}
