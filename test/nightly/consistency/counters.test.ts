// Counters of one player on several devices, through two processes on one database, of which some are killed. In the end the counter
// is the sum of all acknowledged additions, and a repeated addition counts once.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Answer, call, paths } from '../../harness/api.ts';
import { engines } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { seeded } from '../../harness/seeded.ts';
import { signTestToken } from '../../harness/service.ts';
import { type Cluster, startCluster } from './cluster.ts';

const devices = 6;
const additionsEach = amount(40, 400);
const kills = amount(3, 30);

/** Hundredths, as the text of a decimal. */
const decimal = (hundredths: number): string =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;

for (const engine of engines) {
  describe(`counters through two processes on ${engine.name}`, () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await startCluster(engine);
    });
    afterAll(() => cluster.stop());

    /** Sends to one of the running processes. @returns undefined for an unknown outcome */
    async function send(player: string, n: number, body: string, key?: string): Promise<Answer | undefined> {
      const token = await signTestToken(player);
      const members = cluster.members();
      const member = members[n % members.length];
      if (!member) return undefined;
      const headers = {
        'content-type': 'application/vnd.playkeep.patch+json',
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      const sent = call(member.url, 'PATCH', paths.metadata, { token, body, headers });
      const answer = await sent.catch(() => undefined);
      return answer?.status === 503 ? undefined : answer;
    }

    async function sendUntilAnswered(player: string, n: number, body: string, key: string): Promise<Answer> {
      for (let attempt = n; ; attempt += 1) {
        const answer = await send(player, attempt, body, key);
        if (answer) return answer;
        await cluster.heal();
      }
    }

    async function stored(player: string) {
      const token = await signTestToken(player);
      const url = cluster.members()[0]?.url ?? '';
      const { text } = await call(url, 'GET', paths.metadata, { token });
      return text.slice(text.indexOf('"metadata":') + 11, -2);
    }

    test('two devices that add 10 and 100 end at 110', async () => {
      for (let round = 0; round < amount(20, 200); round += 1) {
        const player = `pair ${round}`;
        const add = (n: number, by: number) =>
          send(player, n, `[{"op":"increment","path":"/gold","by":${by}}]`);
        const answers = await Promise.all([add(0, 10), add(1, 100)]);
        expect(answers.map((answer) => answer?.status)).toEqual([200, 200]);
        expect(await stored(player)).toBe('{"gold":110}');
        const sums = answers.map((answer) => answer?.body.data.metadata.gold).sort((a, b) => a - b);
        expect([[10, 110].join(), [100, 110].join()]).toContain(sums.join());
      }
    });

    test('every acknowledged addition counts once, through kills and repetitions', async () => {
      let sum = 0;
      let sent = 0;
      const all = devices * additionsEach;
      const killAt = new Set(
        Array.from({ length: kills }, (_, n) => Math.floor(((n + 1) * all) / (kills + 1))),
      );
      const device = async (number: number): Promise<void> => {
        const random = seeded(number + 1);
        for (let n = 0; n < additionsEach; n += 1) {
          const hundredths = 1 + random(999);
          const body =
            `[{"op":"increment","path":"/sum","by":${decimal(hundredths)}},` +
            `{"op":"append","path":"/last","value":"${number}-${n}","maxItems":${all}}]`;
          const one = () => sendUntilAnswered('ann', random(2), body, `add ${number}-${n}`);
          sent += 1;
          if (killAt.has(sent)) cluster.kill(1);
          const answers = await Promise.all(random(3) === 0 ? [one(), one()] : [one()]);
          for (const answer of answers) expect([answer.status, answer.text]).toEqual([200, answers[0]?.text]);
          sum += hundredths;
        }
      };
      await Promise.all(Array.from({ length: devices }, (_, number) => device(number)));
      await cluster.heal();
      const text = await stored('ann');
      expect(text.slice(0, text.indexOf(','))).toBe(`{"sum":${decimal(sum)}`);
      const { last } = JSON.parse(text);
      expect([last.length, new Set(last).size]).toEqual([all, all]);
      // Each device waits for an answer before it sends the next addition.
      for (let number = 0; number < devices; number += 1) {
        const mine = last.filter((value: string) => value.startsWith(`${number}-`));
        expect(mine).toEqual(Array.from({ length: additionsEach }, (_, n) => `${number}-${n}`));
      }
    }, 300_000);

    test('concurrent purchases succeed while there is gold', async () => {
      await send('buyer', 0, '[{"op":"increment","path":"/gold","by":100}]');
      const buy =
        '[{"op":"increment","path":"/gold","by":-7,"min":0},{"op":"append","path":"/bought","value":1}]';
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => send('buyer', n, buy)));
      const statuses = answers.map((answer) => answer?.status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(14);
      expect(statuses.filter((status) => status === 409)).toHaveLength(16);
      expect(await stored('buyer')).toBe(`{"gold":2,"bought":[${Array(14).fill(1).join(',')}]}`);
    });
  });
}
