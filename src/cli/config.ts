// `playkeep config`: the settings in force, as `serve` would have them. It changes nothing.
import { describeSettings } from '../config/describe.ts';
import { warningsOf } from '../config/spelling.ts';
import type { AddCommand } from './command.ts';
import { readServiceConfig } from './read-config.ts';

export const addConfig: AddCommand = (program, { readEnvironment, print, complain }) => {
  program
    .command('config')
    .description('print the settings in force, secrets hidden')
    .action(() => {
      const environment = readEnvironment();
      for (const warning of warningsOf(environment)) complain(`playkeep: ${warning}`);
      // The settings are shown only if the service would start with them.
      readServiceConfig(environment);
      print(describeSettings(environment));
    });
};
