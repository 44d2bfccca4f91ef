// The contents of kept versions that a statement reads: those needed for the requested text, and none for a list. A view in place
// of the table refuses to read the others.
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { SQL } from 'bun';
import type { Store } from '../../../src/store/ports/store.ts';
import { manualClock } from '../../harness/clock.ts';
import { allEngines, type TestDatabase } from '../../harness/engines.ts';
import { openStoreOn } from '../../harness/store.ts';

const columns = `sequential_id, version, written_at, session_id, by_server, kept_at, milestone, size_bytes, base_version,
  key_id`;
const rename = 'ALTER TABLE metadata_versions RENAME TO kept_versions';
const viewOf = (readable: string, refusal: string) => `CREATE VIEW metadata_versions AS
  SELECT ${columns}, CASE WHEN ${readable} THEN content ELSE ${refusal} END AS content FROM kept_versions`;

/** From now on only the contents of rows with this condition can be read. */
async function refuseContents({ environment }: TestDatabase, readable: string): Promise<void> {
  const url = environment.DATABASE_URL ?? '';
  if (url.startsWith('sqlite:')) {
    const db = new Database(url.slice('sqlite:'.length));
    db.run(rename);
    db.run(viewOf(readable, "json('a content was read')"));
    db.close();
    return;
  }
  const sql = new SQL(url, { max: 1 });
  // A volatile function would be called for rows and columns that no statement requests.
  await sql.unsafe(`CREATE FUNCTION refuse(content bytea) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS
    $$ BEGIN RAISE 'a content was read'; END $$`);
  await sql.unsafe(rename);
  await sql.unsafe(viewOf(readable, 'refuse(content)'));
  await sql.close();
}

for (const engine of allEngines) {
  describe(`contents of kept versions on ${engine.name}`, () => {
    let database: TestDatabase;
    let store: Store;
    const clock = manualClock();
    // Versions 1 to 3 have nothing in common with others. Versions 4 to 6 need the next newer one, and 7 needs none.
    const texts = Array.from({ length: 8 }, (_, index) =>
      index < 3
        ? JSON.stringify({ x: randomBytes(3_000).toString('base64') })
        : JSON.stringify({ index, same: 'the same '.repeat(400) }),
    );
    beforeEach(async () => {
      database = await engine.create();
      store = await openStoreOn({ ...database.environment, METADATA_HISTORY_INTERVAL_SECONDS: '0' }, clock);
      await store.players.register('ann');
      for (const text of texts) {
        clock.advance(1_000);
        await store.metadata.save(1, text);
      }
    });
    afterEach(async () => {
      await store.close();
      await database.remove();
    });

    const textOf = async (version: number) => (await store.versions.find(1, version))?.text;
    const isRefused = (version: number) =>
      textOf(version).then(
        () => false,
        () => true,
      );
    const expectText = async (version: number) =>
      expect(await textOf(version)).toBe(texts[version - 1] ?? '');

    test('are not read for the list, nor for a version that does not exist', async () => {
      const before = await store.versions.list(1);
      expect(before.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3, 2, 1]);
      await refuseContents(database, '1 = 2');
      expect(await store.versions.list(1)).toEqual(before);
      expect(await textOf(0)).toBeUndefined();
      expect(await textOf(8)).toBeUndefined();
      expect(await isRefused(1)).toBe(true);
    });

    test('are read for the version itself', async () => {
      await refuseContents(database, 'version = 2');
      await expectText(2);
      expect(await isRefused(3)).toBe(true);
    });

    test('are read for the versions that the version depends on', async () => {
      await refuseContents(database, 'version BETWEEN 5 AND 7');
      await expectText(5);
      await expectText(7);
      expect(await isRefused(4)).toBe(true);
    });

    test('are read correctly during writes that encode them again', async () => {
      for (let version = 8; version < 60; version += 1) {
        const [, text] = await Promise.all([
          store.metadata.save(1, JSON.stringify({ version, same: 'the same '.repeat(400) })),
          textOf(7),
        ]);
        if (text !== undefined) expect(text).toBe(texts[6] ?? '');
        clock.advance(1_000);
      }
    });
  });
}
