// The part of the registry about events and webhooks. Pure.
import { eventGroups } from '../store/ports/events.ts';
import { boolean, choices, integer } from './parsers.ts';

export const eventSettings = {
  EVENTS: {
    parser: choices(eventGroups),
    meaning:
      'what the feed of events tells, for instance `players,sessions,metadata`; unset: nothing: see [docs/events.md](docs/events.md)',
  },
  EVENTS_DAYS: {
    parser: integer(1, 366),
    default: '30',
    meaning: 'how long events are kept at least; on PostgreSQL they are pruned by whole days',
  },
  WEBHOOKS_ALLOW_PRIVATE: {
    parser: boolean,
    default: 'false',
    meaning:
      '`true` lets webhooks go to private networks and by plain HTTP, for development: see [docs/webhooks.md](docs/webhooks.md#where-they-may-go)',
  },
} as const;
