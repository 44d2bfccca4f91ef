// `playkeep serve`: starts the service, prints its address, and ends it in order on SIGTERM or SIGINT.
import { startApp } from '../app.ts';
import { weaknessOf } from '../auth/secret.ts';
import { signToken } from '../auth/sign.ts';
import type { Config } from '../config/config.ts';
import { describeDatabase } from '../config/database-url.ts';
import { warningsOf } from '../config/spelling.ts';
import { systemClock } from '../lib/clock.ts';
import { createLines, type Lines } from '../lib/lines.ts';
import { createLog, type Log } from '../lib/log.ts';
import { LOG_FINISH_MILLISECONDS, SECOND_SIGNAL_MILLISECONDS } from '../limits.ts';
import { version } from '../version.ts';
import { type AddCommand, type CommandContext, exitStatus } from './command.ts';
import { provideSecret, readServiceConfig } from './read-config.ts';

const standardOutput = 1;
const developmentPlayer = 'player-1';
const tokenLifetimeSeconds = 24 * 3_600;

export const addServe: AddCommand = (program, { readEnvironment, exit }) => {
  program
    .command('serve')
    .description('run the service (the default)')
    .action(async () => {
      const environment = readEnvironment();
      const { config, isDevelopment } = provideSecret(readServiceConfig(environment));
      // The process does not wait for a reader of its output.
      exit(await serve(config, { isDevelopment, warnings: warningsOf(environment), exit }));
    });
};

interface ServeOptions {
  /** Is the secret the development secret? Then a token is printed, ready to use. */
  readonly isDevelopment: boolean;
  /** Warnings about the settings, for the log. */
  readonly warnings: readonly string[];
  readonly exit: CommandContext['exit'];
}

/** Runs the service until it ends. @returns the exit status */
async function serve(config: Config, options: ServeOptions): Promise<number> {
  const lines = createLines(standardOutput);
  try {
    return await run(config, options, lines);
  } finally {
    await lines.finish(LOG_FINISH_MILLISECONDS);
  }
}

async function run(config: Config, options: ServeOptions, lines: Lines): Promise<number> {
  const log = createLog({ level: config.logLevel, production: config.production }, lines);
  const signals = watchSignals(log, options.exit);
  for (const warning of options.warnings) log.warn(warning);
  const { secret } = config.tokens;
  const weakness = secret === undefined ? undefined : weaknessOf(secret);
  if (weakness !== undefined) log.warn(`JWT_SECRET ${weakness}`);
  const app = await Promise.race([startApp(config, { clock: systemClock, log, lines }), signals]);
  if (typeof app === 'string') {
    log.info({ signal: app }, 'stopped before it listened');
    return exitStatus.ok;
  }
  log.info(
    { url: app.url, metrics: app.metricsUrl, database: describeDatabase(config.database), version },
    'listening',
  );
  if (options.isDevelopment) lines.write(`${await welcome(config, app.url)}\n`);
  const signal = await signals;
  log.info({ signal }, 'stopping: a second signal ends at once');
  await app.stop();
  log.info('stopped');
  return exitStatus.ok;
}

/**
 * Resolves with the first signal. A later signal ends the process. Under `npm start` one Ctrl-C arrives twice: the terminal signals
 * the whole process group, and npm passes the signal on. So a signal that follows at once counts as the same one.
 */
function watchSignals(log: Log, exit: CommandContext['exit']): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let receivedAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      const now = systemClock.monotonic();
      if (receivedAt === undefined) {
        receivedAt = now;
        resolve(signal);
      } else if (now - receivedAt >= SECOND_SIGNAL_MILLISECONDS) {
        log.warn({ signal }, 'ended by a second signal');
        exit(exitStatus.failure);
      }
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}

/** The text for a developer at the first start: the address, a token and a first request. */
async function welcome(config: Config, url: string): Promise<string> {
  const token = await signToken(config.tokens, {
    playerId: developmentPlayer,
    lifetimeSeconds: tokenLifetimeSeconds,
    clock: systemClock,
  });
  return `
  Playkeep ${version} listens on ${url}
  Database   ${describeDatabase(config.database)}
  API pages  ${url}/docs

  No key is configured, so tokens are signed with a development secret, kept in ${config.dataDirectory}.
  A token for the player "${developmentPlayer}", good for a day:

  ${token}

  Try it:
${config.playerProvisioning === 'registered' ? `\n  npx playkeep player register ${developmentPlayer}` : ''}
  curl -H "Authorization: Bearer ${token}" ${url}/api/game/metadata
`;
}
