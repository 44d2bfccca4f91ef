#!/usr/bin/env -S bun --no-env-file
// The process edge: environment, standard streams, exit status. The only file that reads `process.env`.
import { existsSync, readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { parseEnv } from 'node:util';
import type { CommandContext, ProcessContext } from './cli/command.ts';
import { runCommandLine } from './cli/run.ts';
import type { Environment } from './config/settings.ts';
import { createOutput } from './lib/output.ts';

const output = createOutput(() => process.stdout, isatty(1));
const errors = createOutput(() => process.stderr, isatty(2));

const createContext = (setStatus: CommandContext['setStatus']): ProcessContext => ({
  readEnvironment: () => ({ ...readSettingsFile('.env'), ...process.env }),
  output,
  errors,
  get isTerminal() {
    return process.stderr.isTTY;
  },
  setStatus,
  exit: (value) => process.exit(value),
});

function readSettingsFile(path: string): Environment {
  if (!existsSync(path)) return {};
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

// The files of the program, the database first of all, are readable by their owner alone.
process.umask(0o077);
void runCommandLine(createContext, process.argv.slice(2)).then((status) => process.exit(status));
