// An import beside a service that registers and saves the same players at the same time: no request fails, no save is lost, and nobody
// comes twice.
import { expect, test } from 'bun:test';
import { paths } from '../../../harness/api.ts';
import { engines } from '../../../harness/engines.ts';
import { importPlayers, playerOf } from '../../../harness/imports.ts';
import { seed, seeded } from '../../../harness/seeded.ts';
import { startService } from '../../../harness/service.ts';

const count = 120;
const names = Array.from({ length: count }, (_, n) => `player ${n}`);

for (const engine of engines) {
  test.each(['keep', 'merge'] as const)(
    `an import on ${engine.name} beside a service that saves the same players, which %s them, from seed ${seed}`,
    async (existing) => {
      const random = seeded(seed);
      const service = await startService({ engine, environment: { RATE_LIMIT_PER_MINUTE: '0' } });
      try {
        const players = names.map((name, n) => playerOf(name, { imported: String(n) }));
        const saved = new Set<number>();
        let isOver = false;
        const play = async () => {
          while (!isOver) {
            const n = random(count);
            const name = names[n] ?? '';
            const answer =
              random(2) === 0
                ? await service.as(name, 'GET', paths.metadata)
                : await service.as(name, 'POST', paths.metadata, { body: `{"data":{"saved":${n}}}` });
            expect(answer.status).toBe(200);
            if (answer.body.data.metadata?.saved === n) saved.add(n);
          }
        };
        const playing = Promise.all([play(), play(), play()]);
        const { last } = await importPlayers(players, service.database.environment, service.clock, {
          existing,
        });
        isOver = true;
        await playing;
        const { new: fresh, filled, merged, kept, refused } = last;
        expect([fresh + filled + merged + kept, refused, last.complete]).toEqual([count, 0, true]);
        for (const [n, name] of names.entries()) {
          const { metadata: data } = (await service.as(name, 'GET', paths.metadata)).body.data;
          if (!saved.has(n)) expect(data).toEqual({ imported: n });
          else if (existing === 'keep') expect(data).toEqual({ saved: n });
          else expect([{ saved: n }, { saved: n, imported: n }]).toContainEqual(data);
        }
        const again = await importPlayers(players, service.database.environment, service.clock, { existing });
        expect([again.last.present + again.last.kept, again.last.new]).toEqual([count, 0]);
      } finally {
        await service.stop();
      }
    },
    120_000,
  );
}
