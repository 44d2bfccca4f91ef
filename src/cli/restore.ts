// `playkeep restore`: a backup as the embedded database of a service that is stopped. No existing database is replaced.
import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { openBackups } from '../app.ts';
import { systemClock } from '../lib/clock.ts';
import { makePrivateFolder } from '../lib/private-folder.ts';
import { RESTORED_VERSIONS } from '../tuning.ts';
import { commandLineAuthor } from './author.ts';
import { copyDisplay, factsOf } from './backup.ts';
import type { AddCommand } from './command.ts';
import { readStoreConfig } from './read-config.ts';
import { placeNew } from './write-beside.ts';

export const addRestore: AddCommand = (program, context) => {
  program
    .command('restore')
    .description('put a backup, checked, in the place of the embedded database, which must be empty')
    .argument('<file>', 'that backup wrote')
    .action(async (file: string) => {
      const config = readStoreConfig(context.readEnvironment());
      const backups = await openBackups(config, systemClock);
      const { path } = backups;
      if (!existsSync(file)) throw new Error(`${file}: there is no such file`);
      assertNoDatabase(path);
      makePrivateFolder(dirname(path));
      const backup = await placeNew(path, (target) =>
        backups.restore(file, target, commandLineAuthor, copyDisplay(context)),
      );
      context.print(`${path}: ${factsOf(backup)}, from ${file}`);
      context.print(
        `every version was raised by ${RESTORED_VERSIONS}: devices put what they still have upon this state`,
      );
    });
};

/** @throws Error that says how to go on */
function assertNoDatabase(path: string): void {
  const there = ['', '-wal', '-shm'].map((ending) => path + ending).filter((file) => existsSync(file));
  if (there.length === 0) return;
  throw new Error(
    `${there[0]}: a restore replaces no database; stop the service, and move ${there.map((file) => basename(file)).join(', ')} away`,
  );
}
