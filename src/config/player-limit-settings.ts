// The part of the registry about the requests of players: how many, and how many that wait. Pure.
import { integer } from './parsers.ts';

export const playerLimitSettings = {
  RATE_LIMIT_PER_MINUTE: {
    parser: integer(0, 1_000_000),
    default: '0',
    meaning:
      'requests of one player, at once and in a minute in the long run; more get 429, and `0` is no limit; on PostgreSQL all processes count together',
  },
  WAIT_MAX_REQUESTS: {
    parser: integer(0, 1_000_000),
    default: '10000',
    meaning:
      'reads of each process that wait for a change at once (`Prefer: wait`), some 10 KB of memory each, however large their metadata is; further ones are answered at once, and `0` lets none wait: see [docs/api.md](docs/api.md#waiting-for-a-change)',
  },
} as const;
