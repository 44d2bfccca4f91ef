// The limits of one patch: size, operations, work, depth.
import { describe, expect, test } from 'bun:test';
import { applyMergePatch } from '../../src/metadata/merge-patch.ts';
import { parsePathRules } from '../../src/metadata/path-rules.ts';
import { paths } from '../harness/api.ts';
import { useFreshService } from '../harness/use-service.ts';

const jsonPatch = { 'content-type': 'application/json-patch+json' };
const mergePatch = { 'content-type': 'application/merge-patch+json' };

describe('the work of one patch is bounded', () => {
  const service = useFreshService({ environment: { METADATA_MAX_BYTES: '100000' } });
  const patch = (body: unknown) =>
    service.as('ann', 'PATCH', paths.metadata, { body: JSON.stringify(body), headers: jsonPatch });

  test('in the size of the result', async () => {
    const answer = await patch([{ op: 'add', path: '/a', value: 'é'.repeat(40_000) }]);
    expect(answer.status).toBe(200);
    const over = await patch([{ op: 'copy', from: '/a', path: '/b' }]);
    expect([over.status, over.body.error.message]).toEqual([413, 'Metadata too large']);
  });

  test('in the number of operations', async () => {
    const operations = Array.from({ length: 1_001 }, () => ({ op: 'test', path: '', value: {} }));
    expect((await patch(operations)).status).toBe(413);
    expect((await patch(operations.slice(1))).status).toBe(200);
  });

  test('in the bytes that they copy', async () => {
    // Doing these operations would take all memory and more than a lifetime.
    const doubling = Array.from({ length: 60 }, (_, n) => ({ op: 'copy', from: '', path: `/${n}` }));
    const answer = await patch([{ op: 'add', path: '/a', value: 'x'.repeat(1_000) }, ...doubling]);
    expect([answer.status, answer.body.error]).toEqual([
      413,
      { message: 'Metadata too large', detail: 'the patch takes too much work' },
    ]);
  });

  test('in members that are added and removed, at one look-up for each', async () => {
    // A search for each member among all of them would take a minute.
    const object = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n % 2 ? null : n]));
    const halved = applyMergePatch(JSON.stringify({ ...object, z: 1 }), JSON.stringify(object));
    expect(Object.keys(JSON.parse(halved))).toHaveLength(50_001);
    const fresh = applyMergePatch('{}', JSON.stringify({ object }));
    expect(Object.keys(JSON.parse(fresh).object)).toHaveLength(50_000);
    const rules = parsePathRules('{"":{"read":"owner"},"/z":{"read":"any"}}');
    expect(rules.visibleToOthers(JSON.stringify({ ...object, z: 1 }))).toBe('{"z":1}');
  });

  test('in the depth to which a merge patch opens large values', async () => {
    const deep = (levels: number, inner: string) => '{"a":'.repeat(levels) + inner + '}'.repeat(levels);
    const numbers = `[${'1,'.repeat(40_000)}1]`;
    await service.as('ann', 'POST', paths.metadata, { body: `{"data":${deep(1_000, numbers)}}` });
    const merge = (body: string) => service.as('ann', 'PATCH', paths.metadata, { body, headers: mergePatch });
    expect((await merge(deep(100, '{"b":1}'))).status).toBe(200);
    const answer = await merge(deep(999, '{"b":1}'));
    expect([answer.status, answer.body.error.detail]).toEqual([413, 'the patch takes too much work']);
  });

  test('in the bytes that they copy and compare inside deep values', async () => {
    const path = `/r${'/a'.repeat(1_000)}/x`;
    const nest = `${'{"a":'.repeat(1_000)}{}${',"z":0}'.repeat(1_000)}`;
    await service.as('ann', 'POST', paths.metadata, { body: `{"data":{"r":${nest}}}` });
    const copies = Array.from({ length: 25 }, () => ({ op: 'copy', from: '/r', path: '/b' }));
    const copied = await patch([
      { op: 'add', path, value: 'x'.repeat(80_000) },
      ...copies,
      { op: 'remove', path: '/b' },
    ]);
    expect(copied.status).toBe(200);
    const zeros = `[${'0,'.repeat(40_000)}0]`;
    const value = `${'{"a":'.repeat(1_000)}${zeros}${',"z":0}'.repeat(1_000)}`;
    const body = `[{"op":"add","path":"${path}","value":1},{"op":"test","path":"/r","value":${value}}]`;
    const compared = await service.as('ann', 'PATCH', paths.metadata, { body, headers: jsonPatch });
    expect([compared.status, compared.body.error.detail]).toEqual([413, 'the patch takes too much work']);
  });

  test('in depth', async () => {
    const operations = Array.from({ length: 1_000 }, () => ({ op: 'move', from: '', path: '/a' }));
    expect((await patch(operations.slice(0, 1))).status).toBe(409);
    const deep = Array.from({ length: 5 }, (_, n) => {
      const value = JSON.parse(`${'{"a":'.repeat(199)}{}${'}'.repeat(199)}`);
      return { op: 'add', path: '/a'.repeat(200 * n + 1), value };
    });
    expect((await patch(deep)).status).toBe(200);
    const deeper = {
      op: 'add',
      path: '/a'.repeat(1_000),
      value: JSON.parse('['.repeat(30) + ']'.repeat(30)),
    };
    expect((await patch([deeper])).status).toBe(400);
  });

  /** A value whose opened levels are more than calls can be nested, at /a; each move puts 90 levels around it. */
  const nested = (moves: number): string[] => {
    const value = '['.repeat(90) + ']'.repeat(90);
    const end = `/t${'/0'.repeat(89)}/-`;
    const around = [
      `{"op":"add","path":"/t","value":${value}}`,
      `{"op":"move","from":"/a","path":"${end}"}`,
      '{"op":"move","from":"/t","path":"/a"}',
    ];
    return ['{"op":"add","path":"/a","value":0}', ...Array.from({ length: moves }, () => around).flat()];
  };
  const send = (operations: readonly string[]) =>
    service.as('ann', 'PATCH', paths.metadata, { body: `[${operations.join(',')}]`, headers: jsonPatch });

  test('in the depth that moves build up', async () => {
    const copy = '{"op":"copy","from":"/a","path":"/b"}';
    for (const operations of [nested(333), [...nested(250), copy]]) {
      const answer = await send(operations);
      expect([answer.status, answer.body.error]).toEqual([400, { message: 'Invalid metadata format' }]);
    }
    const compared = await send([...nested(332), '{"op":"test","path":"","value":{}}']);
    expect([compared.status, compared.body.error.message]).toEqual([409, 'Patch does not apply']);
    expect((await send(nested(11))).status).toBe(200);
    // The depth of the result counts. A value of the maximum depth can be compared and merged into.
    expect((await send([...nested(332), '{"op":"remove","path":"/a"}'])).status).toBe(200);
    const deepest = `{"a":${'['.repeat(1_021)}1${']'.repeat(1_021)}}`;
    const different = deepest.replace('1', ' 1.0');
    const compare = (value: string) => send([`{"op":"add","path":"","value":${deepest}}`, value]);
    expect((await compare(`{"op":"test","path":"","value":${different}}`)).status).toBe(200);
    const inside = `${'{"a":'.repeat(1_023)}{}${'}'.repeat(1_023)}`;
    const merge = (body: string) => service.as('ann', 'PATCH', paths.metadata, { body, headers: mergePatch });
    expect((await merge(inside)).status).toBe(200);
    expect((await merge(inside.replace('{}', '{"a":1}'))).status).toBe(200);
    expect((await merge(inside.replace('{}', '{"a":{}}'))).status).toBe(400);
  });
});
