// `playkeep backup`: a checked copy of the embedded database, made beside a running service.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openBackups } from '../app.ts';
import { systemClock } from '../lib/clock.ts';
import type { Backup } from '../store/ports/backups.ts';
import type { AddCommand, CommandContext } from './command.ts';
import { assertDatabaseExists } from './database.ts';
import { readStoreConfig } from './read-config.ts';
import { placeNew } from './write-beside.ts';

export const addBackup: AddCommand = (program, context) => {
  program
    .command('backup')
    .description('copy the embedded database, checked, also beside a running service')
    .argument(
      '[file]',
      'a new file, or a folder, where the date names it; the current folder if there is none',
    )
    .action(async (to = '.') => {
      const config = readStoreConfig(context.readEnvironment());
      const backups = await openBackups(config, systemClock);
      assertDatabaseExists(config.database);
      const target = isFolder(to) ? join(to, nameOf(new Date(systemClock.now()))) : to;
      const backup = await placeNew(target, (path) => backups.backUp(path, copyDisplay(context)));
      context.print(`${target}: ${factsOf(backup)}, a copy of ${backups.path}`);
    });
};

export const factsOf = ({ players, bytes, schema }: Backup): string =>
  `${players} players, ${bytes} bytes, schema ${schema}, checked`;

/** Shows on a terminal how much is copied. */
export function copyDisplay({ errors, isTerminal }: CommandContext): (bytes: number, of: number) => void {
  return (bytes, of) => {
    if (isTerminal) void errors.write(`\r${Math.floor((100 * bytes) / Math.max(of, 1))} % copied`);
  };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** In the order of time, and without characters that a file system refuses. */
const nameOf = (moment: Date): string =>
  `playkeep-${moment.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.db`;
