// The command `playkeep import --from` with a source that is an array, in this process, for tests.
import { type ImportOptions, importFrom } from '../../src/cli/import-from.ts';
import type { SourceItem } from '../../src/import/source.ts';
import type { SourceKind } from '../../src/import/source-kind.ts';
import { runInContext } from '../harness/command.ts';
import type { TestDatabase } from '../harness/engines.ts';
import { arraySource, plainMap, playerOf } from '../harness/imports.ts';
import type { Finished } from '../harness/process.ts';

export const players: readonly SourceItem[] = [
  playerOf('ann', { a: '1.0' }),
  playerOf('bob', { b: '{"x":[]}' }),
  playerOf('cyd'),
];

const kindOf = (items: readonly SourceItem[] | SourceKind['open']): SourceKind => ({
  name: 'array',
  about: 'an array',
  plainMap,
  open: typeof items === 'function' ? items : async () => arraySource(items, ['a note of the source']),
});

/** Runs the command with a source of its own. An error becomes a status, as at the end of the program. */
export const run = (
  items: Parameters<typeof kindOf>[0],
  { environment }: Pick<TestDatabase, 'environment'>,
  given: Partial<ImportOptions> = {},
): Promise<Finished> =>
  runInContext(environment, async (createContext) => {
    let status = 0;
    const context = createContext((value) => {
      status = value;
    });
    try {
      await importFrom([kindOf(items)], context, {
        from: 'array',
        source: undefined,
        existing: 'keep',
        ...given,
      });
    } catch (error) {
      context.printError(`${(error as Error).name}: ${(error as Error).message}`);
      return (error as Error).name === 'UsageError' ? 2 : 1;
    }
    return status;
  });

export const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
