// The promises of the doctor on every engine about index entries: it finds those that differ from the metadata, and none that are
// not made yet.
import { beforeEach, expect, test } from 'bun:test';
import { describeStores } from '../../harness/describe-stores.ts';
import { examine } from '../../harness/doctor.ts';

describeStores('the doctor on index entries', {}, (t, engine) => {
  let ann: number;
  let bob: number;
  beforeEach(async () => {
    ann = await t.register('ann');
    bob = await t.register('bob');
    await t.store.metadata.save(ann, '{"level":1,"marker":"a value"}');
    await t.store.metadata.edit(bob, () => ({ answer: 0, text: null }));
  });

  const look = () => examine(t.environment, t.clock);
  const findingsAfter = async (...statements: string[]): Promise<readonly string[]> => {
    for (const statement of statements) await t.run(statement);
    const { findings } = await look();
    expect(findings.join()).not.toContain('value"');
    return findings;
  };

  const indexes = [
    { pointer: '/level', type: 'number' },
    { pointer: '/marker', type: 'string' },
  ] as const;
  const bytes = (hex: string) => (engine.name !== 'sqlite' ? `'\\x${hex}'::bytea` : `x'${hex}'`);
  const entryOf = (id: number, pointer = '/level') =>
    `WHERE sequential_id = ${id} AND index_id = (SELECT index_id FROM metadata_indexes WHERE pointer = '${pointer}')`;
  const finding = (id: number, problem: string) =>
    `metadata_index_entries ${id}: the entry of the index on "/level" (number) ${problem}`;
  const build = async (): Promise<void> => {
    t.clock.advance(120_000);
    await t.store.indexes.build(new AbortController().signal, () => undefined);
  };

  test('counts players without entries once the index is whole, and none while it is built', async () => {
    await t.store.indexes.declare(indexes);
    expect(await look()).toEqual({ players: 2, toBeMended: 0, findings: [] });
    await build();
    expect(await look()).toEqual({ players: 2, toBeMended: 0, findings: [] });
    // As a process of an earlier version writes.
    await t.run(
      `UPDATE metadata SET version = version + 1, text = '{"level":5}' WHERE sequential_id = ${bob}`,
    );
    expect(await look()).toEqual({ players: 2, toBeMended: 1, findings: [] });
    await t.store.indexes.mend(new AbortController().signal);
    expect(await look()).toEqual({ players: 2, toBeMended: 0, findings: [] });
    await t.store.indexes.drop('/level');
    expect(await look()).toEqual({ players: 2, toBeMended: 0, findings: [] });
  });

  test('finds entries that are missing or differ from the metadata', async () => {
    await t.store.indexes.declare(indexes);
    await build();
    const other = bytes('c014000000000000');
    expect(await findingsAfter(`UPDATE metadata_index_entries SET value = ${other} ${entryOf(ann)}`)).toEqual(
      [finding(ann, 'differs from the metadata')],
    );
    expect(await findingsAfter(`UPDATE metadata_index_entries SET value = NULL ${entryOf(ann)}`)).toEqual([
      finding(ann, 'differs from the metadata'),
    ]);
    expect(await findingsAfter(`DELETE FROM metadata_index_entries ${entryOf(ann)}`)).toEqual([
      finding(ann, 'is missing'),
    ]);
    await t.run(`UPDATE metadata SET indexed_version = 0 WHERE sequential_id = ${ann}`);
    await t.store.indexes.mend(new AbortController().signal);
    expect(await findingsAfter(`UPDATE metadata_index_entries SET value = ${other} ${entryOf(bob)}`)).toEqual(
      [finding(bob, 'differs from the metadata')],
    );
    const carl = await t.register('carl');
    const found = await findingsAfter(
      `UPDATE metadata SET text = '{"marker":"another value"}' WHERE sequential_id = ${ann}`,
      `INSERT INTO metadata_index_entries (sequential_id, index_id, value)
       SELECT ${carl}, index_id, ${other} FROM metadata_indexes WHERE pointer = '/level'`,
    );
    expect(found.toSorted()).toEqual(
      [
        finding(ann, 'differs from the metadata'),
        finding(ann, 'differs from the metadata').replace('"/level" (number)', '"/marker" (string)'),
        finding(bob, 'differs from the metadata'),
        finding(carl, 'differs from the metadata'),
      ].toSorted(),
    );
  });
});
