// `playkeep serve`: starts the service, as one process or as the parent of several, and as one of those where the parent says so.
import { InvalidArgumentError, Option } from 'commander';
import { allPowerful, weaknessOf } from '../auth/secret.ts';
import type { Config } from '../config/config.ts';
import type { Environment } from '../config/settings.ts';
import { warningsOf } from '../config/spelling.ts';
import { createLines, type Lines } from '../lib/lines.ts';
import { LOG_FINISH_MILLISECONDS } from '../limits.ts';
import type { Assignment } from '../processes/messages.ts';
import { warningsAbout } from '../surroundings/settings.ts';
import type { AddCommand } from './command.ts';
import { provideSecret, readServiceConfig } from './read-config.ts';
import { runAssigned } from './serve-assigned.ts';
import { runAlone } from './serve-one.ts';
import { runParent } from './serve-several.ts';

const standardOutput = 1;

export const addServe: AddCommand = (program, { readEnvironment, exit, launcherEnded }) => {
  program
    .command('serve')
    .description('run the service (the default)')
    // For the processes that this command starts itself.
    .addOption(new Option('--as <assignment>').argParser(parseAssignment).hideHelp())
    .action(async ({ as: assignment }: { readonly as?: Assignment }) => {
      const environment = assignedEnvironment(readEnvironment(), assignment);
      const { config, isDevelopment } = provideSecret(await readServiceConfig(environment));
      const options = {
        isDevelopment,
        environment,
        exit,
        launcherEnded,
        warnings: [...warningsOf(environment), ...weakSecrets(config), ...warningsAbout(config)],
      };
      const run = (lines: Lines): Promise<number> => {
        if (assignment) return runAssigned(config, assignment, options, lines);
        return config.processes.count > 1
          ? runParent(config, options, lines)
          : runAlone(config, options, lines);
      };
      // The process does not wait for a reader of its output.
      exit(await withLines(run));
    });
};

function parseAssignment(text: string): Assignment {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It is for the processes that `playkeep serve` starts itself.');
  }
}

/** Settings that the parent has decided stay so until it ends, whatever a file of settings says meanwhile. */
const assignedEnvironment = (environment: Environment, assignment: Assignment | undefined): Environment =>
  assignment
    ? {
        ...environment,
        ...{ HOST: assignment.host, PORT: String(assignment.port), PROCESSES: String(assignment.count) },
      }
    : environment;

/** Runs the service until it ends. @returns the exit status */
async function withLines(run: (lines: Lines) => Promise<number>): Promise<number> {
  const lines = createLines(standardOutput);
  try {
    return await run(lines);
  } finally {
    await lines.finish(LOG_FINISH_MILLISECONDS);
  }
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
