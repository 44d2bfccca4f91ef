// Runs one command line in a context, up to its exit status. An error becomes one readable message, without a stack trace.
import { CommanderError } from 'commander';
import { ConfigError } from '../config/config.ts';
import { visible } from '../lib/visible.ts';
import { type CommandContext, exitStatus, type ProcessContext, UsageError } from './command.ts';
import { createProgram } from './program.ts';

/**
 * @param createContext gets the function by which a command sets the status
 * @param args without any, the service is started
 * @returns the exit status, when all output is written
 */
export async function runCommandLine(
  createContext: (setStatus: CommandContext['setStatus']) => ProcessContext,
  args: readonly string[],
): Promise<number> {
  let status: number = exitStatus.ok;
  const context = withPrint(
    createContext((value) => {
      status = value;
    }),
  );
  const { output, errors } = context;
  try {
    await createProgram(context).parseAsync(args.length === 0 ? ['serve'] : args, { from: 'user' });
  } catch (error) {
    status = report(error, context);
  }
  const failure = await output.finish();
  if (failure && status === exitStatus.ok) status = report(failure, context);
  await errors.finish();
  return status;
}

/** Completes the context of a process. It stays the same object, whose getters are those of the process. */
export const withPrint = (context: ProcessContext): CommandContext =>
  Object.assign(context, {
    print: (text: string) => void context.output.write(`${visible(text)}\n`),
    printError: (text: string) => void context.errors.write(`${visible(text)}\n`),
  });

/** Prints an error. @returns the exit status */
function report(error: unknown, { printError }: Pick<CommandContext, 'printError'>): number {
  // When a command is missing or unknown, commander shows the help and reports an error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.ok : exitStatus.usage;
  const message = error instanceof Error ? error.message : String(error);
  const problems = error instanceof ConfigError ? error.problems.map((problem) => `\n  ${problem}`) : [];
  printError(`playkeep: ${message}${problems.length > 0 ? ':' : ''}${problems.join('')}`);
  return error instanceof ConfigError || error instanceof UsageError ? exitStatus.usage : exitStatus.failure;
}
