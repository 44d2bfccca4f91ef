// The contents of kept versions that a statement reads: those needed for the requested text, and none for a list. A view in place
// of the table refuses to read the others.
import { beforeEach, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { describeStores } from '../../harness/describe-stores.ts';

const columns = `sequential_id, version, written_at, session_id, by_server, kept_at, milestone, size_bytes, base_version,
  key_id`;
const environment = { METADATA_HISTORY_INTERVAL_SECONDS: '0' };

describeStores('contents of kept versions', { environment }, (t, engine) => {
  // Versions 1 to 3 have nothing in common with others. Versions 4 to 6 need the next newer one, and 7 needs none.
  const texts = Array.from({ length: 8 }, (_, index) =>
    index < 3
      ? JSON.stringify({ x: randomBytes(3_000).toString('base64') })
      : JSON.stringify({ index, same: 'the same '.repeat(400) }),
  );
  const save = (text: string) => {
    t.clock.advance(1_000);
    return t.store.metadata.save(1, text);
  };
  beforeEach(async () => {
    await t.register('ann');
    for (const text of texts) await save(text);
  });

  /** From now on only the contents of rows with this condition can be read. */
  async function refuseContents(readable: string): Promise<void> {
    // A volatile function would be called for rows and columns that no statement requests.
    const refuse = `CREATE FUNCTION refuse(content bytea) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS
      $$ BEGIN RAISE 'a content was read'; END $$`;
    if (engine.name !== 'sqlite') await t.run(refuse);
    const refusal = engine.name === 'sqlite' ? "json('a content was read')" : 'refuse(content)';
    await t.run('ALTER TABLE metadata_versions RENAME TO kept_versions');
    await t.run(`CREATE VIEW metadata_versions AS
      SELECT ${columns}, CASE WHEN ${readable} THEN content ELSE ${refusal} END AS content FROM kept_versions`);
  }

  const textOf = async (version: number) => (await t.store.versions.find(1, version))?.text;
  const expectRead = async (...versions: number[]) => {
    for (const version of versions) expect(await textOf(version)).toBe(texts[version - 1] ?? '');
  };
  const expectRefused = (version: number) => expect(textOf(version)).rejects.toThrow();

  test('are not read for the list, nor for a version that does not exist', async () => {
    const before = await t.store.versions.list(1);
    expect(before.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    await refuseContents('1 = 2');
    expect(await t.store.versions.list(1)).toEqual(before);
    expect([await textOf(0), await textOf(8)]).toEqual([undefined, undefined]);
    await expectRefused(1);
  });

  test('are read for the version itself, and for those that it depends on', async () => {
    await refuseContents('version = 2 OR version BETWEEN 5 AND 7');
    await expectRead(2, 5, 7);
    await expectRefused(3);
    await expectRefused(4);
  });

  test('are read correctly during writes that encode them again', async () => {
    for (let version = 8; version < 60; version += 1) {
      const next = JSON.stringify({ version, same: 'the same '.repeat(400) });
      const [, text] = await Promise.all([save(next), textOf(7)]);
      if (text !== undefined) expect(text).toBe(texts[6] ?? '');
    }
  });
});
