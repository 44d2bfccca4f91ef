// `playkeep serve`: starts the service, prints its address, and ends it in order on SIGTERM or SIGINT.
import { type App, startApp } from '../app.ts';
import { allPowerful, weaknessOf } from '../auth/secret.ts';
import type { Config } from '../config/config.ts';
import { describeDatabase } from '../config/database-url.ts';
import type { Environment } from '../config/settings.ts';
import { warningsOf } from '../config/spelling.ts';
import { systemClock } from '../lib/clock.ts';
import { createLines, type Lines } from '../lib/lines.ts';
import { createLog } from '../lib/log.ts';
import { createServiceManager } from '../lib/service-manager.ts';
import { version } from '../lib/version.ts';
import { LOG_FINISH_MILLISECONDS } from '../limits.ts';
import { type AddCommand, type CommandContext, exitStatus } from './command.ts';
import { provideSecret, readServiceConfig } from './read-config.ts';
import { watchSignals } from './signals.ts';
import { createLinkSignIn, welcome } from './welcome.ts';

const standardOutput = 1;

export const addServe: AddCommand = (program, { readEnvironment, exit }) => {
  program
    .command('serve')
    .description('run the service (the default)')
    .action(async () => {
      const environment = readEnvironment();
      const { config, isDevelopment } = provideSecret(readServiceConfig(environment));
      // The process does not wait for a reader of its output.
      exit(await serve(config, { isDevelopment, warnings: warningsOf(environment), environment, exit }));
    });
};

interface ServeOptions {
  /** Is the secret the development secret? Then a token is printed, ready to use. */
  readonly isDevelopment: boolean;
  /** Warnings about the settings, for the log. */
  readonly warnings: readonly string[];
  /** For the variables of the service manager. */
  readonly environment: Environment;
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
  for (const warning of weakSecrets(config)) log.warn(warning);
  const manager = createServiceManager(options.environment, { clock: systemClock, log });
  const served = { ...config };
  const signIn = await createLinkSignIn(config);
  let app: App | undefined;
  for (;;) {
    const distributed = Promise.withResolvers<'distributed'>();
    const next = await Promise.race([
      startApp(served, {
        ...{ clock: systemClock, log, lines, ...signIn },
        onDistributed: () => distributed.resolve('distributed'),
        // The previous app answers 503 until the new one is ready.
        beforeListening: async () => app?.stop({ drains: false }),
      }),
      signals,
    ]);
    if (typeof next === 'string') {
      await app?.stop();
      log.info({ signal: next }, 'stopped before it listened');
      return exitStatus.ok;
    }
    const isFirst = app === undefined;
    app = next;
    log.info(
      { url: app.url, metrics: app.metricsUrl, database: describeDatabase(config.database), version },
      'listening',
    );
    await manager.ready();
    if (isFirst && !config.production) {
      const { isDevelopment } = options;
      lines.write(await welcome(config, { url: app.url, signIn, isDevelopment }));
    }
    const end = await Promise.race([signals, distributed.promise]);
    if (end !== 'distributed') {
      log.info({ signal: end }, 'stopping: a second signal ends at once');
      break;
    }
    log.warn('the tables were distributed with Citus: the service starts anew');
    served.port = Number(new URL(app.url).port);
  }
  await manager.stopping();
  await app.stop();
  log.info('stopped');
  return exitStatus.ok;
}

/** A sentence for each secret that is easy to guess. In production they are problems of the settings. */
function weakSecrets({ tokens, serverApiKey }: Config): readonly string[] {
  const ofTokens = tokens.secret === undefined ? undefined : weaknessOf(tokens.secret);
  const ofServers = serverApiKey === undefined ? undefined : weaknessOf(serverApiKey, allPowerful);
  return [
    ...(ofTokens === undefined ? [] : [`JWT_SECRET ${ofTokens}`]),
    ...(ofServers === undefined ? [] : [`SERVER_API_KEY ${ofServers}`]),
  ];
}
