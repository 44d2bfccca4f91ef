// The parent of several processes on one port. It serves no request of a player: it starts, replaces and ends the processes, adds up
// their metrics, and answers `playkeep reload`.
import type { Config } from '../config/config.ts';
import { describeDatabase } from '../config/database-url.ts';
import { urlOf } from '../http/address.ts';
import { findFreePort, startHttpServer } from '../http/server.ts';
import { systemClock } from '../lib/clock.ts';
import type { Lines } from '../lib/lines.ts';
import { createLog, type Log } from '../lib/log.ts';
import { createMetrics } from '../lib/metrics.ts';
import { createServiceManager } from '../lib/service-manager.ts';
import { version } from '../lib/version.ts';
import { createFamilyReader, expose } from '../metrics/exposition.ts';
import { addProcessMetrics } from '../metrics/process-metrics.ts';
import { startChild } from '../processes/child.ts';
import { reloadPath, serveReload } from '../processes/reload.ts';
import { createSums } from '../processes/sums.ts';
import { createSupervisor, type Supervisor } from '../processes/supervisor.ts';
import { ofMetrics } from '../routes.ts';
import { PROCESS_SILENCE_MILLISECONDS, SILENCE_PARTS } from '../tuning.ts';
import { exitStatus } from './command.ts';
import { logSettings, neverListened, type ServeOptions } from './serve-one.ts';
import { watchSignals } from './signals.ts';
import { welcome } from './welcome.ts';

/** Runs a service of several processes until it ends. @returns the exit status */
export async function runParent(config: Config, options: ServeOptions, lines: Lines): Promise<number> {
  const { environment, isDevelopment, warnings } = options;
  const log = createLog({ level: config.logLevel, production: config.production }, lines);
  // A terminal that is closed ends the service. Elsewhere SIGHUP is the request for a roll.
  const onTerminal = process.stdout.isTTY;
  const signals = watchSignals(log, options, onTerminal ? {} : { signals: ['SIGTERM', 'SIGINT'] });
  logSettings(config, warnings, log);
  const port = await findFreePort(config.host, config.port);
  const manager = createServiceManager(environment, { clock: systemClock, log });
  const { supervisor, collect } = supervise(
    { ...config, port },
    manager.watchdogMilliseconds ?? PROCESS_SILENCE_MILLISECONDS,
    log,
  );
  const metricsServer = await listenForMetrics(config, collect, log);
  if (!onTerminal) process.on('SIGHUP', () => void logFailure(supervisor.roll(), log));
  const started = await Promise.race([supervisor.start().then((end) => ({ end })), signals]);
  if (typeof started !== 'string' && started.end) {
    // A process that ended by itself has told why.
    if (started.end.status === null) log.error(started.end, 'a process was killed before it was ready');
    return started.end.status ?? exitStatus.failure;
  }
  if (typeof started === 'string') {
    await supervisor.stop();
    log.info({ signal: started }, neverListened);
    return exitStatus.ok;
  }
  const endReload = await answerReload(reloadPath(config.dataDirectory, port), supervisor, log);
  const url = urlOf(config.host, port);
  const { count } = config.processes;
  const database = describeDatabase(config.database);
  log.info({ url, metrics: metricsServer?.url, processes: count, database, version }, 'all processes listen');
  await manager.ready();
  if (!config.production) lines.write(await welcome(config, { url, signIn: undefined, isDevelopment }));
  const signal = await signals;
  log.info({ signal, processes: count }, 'stopping all processes: a second signal ends at once');
  await manager.stopping();
  await supervisor.stop();
  endReload();
  await metricsServer?.stop(0);
  log.info('all processes have stopped');
  return exitStatus.ok;
}

function supervise(config: Config, silenceMilliseconds: number, log: Log) {
  const metrics = createMetrics();
  addProcessMetrics(metrics, systemClock);
  const sums = createSums(createFamilyReader(metrics));
  const { host, port, processes } = config;
  const aliveMilliseconds = silenceMilliseconds / SILENCE_PARTS;
  const supervisor = createSupervisor({
    ...{ count: processes.count, clock: systemClock, log, metrics },
    ...{ silenceMilliseconds, onStart: sums.add, onEnd: sums.end },
    startChild: (number, isFirst) =>
      startChild(
        { number, isFirst, count: processes.count, host, port, parentPid: process.pid, aliveMilliseconds },
        { clock: systemClock, collect: sums.collect },
      ),
  });
  return { supervisor, collect: sums.collect };
}

/** The port of the metrics is the parent's own: what a scrape finds there does not depend on a process. */
async function listenForMetrics(
  { metricsHost, metricsPort, production, idleTimeoutSeconds }: Config,
  collect: ReturnType<typeof createSums>['collect'],
  log: Log,
) {
  if (metricsPort === undefined) return undefined;
  const exposeAll = async () => expose(await collect());
  return startHttpServer({
    production,
    idleTimeoutSeconds,
    clock: systemClock,
    log,
    ...ofMetrics(metricsHost, metricsPort, exposeAll),
  });
}

/** @returns a function that ends it. Without the socket the service runs, and SIGHUP is left. */
async function answerReload(path: string, { roll }: Supervisor, log: Log): Promise<() => void> {
  try {
    return await serveReload(path, () => logFailure(roll(), log));
  } catch (error) {
    log.warn({ path, reason: (error as Error).message }, '`playkeep reload` cannot be answered; use SIGHUP');
    return () => undefined;
  }
}

/** Tells the log why a roll failed, whoever asked for it. */
function logFailure(roll: Promise<number>, log: Log): Promise<number> {
  const logged = roll.catch((error: Error) => {
    log.error(`the processes were not all replaced: ${error.message}`);
    throw error;
  });
  logged.catch(() => undefined);
  return logged;
}
