// One of several processes of a service, started by their parent. It serves like a process alone, on a port that it shares.
import type { Config, DatabaseConfig } from '../config/config.ts';
import { shareOfPool } from '../config/processes.ts';
import { findFreePort } from '../http/server.ts';
import { systemClock } from '../lib/clock.ts';
import type { Lines } from '../lib/lines.ts';
import { createLog } from '../lib/log.ts';
import type { Assignment } from '../processes/messages.ts';
import { joinParent } from '../processes/parent-link.ts';
import { exitStatus } from './command.ts';
import { neverListened, runService, type ServeOptions } from './serve-one.ts';
import { watchSignals } from './signals.ts';

/** Runs the process until its parent ends it. @returns the exit status */
export async function runAssigned(
  config: Config,
  assignment: Assignment,
  options: ServeOptions,
  lines: Lines,
): Promise<number> {
  const { number, isFirst, host, port } = assignment;
  const { logLevel: level, production } = config;
  const log = createLog({ level, production, process: number }, lines);
  const signals = watchSignals(log, { exit: options.exit }, { signals: ['SIGTERM', 'SIGINT'] });
  const link = await joinParent(assignment, { clock: systemClock, exit: options.exit });
  const { reason, wasListening } = await runService(ownConfig(config, assignment), {
    runtime: {
      ...{ clock: systemClock, log, lines, shareMetrics: link.shareMetrics },
      // Another service may have come to the port during the migrations.
      beforeListening: async () => void (isFirst && (await findFreePort(host, port))),
    },
    ends: Promise.race([signals, link.left]),
    onListening: async ({ url }) => link.ready(url),
    async beforeStop(end) {
      log.info({ reason: end }, 'stopping');
      return end === 'replaced' ? { drains: true, staysReady: true } : {};
    },
  });
  log.info({ reason }, wasListening ? 'stopped' : neverListened);
  await link.finish();
  return exitStatus.ok;
}

/** The settings of one process: its part of the connections. */
const ownConfig = (config: Config, assignment: Assignment): Config => ({
  ...config,
  database: ownDatabase(config.database, assignment),
});

const ownDatabase = (database: DatabaseConfig, { count, number }: Assignment): DatabaseConfig =>
  database.engine === 'sqlite'
    ? database
    : { ...database, poolSize: shareOfPool(database.poolSize, count, number) };
