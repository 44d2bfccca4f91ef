// The shapes of the statistics on the wire. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { indexTypes } from '../store/ports/indexes.ts';
import { timestamp } from './values.ts';

const count = z.int().min(0);
const seconds = z.number().min(0);
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const asOf = timestamp('The moment as of which the numbers are exact, at most 60 seconds ago');

export const playersOnline = z.strictObject({
  online: count.describe('Active sessions.'),
  asOf,
});

export const onlineSeries = z.strictObject({
  points: z.array(
    z.strictObject({
      at: timestamp('The instant'),
      online: count.describe('Sessions that had started by then and ended later.'),
    }),
  ),
  asOf,
});

export const playerStatistics = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        start: date.describe('The first date of the period.'),
        active: count.describe('Players with a session that overlaps the period.'),
        new: count.describe('Players whose first session started in the period.'),
        returning: count.describe('Active players who are not new.'),
        sessions: count.describe('Sessions that started in the period.'),
        playSeconds: seconds.describe('Time of play within the period.'),
      }),
    )
    .describe('Whole periods, oldest first.'),
  asOf,
});

export const stickiness = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        start: date.describe('The first date of the period.'),
        days: count.describe('Days of the period that have begun.'),
        active: count.describe('Players with a session that overlaps the period.'),
        averageDaily: z.number().min(0).describe('Active players of a day, on the average of these days.'),
        stickiness: z
          .number()
          .min(0)
          .nullable()
          .describe('The average divided by the active players; null without any.'),
      }),
    )
    .describe('Whole periods, oldest first.'),
  asOf,
});

export const retention = z.strictObject({
  cohorts: z
    .array(
      z.strictObject({
        date,
        size: count.describe('Players who are new on the date.'),
        returned: z
          .record(z.string().regex(/^\d+$/), count.nullable())
          .describe('Those who were active so many days later; null where that day is not over.'),
      }),
    )
    .describe('Oldest first.'),
  asOf,
});

export const cohorts = z.strictObject({
  cohorts: z
    .array(
      z.strictObject({
        start: date.describe('The first date of the period.'),
        size: count.describe('Players who are new in the period.'),
        returned: z
          .record(z.string().regex(/^\d+$/), count.nullable())
          .describe('Those who were active so many periods later; null where that period is not over.'),
      }),
    )
    .describe('Whole periods, oldest first.'),
  asOf,
});

export const sessionLengths = z.strictObject({
  count: count.describe('Sessions that ended in the period.'),
  p50: seconds.nullable().describe('Seconds, within 1 %; null without a session. So are `p90` and `p99`.'),
  p90: seconds.nullable(),
  p99: seconds.nullable(),
  mean: seconds.nullable().describe('Seconds; null without a session.'),
  buckets: z
    .array(
      z.strictObject({
        toSeconds: seconds.describe('The longest length of the bucket.'),
        count: count.describe('Sessions up to this length, and longer than the bucket before.'),
      }),
    )
    .describe('Those that are not empty, shortest first.'),
  asOf,
});

const sessionsOfValue = {
  value: z
    .union([z.string(), z.number(), z.boolean(), z.null()])
    .describe('The value as it stands; `other` for values past the bound of a day.'),
  sessions: count.describe('Sessions that started in the period.'),
  playSeconds: seconds.describe('Time of play within the period.'),
};

export const sessionStatistics = z.strictObject({
  rows: z.array(z.strictObject(sessionsOfValue)).describe('Most sessions first.'),
  asOf,
});

export const sessionSeries = z.strictObject({
  rows: z
    .array(z.strictObject({ start: date.describe('The first date of the period.'), ...sessionsOfValue }))
    .describe('Whole periods, oldest first, and those of one by the number of sessions.'),
  asOf,
});

export const metadataDistribution = z.strictObject({
  pointer: z.string().describe('The pointer of the index.'),
  type: z.enum(indexTypes).describe('The type of its values.'),
  players: count.describe('Players with a value of the type.'),
  ranges: z
    .array(
      z.strictObject({
        from: z.number().describe('The least number of the range.'),
        to: z.number().describe('The end of the range, which is not part of it.'),
        players: count,
      }),
    )
    .optional()
    .describe('For numbers: ranges with players, in ascending order.'),
  values: z
    .array(z.strictObject({ value: z.union([z.string(), z.boolean()]), players: count }))
    .optional()
    .describe('For strings and booleans: most players first, the rest as `other`.'),
  asOf: timestamp('The moment at which the count began, at most 60 seconds ago'),
});

/** The shapes of this file that the API document names, under their names there. */
export const statisticsShapes = {
  PlayersOnline: playersOnline,
  OnlineSeries: onlineSeries,
  PlayerStatistics: playerStatistics,
  Stickiness: stickiness,
  Retention: retention,
  Cohorts: cohorts,
  SessionLengths: sessionLengths,
  SessionStatistics: sessionStatistics,
  SessionSeries: sessionSeries,
  MetadataDistribution: metadataDistribution,
} as const;
