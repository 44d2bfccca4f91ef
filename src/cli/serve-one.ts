// A process that serves: it starts the service, starts it anew where the tables are distributed meanwhile, and ends it in order.
import { type App, type Runtime, startApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import { describeDatabase } from '../config/database-url.ts';
import type { Environment } from '../config/settings.ts';
import { systemClock } from '../lib/clock.ts';
import type { Lines } from '../lib/lines.ts';
import { createLog, type Log } from '../lib/log.ts';
import { createServiceManager } from '../lib/service-manager.ts';
import { version } from '../lib/version.ts';
import { withoutCredentials } from '../lib/without-credentials.ts';
import { removeLeftSockets } from '../processes/reload.ts';
import { type CommandContext, exitStatus } from './command.ts';
import { watchSignals } from './signals.ts';
import { createLinkSignIn, welcome } from './welcome.ts';

export interface ServeOptions extends Pick<CommandContext, 'exit' | 'launcherEnded'> {
  /** Is the secret the development secret? Then a token is printed, ready to use. */
  readonly isDevelopment: boolean;
  /** Warnings about the settings, for the log. */
  readonly warnings: readonly string[];
  /** For the variables of the service manager. */
  readonly environment: Environment;
}

/** Runs a service of one process until it ends. @returns the exit status */
export async function runAlone(config: Config, options: ServeOptions, lines: Lines): Promise<number> {
  const log = createLog({ level: config.logLevel, production: config.production }, lines);
  const signals = watchSignals(log, options);
  logSettings(config, options.warnings, log);
  await removeLeftSockets(config.dataDirectory).catch((error: Error) =>
    log.warn({ reason: error.message }, 'the sockets of killed processes stay in the data folder'),
  );
  const manager = createServiceManager(options.environment, { clock: systemClock, log });
  const signIn = await createLinkSignIn(config);
  let isFirst = true;
  const end = await runService(config, {
    runtime: { clock: systemClock, log, lines, ...signIn },
    ends: signals,
    async onListening({ url }) {
      await manager.ready();
      if (isFirst && !config.production) {
        const { isDevelopment } = options;
        lines.write(await welcome(config, { url, signIn, isDevelopment }));
      }
      isFirst = false;
    },
    async beforeStop(signal) {
      log.info({ signal }, 'stopping: a second signal ends at once');
      await manager.stopping();
      return {};
    },
  });
  if (end.wasListening) log.info('stopped');
  else log.info({ signal: end.reason }, neverListened);
  return exitStatus.ok;
}

export const neverListened = 'stopped before it listened';

/** The warnings about the settings, and what the machine has decided. */
export function logSettings(config: Config, warnings: readonly string[], log: Log): void {
  for (const warning of warnings) log.warn(warning);
  if (config.processes.note !== undefined) log.info(config.processes.note);
}

interface ServiceOptions<Reason extends string> {
  readonly runtime: Runtime;
  /** Resolves with the reason to end. */
  readonly ends: Promise<Reason>;
  /** Called whenever the service has begun to listen. */
  readonly onListening: (app: App) => Promise<void>;
  /** @returns how the service is stopped */
  readonly beforeStop: (reason: Reason) => Promise<NonNullable<Parameters<App['stop']>[0]>>;
}

/** Runs the service in this process until there is a reason to end. */
export async function runService<Reason extends string>(
  config: Config,
  { runtime, ends, onListening, beforeStop }: ServiceOptions<Reason>,
): Promise<{ readonly reason: Reason; readonly wasListening: boolean }> {
  const { log } = runtime;
  const served = { ...config };
  const ending = ends.then((reason) => ({ reason }));
  let app: App | undefined;
  for (;;) {
    const distributed = Promise.withResolvers<undefined>();
    const next = await Promise.race([
      startApp(served, {
        ...runtime,
        onDistributed: () => distributed.resolve(undefined),
        // The previous app answers 503 until the new one is ready.
        beforeListening: async () => {
          await (app ? app.stop({ drains: false }) : runtime.beforeListening?.());
        },
      }),
      ending,
    ]);
    if ('reason' in next) {
      await app?.stop();
      return { ...next, wasListening: false };
    }
    app = next;
    const { metricsUrl: metrics } = app;
    const traces = config.traces && withoutCredentials(config.traces.url);
    const database = describeDatabase(config.database);
    log.info({ url: app.url, metrics, traces, database, version }, 'listening');
    await onListening(app);
    const end = await Promise.race([ending, distributed.promise]);
    if (end) {
      await app.stop(await beforeStop(end.reason));
      return { ...end, wasListening: true };
    }
    log.warn('the tables were distributed with Citus: the service starts anew');
    served.port = Number(new URL(app.url).port);
  }
}
