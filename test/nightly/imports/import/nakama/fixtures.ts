// Data of a real Nakama 3.40, where it is there: beside the repository, or in the folder that NAKAMA_FIXTURES names.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder =
  process.env.NAKAMA_FIXTURES ?? join(import.meta.dir, '../../../../../../shared/fixtures/nakama');

/** Tests without them are skipped. */
export const hasFixtures = existsSync(join(folder, 'schema-and-data.sql'));

/** The path of one of its files. */
export const fixturePath = (name: string): string => join(folder, name);

export const readFixture = (name: string): string => readFileSync(fixturePath(name), 'utf8');

/** A user as PostgreSQL printed it. The texts of values are strings here, so `JSON.parse` leaves them as they are. */
export interface ExpectedUser {
  readonly id: string;
  readonly username: string;
  readonly display_name: string | null;
  readonly avatar_url: string | null;
  readonly lang_tag: string | null;
  readonly location: string | null;
  readonly timezone: string | null;
  readonly metadata: string;
  readonly wallet: string;
  readonly ids: Readonly<Record<string, string | readonly string[] | null>>;
  readonly create_time: string;
  readonly disabled: boolean;
  readonly storage: readonly ExpectedObject[];
}

export interface ExpectedObject {
  readonly collection: string;
  readonly key: string;
  readonly value: string;
  readonly read: number;
  readonly write: number;
}

/** The users without the system user. */
export const expectedUsers = (): ExpectedUser[] =>
  readFixture('expected.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ username }) => username !== '');
