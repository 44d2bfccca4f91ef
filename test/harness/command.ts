// Runs a command in this process, which takes a fraction of the time of a process of its own. `runProgram`
// starts one, for what belongs to a process: `.env`, the current directory, signals, pipes.
import { isAbsolute } from 'node:path';
import { runCommandLine } from '../../src/cli/run.ts';
import type { Environment } from '../../src/config/settings.ts';
import type { Output } from '../../src/lib/output.ts';
import type { Finished } from './process.ts';

/** @param environment names a database, since the default one lies in the current directory of the process */
export async function runCommand(args: readonly string[], environment: Environment): Promise<Finished> {
  const { DATABASE_URL = 'sqlite:' } = environment;
  const path = DATABASE_URL.replace(/^sqlite:/, '');
  if (path !== DATABASE_URL && !isAbsolute(path)) throw new Error('the database needs a whole path here');
  return runInContext(environment, (createContext) => runCommandLine(createContext, args));
}

type CreateContext = Parameters<typeof runCommandLine>[0];

/** Runs a function with a context whose outputs keep their texts. @param run answers the exit status */
export async function runInContext(
  environment: Environment,
  run: (createContext: CreateContext) => Promise<number>,
): Promise<Finished> {
  const stdout = createText();
  const stderr = createText();
  const status = await run((setStatus) => ({
    readEnvironment: () => environment,
    output: stdout,
    errors: stderr,
    isTerminal: false,
    setStatus,
    exit: (value) => {
      throw new Error(`the command ends the process with status ${value}`);
    },
  }));
  return { status, stdout: stdout.text(), stderr: stderr.text() };
}

/** An output that keeps its text. */
function createText(): Output & { text(): string } {
  let written = '';
  return {
    async write(text) {
      written += text;
    },
    finish: async () => undefined,
    text: () => written,
  };
}
