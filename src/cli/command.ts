// The context of a command: all that it may know of the process. `main.ts` provides them.
import type { Command } from 'commander';
import type { Environment } from '../config/settings.ts';
import type { Output } from '../lib/output.ts';

export interface CommandContext {
  /** The variables of the process, completed by those of `.env`. @throws Error if `.env` cannot be read. */
  readEnvironment(): Environment;
  /** Standard output. */
  readonly output: Output;
  /** Standard error. */
  readonly errors: Output;
  /** Is standard error a terminal? Then a long command says how far it has come. */
  readonly isTerminal: boolean;
  /** A line on standard output. */
  print(text: string): void;
  /** A line on standard error. */
  complain(text: string): void;
  /** Sets the exit status of a command that ends without an error. It is 0 otherwise. */
  setStatus(status: number): void;
  /** Ends the process now, without waiting for a reader of its output. */
  exit(status: number): never;
}

/** Adds a command to the program. A file has one; `program.ts` lists them. */
export type AddCommand = (program: Command, context: CommandContext) => void;

/** Exit statuses. `usage` is for mistakes of the caller and in the settings, `failure` for everything else. */
export const exitStatus = { ok: 0, failure: 1, usage: 2 } as const;

/** A mistake of the caller: the command ends with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
