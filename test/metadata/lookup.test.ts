// Reading many players' metadata in one request, through HTTP.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { type Service, startService } from '../harness/service.ts';

for (const engine of engines) {
  describe(`a lookup on ${engine.name}`, () => {
    let service: Service;
    beforeEach(async () => {
      service = await startService({ engine });
      for (const player of ['ann', 'bob', 'cy']) {
        await service.as(player, 'POST', paths.metadata, { body: `{"data":{"name":"${player}","n":1.0}}` });
      }
    });
    afterEach(() => service.stop());

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

    test('reads a hundred, and refuses one more and what is no list of ids', async () => {
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

    test('shows only oneself where others are not to be read', async () => {
      await service.restart({ METADATA_READ: 'self' });
      const { data } = (await lookUp({ sequentialIds: [1, 2] }, 'bob')).body;
      expect([data.records[0].playerId, data.unknown]).toEqual(['bob', [1]]);
    });

    test('that would answer too much is refused', async () => {
      const big = `{"data":{"a":"${'x'.repeat(1_000_000)}"}}`;
      const players = Array.from({ length: 17 }, (_, n) => `big ${n}`);
      for (const player of players) await service.as(player, 'POST', paths.metadata, { body: big });
      const answer = await lookUp({ sequentialIds: players.map((_, n) => n + 4) });
      expect([answer.status, answer.body.error.message]).toEqual([413, 'Metadata too large']);
      expect((await lookUp({ sequentialIds: [4, 5, 6] })).status).toBe(200);
    });
  });
}
