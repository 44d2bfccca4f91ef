// `playkeep demo`: runs the service on a temporary store with a month of players, prints how to look at it, and removes everything
// at its end.
import { type Demo, type DemoPlace, DemoRefused, prepareDemo, startDemo } from '../demo/demo.ts';
import { systemClock } from '../lib/clock.ts';
import { createLines, type Lines } from '../lib/lines.ts';
import { createLog } from '../lib/log.ts';
import { version } from '../lib/version.ts';
import { LOG_FINISH_MILLISECONDS, SIGN_IN_LINK_SECONDS } from '../limits.ts';
import { type AddCommand, type CommandContext, exitStatus, UsageError } from './command.ts';
import { watchSignals } from './signals.ts';

const standardOutput = 1;

export const addDemo: AddCommand = (program, context) => {
  program
    .command('demo')
    .description('run the service on a temporary store with 5,000 players, to look around')
    .action(async () => {
      const place = preparePlace(context);
      const lines = createLines(standardOutput);
      let status: number;
      try {
        status = await run(place, context, lines);
      } finally {
        await lines.finish(LOG_FINISH_MILLISECONDS);
        // After a signal the store may still be filled, so nothing may run between the removal and the end.
        place.remove();
      }
      // The process does not wait for a reader of its output.
      context.exit(status);
    });
};

/** @throws UsageError in production */
function preparePlace({ readEnvironment }: CommandContext): DemoPlace {
  try {
    return prepareDemo(readEnvironment());
  } catch (error) {
    throw error instanceof DemoRefused ? new UsageError(error.message) : error;
  }
}

/** Runs the demo until a signal. @returns the exit status */
async function run(
  place: DemoPlace,
  { exit, launcherEnded, printError }: CommandContext,
  lines: Lines,
): Promise<number> {
  const log = createLog({ level: place.config.logLevel, production: false }, lines);
  const exitAtOnce = (status: number): never => {
    place.remove();
    return exit(status);
  };
  const signals = watchSignals(log, { exit: exitAtOnce, launcherEnded });
  const startedAt = systemClock.monotonic();
  printError('playkeep: making 5,000 players and their month; this takes some seconds');
  const demo = await Promise.race([startDemo(place, { clock: systemClock, log, lines }), signals]);
  if (typeof demo === 'string') return exitStatus.ok;
  lines.write(welcome(demo, (systemClock.monotonic() - startedAt) / 1000));
  await signals;
  await demo.stop();
  printError('playkeep: the demo has ended, and its data is removed');
  return exitStatus.ok;
}

const welcome = ({ url, signInUrl, keyText, player }: Demo, seconds: number): string => `
  Playkeep ${version} shows a demo: a game a month after its launch, with players who come and go.
  It was ready after ${seconds.toFixed(1)} seconds. All data is made up, and is removed at the end.

  Console    ${signInUrl}
             The link works once, for ${SIGN_IN_LINK_SECONDS / 60} minutes. Later sign in with the key below.
  API pages  ${url}/docs

  A server key with all scopes, and a token of the player "${player.playerId}", good for a day:

  KEY=${keyText}
  TOKEN=${player.token}

  Try it:

  curl -H "Authorization: Bearer $KEY" ${url}/api/server/statistics/online
  curl -H "Authorization: Bearer $TOKEN" ${url}/api/game/metadata
  curl -N -H "Authorization: Bearer $KEY" -H "Accept: text/event-stream" ${url}/api/server/events

  A bad update set ${player.playerId} back to level 1. The history of the player still has level 42.

  Ctrl-C ends the demo.

`;
