// The list of commands: docs/commands.md describes each of them, and no other.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { CommandContext } from '../../src/cli/command.ts';
import { createProgram } from '../../src/cli/program.ts';

const silent = { write: async () => undefined, finish: async () => undefined };
const context: CommandContext = {
  readEnvironment: () => ({}),
  output: silent,
  errors: silent,
  isTerminal: false,
  print: () => undefined,
  printError: () => undefined,
  setStatus: () => undefined,
  exit(status) {
    throw new Error(`exit ${status}`);
  },
};

/** The commands that run something, as they are typed: `player erase` and not `player`. */
function namesOf(command: Command, parents: readonly string[] = []): string[] {
  return command.commands.flatMap((each) => {
    const words = [...parents, each.name()];
    return each.commands.length > 0 ? namesOf(each, words) : [words.join(' ')];
  });
}

test('docs/commands.md has a row for each command', () => {
  const commands = namesOf(createProgram(context));
  expect(commands.length).toBeGreaterThan(9);
  const page = readFileSync(join(import.meta.dir, '../../docs/commands.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `npx playkeep (?<name>[a-z]+(?: [a-z]+)*)/gm)];
  // A command with two ways has a row for each.
  const names = new Set(rows.map(({ groups }) => groups?.name ?? ''));
  expect([...names].sort()).toEqual(commands.sort());
});
