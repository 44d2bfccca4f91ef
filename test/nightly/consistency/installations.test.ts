// Devices of one player that save as installations, through two processes on one database, of which some are killed. A save whose
// answer is missing is sent again as it was, to any process, until it has one. In the end every save has taken effect once.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Answer, call, paths } from '../../harness/api.ts';
import { engines } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { seeded } from '../../harness/seeded.ts';
import { signTestToken } from '../../harness/service.ts';
import { type Cluster, startCluster } from './cluster.ts';

const devices = 4;
const savesEach = amount(40, 400);
const kills = amount(3, 30);

for (const engine of engines) {
  describe(`saves of installations through two processes on ${engine.name}`, () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await startCluster(engine);
    });
    afterAll(() => cluster.stop());

    /** Sends to one of the running processes. @returns undefined for an unknown outcome */
    async function send(
      n: number,
      method: string,
      body?: string,
      headers: Record<string, string> = {},
    ): Promise<Answer | undefined> {
      const token = await signTestToken('ann');
      const members = cluster.members();
      const member = members[n % members.length];
      if (!member) return undefined;
      const options = { token, headers, ...(body !== undefined && { body }) };
      const answer = await call(member.url, method, paths.metadata, options).catch(() => undefined);
      return answer?.status === 503 ? undefined : answer;
    }

    async function untilAnswered(ask: () => Promise<Answer | undefined>): Promise<Answer> {
      for (;;) {
        const answer = await ask();
        if (answer) return answer;
        await cluster.heal();
      }
    }

    test('every save takes effect once, through kills, repetitions and takeovers', async () => {
      const all = devices * savesEach;
      const killAt = new Set(
        Array.from({ length: kills }, (_, n) => Math.floor(((n + 1) * all) / (kills + 1))),
      );
      let saved = 0;
      const device = async (number: number): Promise<void> => {
        const random = seeded(number + 1);
        const installation = `installation-number-${number}`;
        for (let n = 0; n < savesEach; n += 1) {
          const body = `[{"op":"append","path":"/saves","value":"${number}-${n}","maxItems":${all}}]`;
          for (let attempt = 0; ; attempt += 1) {
            const state = await untilAnswered(() => send(random(2), 'GET'));
            const headers = {
              'content-type': 'application/vnd.playkeep.patch+json',
              'x-installation-id': installation,
              'idempotency-key': `${n}-${attempt}`,
              'if-match': state.headers.get('etag') ?? '',
            };
            const save = () => untilAnswered(() => send(random(2), 'PATCH', body, headers));
            const first = save();
            if (random(3) === 0 && killAt.delete(saved)) cluster.kill(1);
            // A doubled request, and one that comes again although it was answered.
            const answers = await Promise.all(random(3) === 0 ? [first, save()] : [first]);
            if (random(3) === 0) answers.push(await save());
            const statuses = new Set(answers.map(({ status }) => status));
            expect([[200], [412]]).toContainEqual([...statuses]);
            if (statuses.has(200)) break;
          }
          saved += 1;
          if (killAt.delete(saved)) cluster.kill(1);
        }
      };
      await Promise.all(Array.from({ length: devices }, (_, number) => device(number)));
      await cluster.heal();
      const { saves } = (await untilAnswered(() => send(0, 'GET'))).body.data.metadata;
      expect([saves.length, new Set(saves).size]).toEqual([all, all]);
      for (let number = 0; number < devices; number += 1) {
        const mine = saves.filter((value: string) => value.startsWith(`${number}-`));
        expect(mine).toEqual(Array.from({ length: savesEach }, (_, n) => `${number}-${n}`));
      }
    }, 300_000);
  });
}
