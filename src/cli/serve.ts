// `playkeep serve`: starts the service, says where it is, and ends it in order on SIGTERM or SIGINT.
import { startApp } from '../app.ts';
import { weaknessOf } from '../auth/secret.ts';
import { signToken } from '../auth/sign.ts';
import { type Config, describeDatabase } from '../config/config.ts';
import { systemClock } from '../lib/clock.ts';
import { createLines, type Lines } from '../lib/lines.ts';
import { createLog, type Log } from '../lib/log.ts';
import { LOG_FINISH_MILLISECONDS, SECOND_SIGNAL_MILLISECONDS } from '../tuning.ts';
import { version } from '../version.ts';

const standardOutput = 1;
const developmentPlayer = 'player-1';
const tokenLifetimeSeconds = 24 * 3_600;

export interface ServeOptions {
  /** Is the secret in the config the development secret? Then a token is printed, ready to use. */
  readonly development: boolean;
  /** About the settings, for the operator. */
  readonly warnings: readonly string[];
}

/** Resolves with the exit status when the service has ended. */
export async function serve(config: Config, options: ServeOptions): Promise<number> {
  const lines = createLines(standardOutput);
  try {
    return await run(config, options, lines);
  } finally {
    await lines.finish(LOG_FINISH_MILLISECONDS);
  }
}

async function run(config: Config, options: ServeOptions, lines: Lines): Promise<number> {
  const log = createLog({ level: config.logLevel, production: config.production }, lines);
  const signals = watchSignals(log);
  for (const warning of options.warnings) log.warn(warning);
  const { secret } = config.tokens;
  const weakness = secret === undefined ? undefined : weaknessOf(secret);
  if (weakness !== undefined) log.warn(`JWT_SECRET ${weakness}`);
  const app = await Promise.race([startApp(config, { clock: systemClock, log, lines }), signals]);
  if (typeof app === 'string') {
    log.info({ signal: app }, 'stopped before it listened');
    return 0;
  }
  log.info(
    { url: app.url, metrics: app.metricsUrl, database: describeDatabase(config.database), version },
    'listening',
  );
  if (options.development) lines.write(`${await welcome(config, app.url)}\n`);
  const signal = await signals;
  log.info({ signal }, 'stopping: a second signal ends at once');
  await app.stop();
  log.info('stopped');
  return 0;
}

/**
 * The first signal resolves; a later one ends the process. One Ctrl-C under `npm start` comes twice, from the terminal, which
 * tells the whole process group, and from npm, which passes it on: what follows at once is the same signal.
 */
function watchSignals(log: Log): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let receivedAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      const now = systemClock.monotonic();
      if (receivedAt === undefined) {
        receivedAt = now;
        resolve(signal);
      } else if (now - receivedAt >= SECOND_SIGNAL_MILLISECONDS) {
        log.warn({ signal }, 'ended by a second signal');
        process.exit(1);
      }
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}

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
