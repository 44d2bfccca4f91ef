// The shapes of the state of the service on the wire. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { indexTypes } from '../store/ports/indexes.ts';
import { timestamp } from './values.ts';

const shownSetting = z.strictObject({
  name: z.string().describe('The name of the environment variable.'),
  value: z
    .string()
    .nullable()
    .describe('As `playkeep config` prints it: `(hidden)` for a secret, null where there is none.'),
  isDefault: z.boolean().describe('Has the environment left it to its default?'),
  meaning: z.string().describe('A sentence in Markdown about the setting, as in docs/settings.md.'),
});

const declaredIndex = z.strictObject({
  pointer: z.string().describe('A JSON Pointer into metadata.'),
  type: z.enum(indexTypes),
  state: z
    .enum(['building', 'whole'])
    .describe('A search can use an index that is whole: it has the values of all players.'),
  progress: z.number().min(0).max(1).describe('How much of the stored metadata the build has passed.'),
  createdAt: timestamp('Time of the first declaration'),
  declaredAt: timestamp('Time of the last declaration by a process'),
});

const declaredLabels = z.strictObject({
  name: z.string().nullable().describe('The pointer of `PLAYER_NAME`; null for none.'),
  columns: z.array(z.string()).describe('The pointers of `PLAYER_COLUMNS`.'),
  state: z.enum(['building', 'whole']).describe('A search for a part of a name needs those of all players.'),
  progress: z.number().min(0).max(1).describe('How much of the stored metadata the build has passed.'),
});

/** The checks of readiness, in their order. */
export const checkNames = ['running', 'database', 'writes', 'key set'] as const;

const check = z.strictObject({
  name: z.enum(checkNames),
  ok: z.boolean(),
  problem: z.string().nullable().describe('A sentence; null for a check that passed.'),
});

const amount = (meaning: string) => z.int().min(0).describe(meaning);
const rate = (meaning: string) => z.number().min(0).describe(`${meaning}, in each second.`);

/** Figures of the process that answers, beside those of `/metrics`. */
const processFigures = z.strictObject({
  startedAt: timestamp('Time at which the process began'),
  recent: z
    .strictObject({
      seconds: z
        .number()
        .min(0)
        .describe('How far these figures look back: a minute, and less after a start.'),
      requestsPerSecond: rate('Requests of players and servers'),
      refusedPerSecond: rate('Those answered 429 or 503'),
      failedPerSecond: rate('Those answered 500'),
      p99Seconds: z
        .number()
        .min(0)
        .nullable()
        .describe(
          'The time within which 99 of 100 requests of players were answered, estimated from ranges; null without a request. ' +
            'Answers of 5xx are left out, and 10 stands for all that is longer.',
        ),
    })
    .describe('The last requests to the API.'),
  requests: z
    .strictObject({
      answered: amount('Requests of players and servers since the start of the process.'),
      refused: amount('Those answered 429 or 503.'),
      failed: amount('Those answered 500.'),
    })
    .describe('All requests to the API since the start of the process.'),
  storeCalls: z
    .strictObject({
      now: amount('Calls that wait for the database or are with it.'),
      limit: amount('Calls past which requests are answered 503.'),
      longestWaitSeconds: z.number().min(0).describe('Past a second requests are answered 503.'),
    })
    .describe('Admission control.'),
  pool: z
    .strictObject({
      statements: amount('Statements under way at PostgreSQL.'),
      size: amount('Connections that the process may open, `DATABASE_POOL_SIZE`.'),
    })
    .nullable()
    .describe('The connections to PostgreSQL; null on SQLite.'),
  disk: z
    .strictObject({
      freeBytes: amount('Bytes left on the file system of the database file.'),
      sizeBytes: amount('Bytes of that file system.'),
      databaseBytes: amount('Bytes of the database file and of its log.'),
    })
    .nullable()
    .describe('The disk of SQLite; null on PostgreSQL, and where the system does not tell.'),
  activeSessions: amount('Active sessions in the database, as of the last run of `expire-sessions`.'),
  memoryBytes: amount('Resident memory.'),
  cpuSeconds: z.number().min(0).describe('User and system time since the start of the process.'),
  openFiles: z
    .strictObject({
      now: amount('File descriptors that are open.'),
      limit: amount('Those that may be open.'),
    })
    .nullable()
    .describe('Null on systems other than Linux.'),
  logLinesDropped: amount('Lines of the log that nobody read in time.'),
  jobs: z
    .array(
      z.strictObject({
        name: z.string().describe('The name of the job, as in the log.'),
        lastSuccessAt: timestamp('End of the last successful run; null before the first').nullable(),
        dueAt: timestamp('One interval after the last successful run, or after the start'),
        failures: amount('Failed runs since the start of the process.'),
        consecutiveFailures: amount('Failed runs since the last successful one.'),
      }),
    )
    .describe('The background jobs.'),
});

export const probeAnswer = z.enum(['live', 'ready']);

export const serviceState = z.strictObject({
  version: z.string(),
  settings: z.array(shownSetting).describe('All settings of the process that answers.'),
  indexes: z
    .array(declaredIndex)
    .nullable()
    .describe('The indexes on metadata, oldest first; null while the database does not answer.'),
  labels: declaredLabels
    .nullable()
    .describe('What lists show of a player; null for nothing, and while the database does not answer.'),
  checks: z.array(check).describe('Those of `/readyz`, in their order.'),
  process: processFigures.describe('Figures of the process that answers.'),
});

/** The shapes of this file that the API document names, under their names there. */
export const serviceShapes = {
  ServiceState: serviceState,
  ProbeAnswer: probeAnswer,
} as const;

export type ServiceState = z.infer<typeof serviceState>;
export type ProcessFigures = z.infer<typeof processFigures>;
