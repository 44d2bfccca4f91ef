// `playkeep config`: the settings in force, the same as those of `serve`. It changes nothing.
import { describeSettings } from '../config/describe.ts';
import { warningsOf } from '../config/spelling.ts';
import type { AddCommand } from './command.ts';
import { readServiceConfig } from './read-config.ts';

export const addConfig: AddCommand = (program, { readEnvironment, print, printError }) => {
  program
    .command('config')
    .description('print the settings in force, secrets hidden')
    .action(async () => {
      const environment = readEnvironment();
      for (const warning of warningsOf(environment)) printError(`playkeep: ${warning}`);
      // Settings with problems are not shown.
      await readServiceConfig(environment);
      print(describeSettings(environment));
    });
};
