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

export interface PlayerItems {
  readonly values: readonly SourceValue[];
  /** The time at which the oldest item was made; undefined for none. */
  readonly createdAt: number | undefined;
}

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

/**
 * @param root the folder of the whole download
 * @param listed the entry of the player in the list of players
 * @throws BadPages
 */
export async function readItems(root: string, id: string, listed: JsonObject): Promise<PlayerItems> {
  const folder = `items/${encodeURIComponent(id)}`;
  const whole = join(root, folder);
  assertPlain(whole);
  const names = existsSync(whole) ? readdirSync(whole).filter((name) => !name.startsWith('.')) : [];
  for (const name of names) assertPlain(join(whole, name));
  const strange = names.find((name) => pageOf(name) === undefined);
  if (strange !== undefined) throw new BadPages(`${folder}/${strange}`, 'is no page of an access class');
  const values: SourceValue[] = [];
  let createdAt: number | undefined;
  for (const accessClass of accessClassNames) {
    let keys = 0;
    for await (const item of itemsOf(root, folder, accessClass, names)) {
      keys += 1;
      values.push(item.value);
      createdAt = Math.min(createdAt ?? item.createdAt, item.createdAt);
    }
    const said = Number(textIn(objectIn(objectIn(listed, 'accessClasses'), accessClass), 'numKeys') ?? 0);
    if (keys < said)
      throw new BadPages(
        folder,
        `has ${keys} keys of the class ${accessClass}, and the list of players says ${said}`,
      );
  }
  return { values, createdAt };
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
): AsyncGenerator<{ value: SourceValue; createdAt: number }> {
  const pages = names.filter((name) => pageOf(name)?.accessClass === accessClass).length;
  const access = accessClasses[accessClass];
  for (let number = 1; number <= pages; number += 1) {
    const at = `${folder}/${accessClass}-${number}.json`;
    if (!existsSync(join(root, at))) throw new BadPages(at, 'is missing, and later pages are there');
    const page = await readPage({ ...openFile(join(root, at)), name: at });
    if ('reason' in page) throw new BadPages(at, page.reason);
    if (number === pages && page.hasNext) throw new BadPages(at, 'names a next page, which is missing');
    for (const [index, text] of page.results.entries()) {
      const item = asObject(text);
      const key = stringIn(item, 'key');
      // A value may be null, which is a value.
      const value = item?.parts.findLast((member) => member.key === 'value')?.value;
      const createdAt = parseTimestamp(stringIn(objectIn(item, 'created'), 'date') ?? '');
      if (key === undefined || typeof value !== 'string' || createdAt === undefined)
        throw new BadPages(`${at} item ${index + 1}`, 'has no key, no value or no time of creation');
      yield { value: { path: [accessClass, key], text: value, ...access }, createdAt };
    }
  }
}
