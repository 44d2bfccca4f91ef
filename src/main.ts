#!/usr/bin/env -S bun --no-env-file
// The process edge: environment, standard streams, exit status. The only file that reads `process.env`.
import { existsSync } from 'node:fs';
import { isatty } from 'node:tty';
import { parseEnv } from 'node:util';
import type { CommandContext, ProcessContext } from './cli/command.ts';
import { runCommandLine } from './cli/run.ts';
import type { Environment } from './config/settings.ts';
import { systemClock } from './lib/clock.ts';
import { createOutput } from './lib/output.ts';
import { readTextFile } from './lib/text-file.ts';
import { PARENT_LOOK_MILLISECONDS } from './tuning.ts';

const output = createOutput(() => process.stdout, isatty(1));
const errors = createOutput(() => process.stderr, isatty(2));

/** npx starts a shell, which starts this process. When npx is ended it ends the shell alone. */
const launcherEnded = process.env.npm_command === 'exec' ? endOf(process.ppid) : undefined;

function endOf(parent: number): AbortSignal {
  const ended = new AbortController();
  const stop = systemClock.every(PARENT_LOOK_MILLISECONDS, () => {
    if (process.ppid === parent) return;
    stop();
    ended.abort();
  });
  return ended.signal;
}

const createContext = (setStatus: CommandContext['setStatus']): ProcessContext => ({
  readEnvironment: () => ({ ...readSettingsFile('.env'), ...process.env }),
  output,
  errors,
  get isTerminal() {
    return process.stderr.isTTY;
  },
  setStatus,
  exit: (value) => process.exit(value),
  launcherEnded,
});

function readSettingsFile(path: string): Environment {
  if (!existsSync(path)) return {};
  try {
    return parseEnv(readTextFile(path));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

// The files of the program, the database first of all, are readable by their owner alone.
process.umask(0o077);
void runCommandLine(createContext, process.argv.slice(2)).then((status) => process.exit(status));
