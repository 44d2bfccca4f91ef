// The columns of erased players and of the sums of the statistics, as they are stored.
import { z } from 'zod';
import { column, describeTable, id, type RecordOf, time } from './table.ts';

export const erasedPlayers = describeTable('erased-player', 'erased_players', {
  digest: column(
    'player_digest',
    'digest',
    z.string().regex(/^[0-9a-f]{64}$/),
    'SHA-256 of the name in UTF-8; in hexadecimal on PostgreSQL.',
  ),
  erasedAt: column(
    'erased_at',
    'integer',
    time,
    'When the player was erased. An import leaves out players who were registered before that.',
  ),
});

export const day = z.int().min(-1_000_000).max(4_000_000);

/** The sums of one kind and day. */
export const statisticsDays = describeTable('statistics-day', 'statistics_days', {
  kind: column(
    'kind',
    'text',
    z.string().min(1),
    'What is summed, for instance `totals`, or the pointer whose values are summed.',
  ),
  day: column(
    'day',
    'integer',
    day,
    'Days since 1970-01-01 in the time zone of the statistics; in UTC for the kind `online`.',
  ),
  sums: column(
    'sums',
    'text',
    z.string(),
    'A list of numbers, or for values a line for each: sessions, milliseconds of play, and the value as JSON.',
  ),
});

/** The active days of a player, who may be erased. */
export const statisticsPlayers = describeTable('statistics-player', 'statistics_players', {
  sequentialId: column(
    'sequential_id',
    'integer',
    id,
    'The player; after an erasure the id belongs to nobody.',
  ),
  days: column(
    'days',
    'text',
    z.string().regex(/^-?\d{1,7}(?:\+\d{1,7})?(?:,\d{1,7}(?:\+\d{1,7})?)*$/),
    'Ranges of days since 1970-01-01, with commas between them: the days since the range before, then `+` and further days.',
  ),
});

export type ErasedPlayerRecord = RecordOf<typeof erasedPlayers>;
export type StatisticsDayRecord = RecordOf<typeof statisticsDays>;
export type StatisticsPlayerRecord = RecordOf<typeof statisticsPlayers>;
