// Path rules about reading and writing parts of metadata: METADATA_RULES through HTTP, and the rules alone.
import { beforeEach, describe, expect, test } from 'bun:test';
import { type InvalidRules, parsePathRules } from '../../src/metadata/path-rules.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';
import { useFile, useFreshService } from '../harness/use-service.ts';

const rules = {
  '/wallet': { write: 'server' },
  '/wallet/skin': { write: 'owner' },
  '/private': { read: 'owner' },
};

describe.each(engines)('path rules on $name', (engine) => {
  const service = useFreshService({ engine, environment: { METADATA_RULES: useFile(rules) } });
  beforeEach(async () => {
    await set('{"level":1}');
    await asServer('{"level":1,"wallet":{"gold":100,"gems":1.0},"private":{"notes":"x"}}');
  });

  async function asServer(text: string): Promise<void> {
    const store = await openStoreOn(service.database.environment, service.clock);
    await store.metadata.edit(1, () => ({ answer: null, text }), { by: 'server' });
    await store.close();
  }
  const as = (player: string, method: string, path: string, body?: string, type?: string) =>
    service.as(player, method, path, { body, ...(type && { headers: { 'content-type': type } }) });
  const set = (text: string) => as('ann', 'POST', paths.metadata, `{"data":${text}}`);
  const merge = (text: string) => as('ann', 'PATCH', paths.metadata, text, 'application/merge-patch+json');
  const count = (path: string, op: string) => {
    const body = `[{"op":${op},"path":"${path}"}]`;
    return as('ann', 'PATCH', paths.metadata, body, 'application/vnd.playkeep.patch+json');
  };
  const now = async () => (await as('ann', 'GET', paths.metadata)).body.data.metadata;

  test('a write to a protected member is refused by name, and changes nothing', async () => {
    const before = await now();
    for (const [write, pointer] of [
      [() => set('{"level":2,"wallet":{"gold":999,"gems":1.0}}'), '/wallet/gold'],
      [() => set('{"level":2}'), '/wallet'],
      [() => set('{"wallet":{"gold":100,"gems":1.0,"extra":1}}'), '/wallet/extra'],
      [() => set('{"wallet":{"gold":5,"gems":1},"wallet":{"gold":100,"gems":1}}'), '/wallet'],
      [() => set('{"wallet":{"gold":1,"gold":100,"gems":1}}'), '/wallet/gold'],
      [() => set('{"wallet":{"gold":{"n":1,"n":100},"gems":1}}'), '/wallet/gold'],
      [() => merge('{"wallet":null}'), '/wallet'],
      [() => merge('{"wallet":{"gems":2}}'), '/wallet/gems'],
      [() => count('/wallet/gold', '"increment","by":1'), '/wallet/gold'],
      [() => count('/wallet/extra', '"increment","by":0'), '/wallet/extra'],
      [() => count('/wallet/list', '"append","value":1'), '/wallet/list'],
      [() => as('ann', 'DELETE', paths.metadata), '/wallet'],
    ] as const) {
      const answer = await write();
      expect([answer.status, answer.body.error]).toEqual([
        403,
        { message: 'Field not writable', detail: pointer },
      ]);
    }
    expect(await now()).toEqual(before);
  });

  test('a protected member may be sent unchanged in any spelling, beside members that the player may write', async () => {
    const sent = '{"wallet":{"gems":1,"gold":1e2,"skin":"red"},"level":2}';
    expect((await set(sent)).status).toBe(200);
    expect((await merge('{"level":3,"wallet":{"skin":"blue"}}')).status).toBe(200);
    expect((await count('/wallet/gold', '"increment","by":0.0')).status).toBe(200);
    expect((await count('/level', '"increment","by":1')).status).toBe(200);
    expect(await now()).toEqual({ wallet: { gems: 1, gold: 100, skin: 'blue' }, level: 4 });
  });

  test('other players see the visible part, by id and by lookup; the owner sees everything', async () => {
    const { body, headers } = await as('bob', 'GET', `${paths.metadata}/1`);
    expect(body.data.metadata).toEqual({ level: 1, wallet: { gold: 100, gems: 1 } });
    const lookup = await as('bob', 'POST', paths.lookup, '{"sequentialIds":[1]}');
    expect(lookup.body.data.records).toEqual([body.data]);
    const own = await as('ann', 'GET', `${paths.metadata}/1`);
    expect(own.body.data.metadata.private).toEqual({ notes: 'x' });
    expect(own.headers.get('etag')).not.toBe(headers.get('etag'));
    expect((await as('ann', 'POST', paths.lookup, '{"sequentialIds":[1]}')).body.data.records).toEqual([
      own.body.data,
    ]);
  });

  test('an entity tag from under other rules does not match', async () => {
    const read = (etag?: string) =>
      service.as('bob', 'GET', `${paths.metadata}/1`, etag ? { headers: { 'if-none-match': etag } } : {});
    const etag = (await read()).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"1-2-[0-9a-f]{16}"$/);
    expect((await read(etag)).status).toBe(304);
    await service.restart({
      METADATA_RULES: useFile(Object.fromEntries(Object.entries(rules).toReversed())),
    });
    expect((await read(etag)).status).toBe(304);
    await service.restart({ METADATA_RULES: useFile({ ...rules, '/level': { read: 'owner' } }) });
    const now = await read(etag);
    expect([now.status, now.body.data.metadata]).toEqual([200, { wallet: { gold: 100, gems: 1 } }]);
    expect(now.headers.get('etag')).not.toBe(etag);
  });

  test('a restore brings back the members that the player may write, and no others', async () => {
    expect((await merge('{"level":7,"wallet":{"skin":"red"}}')).status).toBe(200);
    await asServer('{"level":0,"wallet":{"gold":5,"gems":1.0}}');
    const [kept] = (await as('ann', 'GET', paths.history)).body.data.versions;
    const restored = await as('ann', 'POST', `${paths.history}/${kept.version}/restore`);
    expect(restored.status).toBe(200);
    expect(await now()).toEqual({
      level: 7,
      wallet: { gold: 5, gems: 1, skin: 'red' },
      private: { notes: 'x' },
    });
  });

  test('a restore that protected members make too large is refused', async () => {
    await service.restart({ METADATA_MAX_BYTES: '200' });
    await asServer('{"level":1}');
    expect((await set(`{"level":"${'l'.repeat(120)}"}`)).status).toBe(200);
    await asServer(`{"level":2,"wallet":{"gold":"${'g'.repeat(120)}"}}`);
    const [kept] = (await as('ann', 'GET', paths.history)).body.data.versions;
    const restored = await as('ann', 'POST', `${paths.history}/${kept.version}/restore`);
    expect([restored.status, restored.body.error]).toEqual([413, { message: 'Metadata too large' }]);
    expect((await now()).level).toBe(2);
    await service.restart({ METADATA_MAX_BYTES: '300' });
    expect((await as('ann', 'POST', `${paths.history}/${kept.version}/restore`)).status).toBe(200);
    expect(await now()).toEqual({ level: 'l'.repeat(120), wallet: { gold: 'g'.repeat(120) } });
  });
});

test('reading can be closed by default and opened for a part', () => {
  const { visibleToOthers } = parsePathRules(
    '{"":{"read":"owner"},"/profile":{"read":"any"},"/a/b":{"read":"any"}}',
  );
  expect(visibleToOthers('{"profile": {"name":"ann"}, "save":{}, "a":{"b":1,"c":2}}')).toBe(
    '{"profile": {"name":"ann"}, "a":{"b":1}}',
  );
  expect(visibleToOthers('{"a":[{"b":1}],"b":1}')).toBe('{}');
  expect(visibleToOthers('{"a":{"c":1}}')).toBe('{}');
});

test('writing can be closed by default and opened for a part', () => {
  const { findForbidden } = parsePathRules('{"":{"write":"server"},"/settings":{"write":"owner"}}');
  expect(findForbidden('{}', '{"settings":1}')).toBeUndefined();
  expect(findForbidden('{"a":1,"settings":1}', '{"a":1.0}')).toBeUndefined();
  expect(findForbidden('{"a":1}', '{"a":1,"b/c":2}')).toBe('/b~1c');
  expect(findForbidden('{"a":1}', '{}')).toBe('/a');
});

test('a protected member must not be repeated, at any depth; others may be', () => {
  const { findForbidden } = parsePathRules(
    '{"/w":{"write":"server"},"/p":{"read":"owner"},"/d/a":{"write":"server"}}',
  );
  const before = '{"w":{"g":{"n":1}},"p":1,"d":{"a":1}}';
  expect(findForbidden(before, '{"w":{"g":{"n":99,"n":1}},"p":1,"d":{"a":1}}')).toBe('/w');
  expect(findForbidden(before, '{"w":{"g":{"n":1}},"p":1,"d":{"a":5,"a":1}}')).toBe('/d/a');
  expect(findForbidden(before, '{"w":{"g":{"n":1}},"p":1,"d":{"a":5},"d":{"a":1}}')).toBe('/d');
  expect(findForbidden(before, '{"w":{"g":{"n":1.0}},"p":1,"p":2,"d":{"a":1}}')).toBeUndefined();
  const stored = '{"w":{"n":1,"n":2}}';
  expect(findForbidden(stored, `{"x":1,${stored.slice(1)}`)).toBeUndefined();
});

test('a repeated member that is older than the rules may stay, unchanged', () => {
  const { findForbidden, keepProtected } = parsePathRules(
    '{"/w":{"write":"server"},"/d/a":{"write":"server"},"/o":{"write":"owner"}}',
  );
  const stored = '{"x":0,"w":1,"w":5,"d":{"a":1},"d":{"a":2,"b":1}}';
  for (const [after, pointer] of [
    ['{"x":9,"w":1,"w":5,"d":{"a":1},"d":{"a":2,"b":7}}', undefined],
    ['{"w":5,"d":{"a":2}}', undefined],
    ['{"w":5,"w":5,"d":{"a":2}}', '/w'],
    ['{"w":1,"w":1,"w":5,"d":{"a":2}}', '/w'],
    ['{"w":1,"w":6,"d":{"a":2}}', '/w'],
    ['{"w":5,"w":1,"d":{"a":2}}', '/w'],
    ['{"w":5,"d":{"a":3},"d":{"a":2}}', '/d'],
    ['{"w":5,"d":{"a":1},"d":{"a":3}}', '/d/a'],
  ] as const) {
    expect([after, findForbidden(stored, after)]).toEqual([after, pointer]);
  }
  for (const [now, other, expected] of [
    ['{"w":7}', '{"x":0,"w":1,"w":5}', '{"x":0,"w":7}'],
    ['{"w":1,"w":5}', '{"x":0,"w":2}', '{"x":0,"w":1,"w":5}'],
    ['{"w":1,"w":5}', '{"w":2, "x":0,"w":3}', '{"w":1, "x":0,"w":5}'],
    ['{"x":1}', '{"x":0,"w":1,"w":5}', '{"x":0}'],
    ['{"o":1,"o":2}', '{"o":3,"o":4,"x":1,"x":2}', '{"o":3,"o":4,"x":1,"x":2}'],
    ['{"d":{"a":1},"d":{"a":2}}', '{"d":{"a":3,"b":4}}', '{"d":{"a":1},"d":{"a":2,"b":4}}'],
  ] as const) {
    expect(keepProtected(now, other)).toBe(expected);
    expect(findForbidden(now, expected)).toBeUndefined();
  }
});

test('other players see only the last of a repeated member', () => {
  const closed = parsePathRules('{"":{"read":"owner"},"/a/b":{"read":"any"}}');
  expect(closed.visibleToOthers('{"a":{"b":1},"a":5}')).toBe('{}');
  expect(closed.visibleToOthers('{"a":5,"a":{"b":1,"c":2}}')).toBe('{"a":{"b":1}}');
  expect(closed.visibleToOthers('{"a":{"b":1,"b":2}}')).toBe('{"a":{"b":2}}');
  const open = parsePathRules('{"/p/q":{"read":"owner"}}');
  expect(open.visibleToOthers('{"x":1,"x":2,"p":{"r":1},"p":{"q":2}}')).toBe('{"x":1,"x":2,"p":{}}');
});

test('a state without the object around a protected member can be restored', () => {
  const rules = parsePathRules('{"/d/a":{"write":"server"},"/d/a/open":{"write":"owner"}}');
  const now = '{"d":{"a":{"v":1}},"x":2}';
  for (const [other, expected] of [
    ['{"x":1}', '{"x":1,"d":{"a":{"v":1}}}'],
    ['{"d":7,"x":1}', '{"d":{"a":{"v":1}},"x":1}'],
    ['{"d":{"b":1,"a":{"open":5,"v":9}}}', '{"d":{"b":1,"a":{"v":1,"open":5}}}'],
  ] as const) {
    expect(rules.keepProtected(now, other)).toBe(expected);
    expect(rules.findForbidden(now, expected)).toBeUndefined();
  }
  expect(rules.keepProtected('{"x":2}', '{"d":{"a":1},"x":1}')).toBe('{"d":{},"x":1}');
});

test('an invalid file is reported with every problem', () => {
  const problemsOf = (text: string): readonly string[] => {
    try {
      parsePathRules(text);
      return [];
    } catch (error) {
      return (error as InvalidRules).problems;
    }
  };
  expect(problemsOf('{')[0]).toContain('is no JSON');
  expect(problemsOf('{"wallet":{"write":"server"},"/~":{}}')).toHaveLength(2);
  expect(problemsOf('{"/wallet":{"write":"nobody"}}')[0]).toContain('"/wallet" "write"');
  expect(problemsOf('{"/wallet":{"wirte":"server"}}')).toHaveLength(1);
  expect(problemsOf('[]')).toHaveLength(1);
  expect(problemsOf(' {"/wallet":{"write":"server"},"/\\u0077allet":{"read":"any"},"~":{}} ')).toEqual([
    '"/wallet" is given twice',
    '"~" is no JSON Pointer: it begins with / and has ~ only in ~0 and ~1',
  ]);
  expect(problemsOf('{"/a":{"write":"server","writ\\u0065":"owner"},"/b":{},"/b":{"x":1}}')).toEqual([
    '"/b" is given twice',
    '"/a" "write" is given twice',
    expect.stringContaining('"/b" '),
  ]);
});

test('a service with an invalid file does not start', async () => {
  const file = useFile({ wallet: {} });
  for (const METADATA_RULES of [file, `${file}.none`])
    await expect(startService({ environment: { METADATA_RULES } })).rejects.toMatchObject({
      problems: [expect.stringContaining('METADATA_RULES')],
    });
});
