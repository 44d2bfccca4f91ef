// A small database in the form of Nakama's, in the tests' PostgreSQL: the tables that an import reads, and rows of a test.
import { SQL } from 'bun';
import { nakama } from '../../../../../src/import/nakama/index.ts';
import type { Source, SourceItem } from '../../../../../src/import/source.ts';
import { createPostgresDatabase } from '../../../../harness/postgres.ts';

/** The columns and the indexes of Nakama 3.40 that matter here. */
export const schema = `
CREATE TABLE users (
  id uuid PRIMARY KEY, username varchar(128) NOT NULL UNIQUE, display_name varchar(255), avatar_url varchar(512),
  lang_tag varchar(18) NOT NULL DEFAULT 'en', location varchar(255), timezone varchar(255),
  metadata jsonb NOT NULL DEFAULT '{}', wallet jsonb NOT NULL DEFAULT '{}', email varchar(255) UNIQUE, password bytea,
  facebook_id varchar(128) UNIQUE, google_id varchar(128) UNIQUE, gamecenter_id varchar(128) UNIQUE,
  steam_id varchar(128) UNIQUE, custom_id varchar(128) UNIQUE, edge_count int NOT NULL DEFAULT 0,
  create_time timestamptz NOT NULL DEFAULT now(), update_time timestamptz NOT NULL DEFAULT now(),
  verify_time timestamptz NOT NULL DEFAULT '1970-01-01 00:00:00 UTC',
  disable_time timestamptz NOT NULL DEFAULT '1970-01-01 00:00:00 UTC',
  facebook_instant_game_id varchar(128) UNIQUE, apple_id varchar(128) UNIQUE
);
CREATE TABLE user_device (
  id varchar(128) PRIMARY KEY, user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE, UNIQUE (user_id, id)
);
CREATE TABLE storage (
  collection varchar(128) NOT NULL, key varchar(128) NOT NULL, user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  value jsonb NOT NULL DEFAULT '{}', version varchar(32) NOT NULL DEFAULT '',
  read smallint NOT NULL DEFAULT 1 CHECK (read >= 0), write smallint NOT NULL DEFAULT 1 CHECK (write >= 0),
  create_time timestamptz NOT NULL DEFAULT now(), update_time timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (collection, key, user_id)
);
CREATE INDEX storage_auto_index_fk_user_id_ref_users ON storage (user_id);
INSERT INTO users (id, username) VALUES ('00000000-0000-0000-0000-000000000000', '');`;

export interface NakamaDatabase {
  readonly url: string;
  /** Runs statements, without parameters. */
  run(statements: string): Promise<void>;
  remove(): Promise<void>;
}

/** @param statements make the tables and the rows */
export async function createNakama(statements = schema): Promise<NakamaDatabase> {
  const { url, drop } = await createPostgresDatabase({ migrated: false });
  const sql = new SQL(url, { max: 1, prepare: false });
  const database: NakamaDatabase = {
    url,
    async run(text) {
      await sql.unsafe(text).simple();
    },
    async remove() {
      await sql.close();
      await drop();
    },
  };
  await database.run(statements);
  return database;
}

/** The id of user number n. They are in the order of their numbers. */
export const userId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const openNakama = (
  from: string | undefined,
  environment: Record<string, string> = {},
): Promise<Source> => nakama.open({ from, settings: undefined, environment });

/** All that the source gives, and what it says at the end. */
export async function readAll(url: string): Promise<{
  readonly items: SourceItem[];
  readonly notes: readonly string[];
  readonly players?: number | undefined;
}> {
  const source = await openNakama(url);
  try {
    const items = await Array.fromAsync(source.read());
    return { items, notes: source.notes(), players: source.players };
  } finally {
    await source.close();
  }
}
