// The items of one player: the pages of each access class, in a folder that has the id of the player as its name.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseTimestamp } from '../../lib/clock.ts';
import type { JsonObject } from '../../lib/json-values.ts';
import { openFile } from '../files/input.ts';
import { assertPlain } from '../files/source-files.ts';
import { asObject, objectIn, stringIn, textIn } from '../service-json.ts';
import type { SourceReader, SourceValue, SourceWriter } from '../source.ts';
import { readPage } from './page.ts';

/** The access classes of a player's data, with whoever may read and write them. */
const accessClasses: Readonly<Record<string, { read: SourceReader; write: SourceWriter }>> = {
  default: { read: 'owner', write: 'owner' },
  public: { read: 'any', write: 'owner' },
  protected: { read: 'owner', write: 'server' },
  private: { read: 'server', write: 'server' },
};
export const accessClassNames = Object.keys(accessClasses);

/** Gets each value with its place. All values of a player may be more than fit into memory. */
type AddValue = (value: SourceValue, at: string) => void;

/** Something is wrong with the pages of a player, who is left out. */
export class BadPages extends Error {
  override readonly name = 'BadPages';
  constructor(
    readonly at: string,
    readonly reason: string,
  ) {
    super(`${at}: ${reason}`);
  }
}

/** The folder with the pages of a player, below that of the whole download. */
export const folderOf = (id: string): string => `items/${encodeURIComponent(id)}`;

/**
 * @param root the folder of the whole download
 * @param listed the entry of the player in the list of players
 * @returns the time at which the oldest item was made; undefined for none
 * @throws BadPages
 */
export async function readItems(
  root: string,
  id: string,
  listed: JsonObject,
  add: AddValue,
): Promise<number | undefined> {
  const folder = folderOf(id);
  const whole = join(root, folder);
  assertPlain(whole);
  const names = existsSync(whole) ? readdirSync(whole).filter((name) => !name.startsWith('.')) : [];
  for (const name of names) assertPlain(join(whole, name));
  const strange = names.find((name) => pageOf(name) === undefined);
  if (strange !== undefined) throw new BadPages(`${folder}/${strange}`, 'is no page of an access class');
  let createdAt: number | undefined;
  for (const accessClass of accessClassNames) {
    let keys = 0;
    for await (const item of itemsOf(root, folder, accessClass, names)) {
      keys += 1;
      add(item.value, item.at);
      createdAt = Math.min(createdAt ?? item.createdAt, item.createdAt);
    }
    const said = Number(textIn(objectIn(objectIn(listed, 'accessClasses'), accessClass), 'numKeys') ?? 0);
    if (keys < said)
      throw new BadPages(
        folder,
        `has ${keys} keys of the class ${accessClass}, and the list of players says ${said}`,
      );
  }
  return createdAt;
}

/** The class and the number of a page, by its name. */
function pageOf(name: string): { accessClass: string; number: number } | undefined {
  const { accessClass = '', number = '' } =
    /^(?<accessClass>[a-z]+)-(?<number>\d{1,6})\.json$/.exec(name)?.groups ?? {};
  return accessClassNames.includes(accessClass) ? { accessClass, number: Number(number) } : undefined;
}

async function* itemsOf(
  root: string,
  folder: string,
  accessClass: string,
  names: readonly string[],
): AsyncGenerator<{ value: SourceValue; at: string; createdAt: number }> {
  const pages = names.filter((name) => pageOf(name)?.accessClass === accessClass).length;
  const access = accessClasses[accessClass];
  for (let number = 1; number <= pages; number += 1) {
    const at = `${folder}/${accessClass}-${number}.json`;
    if (!existsSync(join(root, at))) throw new BadPages(at, 'is missing, and later pages are there');
    const page = await readPage({ ...openFile(join(root, at)), name: at });
    if ('reason' in page) throw new BadPages(at, page.reason);
    if (number === pages && page.hasNext) throw new BadPages(at, 'names a next page, which is missing');
    for (const [index, text] of page.results.entries()) {
      const itemAt = `${at} item ${index + 1}`;
      const item = asObject(text);
      const key = stringIn(item, 'key');
      // A value may be null, which is a value.
      const value = item?.parts.findLast((member) => member.key === 'value')?.value;
      const createdAt = parseTimestamp(stringIn(objectIn(item, 'created'), 'date') ?? '');
      if (key === undefined || typeof value !== 'string' || createdAt === undefined)
        throw new BadPages(itemAt, 'has no key, no value or no time of creation');
      yield { value: { path: [accessClass, key], text: value, ...access }, at: itemAt, createdAt };
    }
  }
}
