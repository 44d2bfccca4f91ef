// The command line: the list of commands, help and version. commander reports unknown commands and options.
import { Command } from 'commander';
import { versionLine } from '../lib/version.ts';
import { addBackup } from './backup.ts';
import type { AddCommand, CommandContext } from './command.ts';
import { addConfig } from './config.ts';
import { addDemo } from './demo.ts';
import { addDoctor } from './doctor.ts';
import { addEvents } from './events.ts';
import { addExport } from './export.ts';
import { addHealthcheck } from './healthcheck.ts';
import { addImport } from './import.ts';
import { addIndex } from './index.ts';
import { addKey } from './key.ts';
import { addMigrate } from './migrate.ts';
import { addOpenapi } from './openapi.ts';
import { addPlayer } from './player.ts';
import { addReload } from './reload.ts';
import { addRestore } from './restore.ts';
import { addRestored } from './restored.ts';
import { addSecret } from './secret.ts';
import { addServe } from './serve.ts';
import { addStatistics } from './statistics.ts';
import { addToken } from './token.ts';

/** In the order of the help. */
const commands: readonly AddCommand[] = [
  addServe,
  addReload,
  addDemo,
  addToken,
  addSecret,
  addMigrate,
  addOpenapi,
  addConfig,
  addExport,
  addImport,
  addBackup,
  addRestore,
  addRestored,
  addPlayer,
  addKey,
  addDoctor,
  addHealthcheck,
  addIndex,
  addStatistics,
  addEvents,
];

export function createProgram(context: CommandContext): Command {
  const program = new Command('playkeep')
    .description(
      'Player metadata and play sessions for games. Settings come from the environment or an .env file.',
    )
    .version(versionLine, '-V, --version', 'print the version and the build')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.output.write(text),
      writeErr: (text) => context.printError(text.trimEnd()),
    });
  for (const add of commands) add(program, context);
  return program;
}
