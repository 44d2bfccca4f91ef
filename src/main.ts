#!/usr/bin/env -S bun --no-env-file
// The process edge: environment, standard streams, exit status. The only file that reads `process.env`.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { CommanderError } from 'commander';
import { type CommandContext, exitStatus, UsageError } from './cli/command.ts';
import { createProgram } from './cli/program.ts';
import { ConfigError } from './config/config.ts';
import type { Environment } from './config/settings.ts';
import { createOutput } from './lib/output.ts';

let status: number = exitStatus.ok;
const output = createOutput(() => process.stdout);
const errors = createOutput(() => process.stderr);

const context: CommandContext = {
  readEnvironment: () => ({ ...readSettingsFile('.env'), ...process.env }),
  output,
  errors,
  get isTerminal() {
    return process.stderr.isTTY;
  },
  print: (text) => void output.write(`${text}\n`),
  printError: (text) => void errors.write(`${text}\n`),
  setStatus(value) {
    status = value;
  },
  exit: (value) => process.exit(value),
};

function readSettingsFile(path: string): Environment {
  if (!existsSync(path)) return {};
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Prints an error as a readable message without a stack trace. @returns the exit status */
function report(error: unknown): number {
  // When a command is missing or unknown, commander shows the help and reports an error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.ok : exitStatus.usage;
  const message = error instanceof Error ? error.message : String(error);
  const problems = error instanceof ConfigError ? error.problems.map((problem) => `\n  ${problem}`) : [];
  context.printError(`playkeep: ${message}${problems.length > 0 ? ':' : ''}${problems.join('')}`);
  return error instanceof ConfigError || error instanceof UsageError ? exitStatus.usage : exitStatus.failure;
}

// The files of the program, the database first of all, are readable by their owner alone.
process.umask(0o077);
const args = process.argv.slice(2);
try {
  await createProgram(context).parseAsync(args.length === 0 ? ['serve'] : args, { from: 'user' });
} catch (error) {
  status = report(error);
}
const failure = await output.finish();
if (failure && status === exitStatus.ok) status = report(failure);
await errors.finish();
process.exit(status);
