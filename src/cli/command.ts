// The context of a command: its only access to the process. `main.ts` provides it.
import type { Command } from 'commander';
import type { Environment } from '../config/settings.ts';
import type { Output } from '../lib/output.ts';

export interface CommandContext extends ProcessContext {
  /** Prints a line on standard output. What a terminal would obey is escaped, as texts of players may be in it. */
  print(text: string): void;
  /** Prints such a line on standard error. */
  printError(text: string): void;
}

/** The part of the context that the process gives. */
export interface ProcessContext {
  /** The variables of the process, completed by those of `.env`. @throws Error if `.env` cannot be read. */
  readEnvironment(): Environment;
  /** Standard output, exact where it is no terminal: for data that programs read. */
  readonly output: Output;
  /** Standard error. */
  readonly errors: Output;
  /** Is standard error a terminal? Then a long command shows its progress. */
  readonly isTerminal: boolean;
  /** Sets the exit status of a command that ends without an error. It is 0 otherwise. */
  setStatus(status: number): void;
  /** Ends the process now, without waiting for a reader of its output. */
  exit(status: number): never;
  /** Aborted once npx, which started this process, has ended. Undefined for another start. */
  readonly launcherEnded?: AbortSignal | undefined;
}

/** Adds a command to the program. The file of each command exports such a function, and `program.ts` lists them. */
export type AddCommand = (program: Command, context: CommandContext) => void;

/**
 * `usage` is for mistakes on the command line and in the settings, `leftOut` for an import that is over and left something out, `failure`
 * for every other error.
 */
export const exitStatus = { ok: 0, failure: 1, usage: 2, leftOut: 3 } as const;

/** A mistake on the command line. The command ends with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
