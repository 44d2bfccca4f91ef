// `playkeep index status` and `playkeep index drop`, beside a running service or without one.
import { InvalidArgumentError } from 'commander';
import { toTimestamp } from '../lib/clock.ts';
import { METADATA_INDEX_LEASE_SECONDS } from '../limits.ts';
import { type DeclaredIndex, type IndexStore, type IndexType, indexTypes } from '../store/ports/indexes.ts';
import { INDEX_DECLARE_INTERVAL_SECONDS } from '../tuning.ts';
import { type AddCommand, type CommandContext, exitStatus } from './command.ts';
import { withStore } from './with-store.ts';

export const addIndex: AddCommand = (program, context) => {
  const index = program.command('index').description('list or drop indexes on metadata');
  index
    .command('status')
    .description('print the declared indexes and how far each is built, one a line')
    .action(() => withStore(context, ({ indexes }) => printIndexes(indexes, context)));
  index
    .command('drop')
    .description('drop the indexes on a pointer; take it out of METADATA_INDEXES first')
    .argument('<pointer>', 'as in METADATA_INDEXES')
    .option('--type <type>', `one of ${indexTypes.join(', ')}; of each type unless given`, parseType)
    .action((pointer: string, { type }: { readonly type?: IndexType }) =>
      withStore(context, ({ indexes }) => drop(indexes, pointer, type, context)),
    );
};

function parseType(text: string): IndexType {
  const type = indexTypes.find((each) => each === text);
  if (type === undefined) throw new InvalidArgumentError(`Types are ${indexTypes.join(', ')}.`);
  return type;
}

async function printIndexes(indexes: IndexStore, { print }: CommandContext): Promise<void> {
  const rows = (await indexes.list()).map(rowOf);
  for (const row of [['pointer', 'type', 'state', 'declared first', 'declared last'], ...rows]) {
    print(row.join('\t'));
  }
}

const percent = 100;

/** A pointer with a control character is printed as JSON, so that each index is one line. */
const rowOf = ({
  pointer,
  type,
  isWhole,
  progress,
  createdAt,
  declaredAt,
}: DeclaredIndex): readonly string[] => [
  /\p{Cc}/u.test(pointer) ? JSON.stringify(pointer) : pointer,
  type,
  isWhole ? 'whole' : `building, ${Math.floor(progress * percent)} %`,
  toTimestamp(createdAt),
  toTimestamp(declaredAt),
];

async function drop(
  indexes: IndexStore,
  pointer: string,
  type: IndexType | undefined,
  { print, setStatus }: CommandContext,
): Promise<void> {
  const dropped = await indexes.drop(pointer, type);
  if (dropped.length === 0) {
    setStatus(exitStatus.failure);
    print(`there is no index on ${pointer}${type === undefined ? '' : ` of type ${type}`}; nothing to drop`);
    return;
  }
  for (const index of dropped) {
    print(`the index on ${index.pointer} of type ${index.type} is dropped; its entries are deleted later`);
  }
  print(
    `every process leaves it alone within ${METADATA_INDEX_LEASE_SECONDS} seconds; a service that still has it in ` +
      `METADATA_INDEXES declares it anew within ${INDEX_DECLARE_INTERVAL_SECONDS} seconds`,
  );
}
