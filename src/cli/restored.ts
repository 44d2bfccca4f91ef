// `playkeep restored`: tells the database that it went back in time, by a backup that was put in place with other tools or by a
// failover to a standby that lagged.
import { describeDatabase } from '../config/database-url.ts';
import { RESTORED_SEQUENTIAL_IDS, RESTORED_VERSIONS } from '../tuning.ts';
import { commandLineAuthor } from './author.ts';
import type { AddCommand } from './command.ts';
import { assertDatabaseExists } from './database.ts';
import { readStoreConfig } from './read-config.ts';
import { withTransfer } from './transfer.ts';

export const addRestored: AddCommand = (program, context) => {
  program
    .command('restored')
    .description('raise all versions after a restore by other tools, or a failover that lost writes')
    .option(
      '--nothing-lost',
      'raise nothing, and note that no write is missing, so that the doctor is content',
    )
    .action(async ({ nothingLost = false }: { readonly nothingLost?: boolean }) => {
      const config = readStoreConfig(context.readEnvironment());
      assertDatabaseExists(config.database);
      if (nothingLost) {
        await withTransfer(config, 'noted', context, (transfer) => transfer.acceptLineage());
        context.print(`database ${describeDatabase(config.database)}: noted that no write is missing`);
        return;
      }
      let players = 0;
      await withTransfer(config, 'raised', context, (transfer, progress) =>
        transfer.raiseVersions({ author: commandLineAuthor, action: 'restored' }, (count) => {
          players = count;
          progress(count, false);
        }),
      );
      context.print(
        `${players} players, database ${describeDatabase(config.database)}: every version is ${RESTORED_VERSIONS} higher, ` +
          `and the next sequential id ${RESTORED_SEQUENTIAL_IDS}`,
      );
    });
};
