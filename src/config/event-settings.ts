// The part of the registry about events. Pure.
import { eventGroups } from '../store/ports/events.ts';
import { choices, integer } from './parsers.ts';

export const eventSettings = {
  EVENTS: {
    parser: choices(eventGroups),
    meaning:
      'what the feed of events tells, for instance `players,sessions,metadata`; unset: nothing: see [docs/events.md](docs/events.md)',
  },
  EVENTS_DAYS: {
    parser: integer(1, 366),
    default: '30',
    meaning: 'how long events are kept; they are pruned by whole days',
  },
} as const;
