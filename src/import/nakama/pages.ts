// Users of Nakama, page after page in the order of their ids. A page is measured at the server before its values are loaded, so
// memory stays bounded whatever one user owns. A user whom PostgreSQL cannot print, or who owns too much, is a refusal.
import { SQL } from 'bun';
import { IMPORT_PLAYER_MAX_VALUES, METADATA_LIMIT_BYTES } from '../../limits.ts';
import { NAKAMA_PAGE_BYTES, NAKAMA_PAGE_USERS } from '../../tuning.ts';
import type { SourceItem, SourceRefusal } from '../source.ts';
import type { FoundColumn } from './columns.ts';
import { placeOf, toPlayer } from './player.ts';
import {
  type DeviceRow,
  listDevices,
  listIds,
  listObjects,
  listUsers,
  measureUsers,
  type ObjectRow,
  SYSTEM_USER,
  type UserRow,
  type UserSize,
} from './statements.ts';

/** Runs a statement in the snapshot of the import. */
export type Run = <Row>(statement: string, parameters?: readonly unknown[]) => Promise<readonly Row[]>;

/** Each user but the system user. */
export async function* readUsers(run: Run, found: readonly FoundColumn[]): AsyncGenerator<SourceItem> {
  for (let after = SYSTEM_USER; ; ) {
    const page = await readPage(run, found, after);
    for (const part of page.parts) yield* await part();
    if (page.last === undefined) return;
    after = page.last;
  }
}

interface Page {
  /** Each loads some of the users. */
  readonly parts: readonly (() => Promise<readonly SourceItem[]>)[];
  /** The last id; undefined at the end. */
  readonly last: string | undefined;
}

async function readPage(run: Run, found: readonly FoundColumn[], after: string): Promise<Page> {
  const statement = measureUsers(found);
  const load = (sizes: readonly UserSize[]) => () => loadUsers(run, found, sizes);
  try {
    const sizes = await tryOut(run, () => run<UserSize>(statement, [after, NAKAMA_PAGE_USERS]));
    return { parts: splitByBytes(sizes).map(load), last: sizes.at(-1)?.id };
  } catch (error) {
    if (!isOfOneUser(error)) throw error;
  }
  // Some user of this page cannot be measured. Each gets a statement of its own.
  const ids = await run<{ readonly id: string }>(listIds, [after, NAKAMA_PAGE_USERS]);
  const before = (index: number) => ids[index - 1]?.id ?? after;
  const parts = ids.map(({ id }, index) => async () => {
    const sizes = await orRefusal(id, () => tryOut(run, () => run<UserSize>(statement, [before(index), 1])));
    return isRefusalOf(sizes) ? [sizes] : loadUsers(run, found, sizes);
  });
  return { parts, last: ids.at(-1)?.id };
}

/** The approximate memory of an object or a device id beside its texts. */
const partBytes = 128;

/** Runs of users whose values fit into memory together. A user with more is alone. */
function splitByBytes(sizes: readonly UserSize[]): readonly UserSize[][] {
  const runs: UserSize[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const size of sizes) {
    const loaded = excessOf(size) === undefined ? size.bytes + size.parts * partBytes : 0;
    if (bytes + loaded > NAKAMA_PAGE_BYTES) {
      runs.push([]);
      bytes = 0;
    }
    runs.at(-1)?.push(size);
    bytes += loaded;
  }
  return runs;
}

/** The reason why a user is not loaded. */
function excessOf({ bytes, parts }: UserSize): string | undefined {
  if (bytes > METADATA_LIMIT_BYTES)
    return `its values have ${bytes} bytes; the metadata of a player have at most ${METADATA_LIMIT_BYTES}`;
  if (parts > IMPORT_PLAYER_MAX_VALUES)
    return `it has ${parts} storage objects and device ids; an import takes at most ${IMPORT_PLAYER_MAX_VALUES}`;
  return undefined;
}

async function loadUsers(
  run: Run,
  found: readonly FoundColumn[],
  sizes: readonly UserSize[],
): Promise<readonly SourceItem[]> {
  const wanted = sizes.filter((size) => excessOf(size) === undefined).map(({ id }) => id);
  const ids = `{${wanted.join(',')}}`;
  const users = groupById(await run<UserRow>(listUsers(found), [ids]), ({ id }) => id);
  const devices = groupById(await run<DeviceRow>(listDevices, [ids]), (row) => row.user_id);
  const objects = groupById(await run<ObjectRow>(listObjects, [ids]), (row) => row.user_id);
  return sizes.flatMap((size): SourceItem[] => {
    const reason = excessOf(size);
    if (reason !== undefined) return [{ at: placeOf(size.id), reason }];
    return (users.get(size.id) ?? []).map((user) =>
      toPlayer(user, devices.get(size.id) ?? [], objects.get(size.id) ?? []),
    );
  });
}

/** Rows by the ids of users, which the server has made. */
function groupById<Row>(rows: readonly Row[], idOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(idOf(row));
    if (group) group.push(row);
    else groups.set(idOf(row), [row]);
  }
  return groups;
}

/** Runs statements that may fail, and leaves the snapshot as it was then. */
async function tryOut<T>(run: Run, work: () => Promise<T>): Promise<T> {
  await run('SAVEPOINT page');
  try {
    const result = await work();
    await run('RELEASE SAVEPOINT page');
    return result;
  } catch (error) {
    if (isOfOneUser(error)) await run('ROLLBACK TO SAVEPOINT page');
    throw error;
  }
}

/**
 * Is the error about what a user owns? Values that cannot be printed (a text of more than a gigabyte, 54000, or without the memory
 * for it, 53200), characters that cannot be converted (22), and damaged rows (XX).
 */
const isOfOneUser = (error: unknown): error is SQL.PostgresError =>
  error instanceof SQL.PostgresError && /^(?:22|54|53200|XX)/.test(error.errno ?? '');

async function orRefusal<T>(id: string, work: () => Promise<T>): Promise<T | SourceRefusal> {
  try {
    return await work();
  } catch (error) {
    if (!isOfOneUser(error)) throw error;
    return { at: placeOf(id), reason: `PostgreSQL cannot print its values (SQLSTATE ${error.errno})` };
  }
}

const isRefusalOf = (result: readonly UserSize[] | SourceRefusal): result is SourceRefusal =>
  'reason' in result;
