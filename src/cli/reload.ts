// `playkeep reload`: has the service of these settings replace its processes, one after the other, without a failed request.
import { askReload, reloadPath } from '../processes/reload.ts';
import { type AddCommand, UsageError } from './command.ts';
import { readStoreConfig } from './read-config.ts';

export const addReload: AddCommand = (program, { readEnvironment, print }) => {
  program
    .command('reload')
    .description(
      'replace the processes of the running service in turns, for changed settings or a new program; for PROCESSES of 2 or more',
    )
    .action(async () => {
      const { dataDirectory, port } = readStoreConfig(readEnvironment());
      if (port === 0)
        throw new UsageError('PORT=0 names no service: set PORT to the port that the service has printed');
      const path = reloadPath(dataDirectory, port);
      const outcome = await askReload(path);
      if (!outcome) {
        throw new Error(
          `no service with several processes answers at ${path}: run this in the folder of the service, as its user ` +
            'and with its PORT; a service of one process (PROCESSES=1) is restarted instead',
        );
      }
      if ('problem' in outcome)
        throw new Error(`the processes were not all replaced: ${outcome.problem}; the log says why`);
      print(`${outcome.replaced} processes were replaced`);
    });
};
