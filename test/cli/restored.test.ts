// `playkeep restored` on every engine: no entity tag of before is taken, and all else stays.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { runCommand } from '../harness/command.ts';
import { examine } from '../harness/doctor.ts';
import { engines } from '../harness/engines.ts';
import { type Service, startService } from '../harness/service.ts';

const serverKey = 'a server key of the environment, long enough';
const set = (value: unknown) => ({ body: JSON.stringify({ data: value }) });

describe.each(engines)('playkeep restored on $name', (engine) => {
  let service: Service;
  beforeEach(async () => {
    service = await startService({ engine, environment: { SERVER_API_KEY: serverKey } });
  });
  afterEach(() => service.stop());

  test('raises every version and keeps all else: texts, history, audit, indexes and repetitions', async () => {
    const byServer = { token: serverKey };
    const tags: string[] = [];
    for (let n = 1; n <= 3; n += 1) {
      const answer = await service.as('ann', 'POST', paths.metadata, set({ n }));
      tags.push(answer.headers.get('etag') ?? '');
      service.clock.advance(600_000);
    }
    await service.as('bob', 'GET', paths.metadata);
    const given = { ...byServer, ...set({ n: 4 }) };
    expect((await service.call('POST', '/api/server/players/1/metadata', given)).status).toBe(200);
    const { status, stdout } = await runCommand(['restored'], service.database.environment);
    expect(status).toBe(0);
    expect(stdout).toContain('2 players');
    expect(stdout).toContain('every version is 1000000000 higher');
    const now = await service.as('ann', 'GET', paths.metadata);
    expect([now.body.data.metadata, now.headers.get('etag')]).toEqual([{ n: 4 }, '"1-1000000004"']);
    for (const tag of tags) {
      const late = { ...set({}), headers: { 'if-match': tag } };
      expect((await service.as('ann', 'POST', paths.metadata, late)).status).toBe(412);
    }
    const next = await service.as('ann', 'POST', paths.metadata, set({ n: 5 }));
    expect(next.headers.get('etag')).toBe('"1-1000000005"');
    const history = await service.as('ann', 'GET', `${paths.metadata}/history`);
    const versions = history.body.data.versions.map(({ version }: { version: number }) => version);
    expect(versions).toContain(1_000_000_004);
    expect(versions).toContain(3);
    const back = await service.as('ann', 'POST', `${paths.metadata}/history/3/restore`);
    expect(back.body.data.metadata).toEqual({ n: 3 });
    const first = { ...set({ b: 1 }), headers: { 'if-match': '"2-1000000000"' } };
    expect((await service.as('bob', 'POST', paths.metadata, first)).status).toBe(200);
    const found = await examine(service.database.environment, service.clock);
    expect(found).toMatchObject({ findings: [], players: 2 });
    const audit = await service.call('GET', '/api/server/audit?action=restored', byServer);
    expect(audit.body.data.entries).toMatchObject([{ action: 'restored', detail: { players: 2 } }]);
    const new_ = await service.as('cyd', 'GET', paths.metadata);
    expect(new_.body.data.sequentialId).toBeGreaterThan(1_000_000);
  });
});
