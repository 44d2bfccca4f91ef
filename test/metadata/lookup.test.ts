// Reading many players' metadata in one request, through HTTP.
import { beforeEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOOKUP_MAX_BYTES, MEMORY_BUDGET_MAX_BYTES_PER_PLAYER } from '../../src/limits.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { useFreshService } from '../harness/use-service.ts';

describe.each(engines)('a lookup on $name', (engine) => {
  const service = useFreshService({ engine });
  beforeEach(async () => {
    for (const player of ['ann', 'bob', 'cy']) {
      await service.as(player, 'POST', paths.metadata, { body: `{"data":{"name":"${player}","n":1.0}}` });
    }
  }, 60_000);

  const lookUp = (body: unknown, player = 'ann') =>
    service.as(player, 'POST', paths.lookup, { body: JSON.stringify(body) });

  test('answers the records in the order asked, each once, and names the unknown', async () => {
    const answer = await lookUp({ sequentialIds: [3, 77, 1, 3, 2 ** 53 - 1] });
    expect(answer.body.data).toEqual({
      records: [
        { playerId: 'cy', sequentialId: 3, metadata: { name: 'cy', n: 1 } },
        { playerId: 'ann', sequentialId: 1, metadata: { name: 'ann', n: 1 } },
      ],
      unknown: [77, 2 ** 53 - 1],
    });
    expect(answer.text).toContain('"metadata":{"name":"cy","n":1.0}');
  });

  test('reads a hundred ids, and refuses one more, and bodies without a list of ids', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => n + 1);
    const { data } = (await lookUp({ sequentialIds: ids.slice(0, 100) })).body;
    expect([data.records.length, data.unknown.length]).toEqual([3, 97]);
    for (const body of [
      { sequentialIds: ids },
      { sequentialIds: [] },
      { sequentialIds: [0] },
      { sequentialIds: [1.5] },
      { sequentialIds: ['1'] },
      { sequentialIds: [2 ** 53] },
      { ids: [1] },
      { sequentialIds: [1], more: 1 },
      [1],
    ]) {
      const answer = await lookUp(body);
      expect([answer.status, answer.body.error]).toEqual([
        400,
        { message: 'Invalid request', detail: expect.stringContaining('sequentialIds') },
      ]);
    }
  });

  const statuses = async (lookups: readonly (readonly [player: string, ids: readonly number[]])[]) => {
    const answers = await Promise.all(
      lookups.map(([player, sequentialIds]) => lookUp({ sequentialIds }, player)),
    );
    return answers.map(({ status }) => status);
  };

  test('that is small reserves nothing: many at once are answered, of one player and of many', async () => {
    const many = Array.from({ length: 200 }, (_, n) => n);
    const ofOne = await statuses(many.map(() => ['ann', [1, 2]]));
    const ofMany = await statuses(many.map((n) => [`player ${n}`, [1, 2]]));
    expect(new Set([...ofOne, ...ofMany])).toEqual(new Set([200]));
  });

  test('that is large reserves no more than it reads', async () => {
    const size = 200_000;
    const body = `{"data":{"a":"${'x'.repeat(size)}"}}`;
    expect((await service.as('big', 'POST', paths.metadata, { body })).status).toBe(200);
    const fitting = Math.floor(MEMORY_BUDGET_MAX_BYTES_PER_PLAYER / (size + 100));
    const many = Array.from({ length: fitting }, () => ['ann', [1, 4]] as const);
    expect(new Set(await statuses(many))).toEqual(new Set([200]));
  });

  test('that would answer too much is refused', async () => {
    const big = `{"data":{"a":"${'x'.repeat(1_000_000)}"}}`;
    const players = Array.from({ length: 17 }, (_, n) => `big ${n}`);
    for (const player of players) await service.as(player, 'POST', paths.metadata, { body: big });
    const answer = await lookUp({ sequentialIds: players.map((_, n) => n + 4) });
    expect([answer.status, answer.body.error.message]).toEqual([413, 'Metadata too large']);
    expect((await lookUp({ sequentialIds: [4, 5, 6] })).status).toBe(200);
  });

  test('counts only the visible bytes, exactly', async () => {
    const rules = join(service.database.directory, 'rules.json');
    writeFileSync(rules, '{"/secret": {"read": "owner"}}');
    await service.restart({ METADATA_RULES: rules });
    const save = async (player: string, open: number, secret: number) => {
      const data = JSON.stringify({ open: 'o'.repeat(open), secret: 's'.repeat(secret) });
      expect((await service.as(player, 'POST', paths.metadata, { body: `{"data":${data}}` })).status).toBe(
        200,
      );
    };
    const statusAndSize = async (ids: readonly number[], player = 'ann') => {
      const answer = await lookUp({ sequentialIds: ids }, player);
      return [answer.status, answer.status === 200 ? answer.text.length : 0];
    };
    const ids = [4, 5, 6, 7, 8];
    for (const id of ids) await save(`hider ${id}`, 900, 1_000_000);
    const [status, size] = await statusAndSize(ids);
    expect([status, Number(size) < 10_000]).toEqual([200, true]);
    // The caller's own record is complete.
    expect((await statusAndSize([4, 1], 'hider 4'))[1]).toBeGreaterThan(1_000_000);
    // The visible bytes alone count, to the byte.
    const each = Math.floor(LOOKUP_MAX_BYTES / ids.length);
    const around = '{"open":""}'.length;
    const rest = LOOKUP_MAX_BYTES - each * ids.length;
    for (const secret of [0, 7, 100_000]) {
      for (const id of ids) await save(`hider ${id}`, each - around + (id === 4 ? rest : 0), secret);
      expect([secret, (await statusAndSize(ids))[0]]).toEqual([secret, 200]);
      await save('hider 8', each - around + 1, secret);
      expect([secret, (await statusAndSize(ids))[0]]).toEqual([secret, 413]);
    }
  }, 60_000);

  test('shows only the caller under METADATA_READ=self, and counts no bytes of others', async () => {
    const big = `{"data":{"a":"${'x'.repeat(1_000_000)}"}}`;
    const players = Array.from({ length: 6 }, (_, n) => `big ${n}`);
    for (const player of players) await service.as(player, 'POST', paths.metadata, { body: big });
    await service.restart({ METADATA_READ: 'self' });
    const answer = await lookUp({ sequentialIds: [4, 5, 6, 7, 8, 9] }, 'big 0');
    expect([answer.status, answer.body.data.unknown]).toEqual([200, [5, 6, 7, 8, 9]]);
    expect((await lookUp({ sequentialIds: [4, 5, 6, 7, 8, 9] })).body.data.records).toEqual([]);
  });

  test('of one record is answered, whatever its size', async () => {
    await service.restart({ METADATA_MAX_BYTES: String(8 * 1024 * 1024) });
    const huge = { a: 'x'.repeat(5 * 1024 * 1024) };
    const body = JSON.stringify({ data: huge });
    expect((await service.as('huge', 'POST', paths.metadata, { body })).status).toBe(200);
    const answer = await lookUp({ sequentialIds: [4] });
    expect(answer.status).toBe(200);
    expect(answer.body.data.records[0].metadata).toEqual(huge);
    expect((await lookUp({ sequentialIds: [1, 4] })).status).toBe(413);
  });
});
