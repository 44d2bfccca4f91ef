// The facts that each route of the server API shows: to a key with the scope of the route alone, to a key with every scope but
// the one that reads, and to a key with all scopes. A route that is missing here fails the test.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { routeTable } from '../../src/routes.ts';
import { type Scope, scopes } from '../../src/store/ports/keys.ts';
import { type Answer, paths } from '../harness/api.ts';
import { allEngines } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { type Fact, facts, player, rows, same, type World } from './shown-facts.ts';

const routes = routeTable.filter(({ access }) => access.kind === 'server');

/** A name of a key that stands in no other answer. */
const nameOf = (number: number): string => `key of somebody else ${number}.`;

for (const engine of allEngines) {
  describe(`what the server API shows on ${engine.name}`, () => {
    let service: Service;
    let all: string;
    let made = 0;
    const keys = new Map<string, string>();
    beforeAll(async () => {
      service = await startService({
        engine,
        environment: { METADATA_HISTORY_INTERVAL_SECONDS: '0', PLAYER_NAME: '/nick' },
      });
      all = (await createTestKey(service)).token;
    }, 90_000);
    afterAll(() => service.stop());

    /** The text of a key with these scopes. */
    async function keyWith(list: readonly Scope[]): Promise<string> {
      const name = list.join();
      const known = keys.get(name) ?? (await createTestKey(service, { scopes: list })).token;
      keys.set(name, known);
      return known;
    }

    async function newWorld(isSuspended: boolean): Promise<World> {
      made += 1;
      // Unknown keys are looked up ten times a second.
      service.clock.advance(1_000);
      const playerId = `name of the player ${made}.`;
      const as = async (method: string, path: string, body: object) => {
        const answer = await service.as(playerId, method, path, { body: JSON.stringify(body) });
        expect(answer.status).toBe(200);
        return answer.body.data;
      };
      const { sequentialId } = await as('POST', paths.metadata, { data: { secret: 'earlier secret' } });
      await as('POST', paths.metadata, { data: same });
      await as('POST', paths.start, { context: { device: 'device of the context' } });
      await as('POST', paths.stop, {});
      const { sessionId } = await as('POST', paths.start, { context: { device: 'device of the context' } });
      const ids = idsOf({ sequentialId, playerId });
      const before: World['before'] = (method, path, options) =>
        service.call(method, filled(path, ids), { token: all, ...options });
      if (isSuspended) {
        const body = '{"reason":"reason of the suspension"}';
        expect((await before('POST', `${player}/suspend`, { body })).status).toBe(200);
      }
      const name = nameOf(made);
      const body = JSON.stringify({ name, scopes: ['keys:write'] });
      const created = await before('POST', '/api/server/keys', { body });
      const other = { keyId: created.body.data.keyId, name };
      await service.call('POST', '/api/server/keys', {
        token: created.body.data.key,
        body: JSON.stringify({ name: 'for the audit', scopes: ['keys:write'] }),
      });
      return { service, sequentialId, playerId, sessionId, other, before };
    }

    /** The values of the parameters of a path. */
    const idsOf = ({ sequentialId, playerId }: Pick<World, 'sequentialId' | 'playerId'>) => ({
      sequentialId: String(sequentialId),
      version: '1',
      playerId: encodeURIComponent(playerId),
    });

    const filled = (path: string, ids: ReturnType<typeof idsOf>): string =>
      path.replaceAll(/:(sequentialId|playerId|version)/g, (_, name: keyof typeof ids) => ids[name]);

    /** The answers of a route to a key, and the facts in them. */
    async function ask({ method, path }: (typeof routes)[number], token: string) {
      const row = rows[`${method} ${path}`];
      const world = await newWorld(!path.includes('session'));
      const requests = (await row?.requests?.(world)) ?? [[path.replace(':version', '1')]];
      const ids = idsOf(world);
      service.clock.advance(1_000);
      const answers: Answer[] = [];
      for (const [target, options] of requests)
        answers.push(await service.call(method, filled(target, ids), { token, ...options }));
      const text = answers.map((answer) => answer.text + JSON.stringify([...answer.headers])).join('\n');
      const shown = (Object.keys(facts) as Fact[]).filter((fact) => text.includes(facts[fact](world)));
      return { shown, answers, statuses: answers.map(({ status }) => status) };
    }

    for (const route of routes) {
      const { method, path, scope } = route;
      test(`${method} ${path}`, async () => {
        const row = rows[`${method} ${path}`];
        if (!row) throw new Error('the table has no row for this route');
        const expected = (facts: readonly Fact[], { shown, statuses }: Awaited<ReturnType<typeof ask>>) =>
          expect({ shown: shown.toSorted(), statuses }).toEqual({
            shown: facts.toSorted(),
            statuses: [...(row.statuses ?? statuses.map(() => 200))],
          });
        expected(row.withAll, await ask(route, all));
        if (scope !== undefined) {
          const isRead = row.withoutRead === undefined;
          expect([scope, isRead]).toEqual([scope, row.reads === scope]);
          expected(row.withoutRead ?? row.withAll, await ask(route, await keyWith([scope])));
        }
        if (row.reads === undefined) return;
        const without = await ask(route, await keyWith(scopes.filter((each) => each !== row.reads)));
        if (row.withoutRead) return expected(row.withoutRead, without);
        const error = { message: 'Forbidden', detail: `the key lacks the scope ${row.reads}` };
        for (const { body } of without.answers) expect(body).toEqual({ statusCode: 403, error });
        expect(without.shown).toEqual([]);
      }, 90_000);
    }

    test('has every route in its table', () => {
      expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(rows).sort());
    });
  });
}
