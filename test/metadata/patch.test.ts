// PATCH through HTTP: RFC 6902's own test suite, RFC 7396's appendix, exact text, limits, refusals.
import { beforeEach, describe, expect, test } from 'bun:test';
import { applyMergePatch } from '../../src/metadata/merge-patch.ts';
import { parsePathRules } from '../../src/metadata/path-rules.ts';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { useService } from '../harness/use-service.ts';

interface SuiteCase {
  readonly comment?: string;
  readonly doc: unknown;
  readonly patch: unknown;
  readonly expected?: unknown;
  readonly error?: string;
  readonly disabled?: boolean;
}
const suite: readonly SuiteCase[] = [
  ...(await import('json-patch-test-suite/tests.json')).default,
  ...(await import('json-patch-test-suite/spec_tests.json')).default,
] as never;

/** RFC 7396, appendix A: original, patch, result. */
const mergeCases: readonly [unknown, unknown, unknown][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

const jsonPatch = { 'content-type': 'application/json-patch+json' };
const mergePatch = { 'content-type': 'application/merge-patch+json' };

/** The suite has documents of every type, but metadata is an object: a document becomes its member `doc`. */
function wrapped(patch: unknown): unknown {
  if (!Array.isArray(patch)) return patch;
  const prefix = (path: unknown): unknown =>
    typeof path === 'string' && /^(?:$|\/)/.test(path) ? `/doc${path}` : path;
  return patch.map((operation) => {
    if (typeof operation !== 'object' || operation === null) return operation;
    const { path, from, ...rest } = operation;
    return {
      ...rest,
      ...(path !== undefined && { path: prefix(path) }),
      ...(from !== undefined && { from: prefix(from) }),
    };
  });
}

const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

describe.each(engines)('patches on $name', (engine) => {
  const service = useService({ engine, environment: { METADATA_MAX_BYTES: '100000' } });
  let player = 0;
  beforeEach(() => {
    player += 1;
  });

  const as = (method: string, options = {}) => service.as(`p${player}`, method, paths.metadata, options);
  const set = (text: string) => as('POST', { body: `{"data":${text}}` });
  const patch = (body: string, headers = jsonPatch) => as('PATCH', { body, headers });
  /** The text of the metadata in an answer. */
  const stored = ({ text }: Answer): string => text.slice(text.indexOf('"metadata":') + 11, -2);
  const now = async () => stored(await as('GET'));

  async function checkCase(doc: unknown, body: unknown, { expected, error }: SuiteCase): Promise<void> {
    await set(JSON.stringify(doc));
    const before = await now();
    const answer = await patch(JSON.stringify(body));
    if (error === undefined) {
      expect(answer.status).toBe(200);
      if (expected !== undefined) expect(answer.body.data.metadata).toEqual(expected);
      expect(await now()).toBe(stored(answer));
    } else {
      expect([400, 409]).toContain(answer.status);
      expect(await now()).toBe(before);
    }
  }

  test.each(
    suite
      .filter(({ disabled }) => !disabled)
      .map((each) => [each.comment ?? JSON.stringify(each.patch), each]),
  )('the suite of RFC 6902: %s', async (_, each) => {
    const { doc, expected } = each as SuiteCase;
    const hasExpected = 'expected' in (each as object);
    await checkCase({ doc }, wrapped((each as SuiteCase).patch), {
      ...(each as SuiteCase),
      ...(hasExpected && { expected: { doc: expected } }),
    });
    if (isPlainObject(doc) && (!hasExpected || isPlainObject(expected))) {
      await checkCase(doc, (each as SuiteCase).patch, each as SuiteCase);
    }
  });

  test.each(mergeCases)('the appendix of RFC 7396: %j with %j', async (original, change, result) => {
    await set(JSON.stringify({ doc: original }));
    const answer = await patch(JSON.stringify({ doc: change }), mergePatch);
    expect(answer.body.data.metadata).toEqual({ doc: result });
    if (!isPlainObject(original) || !isPlainObject(result)) return;
    await set(JSON.stringify(original));
    expect((await patch(JSON.stringify(change), mergePatch)).body.data.metadata).toEqual(result);
  });

  test('of RFC 7396 that are no object are refused, because they would replace the object', async () => {
    await set('{"a":"foo"}');
    for (const body of ['null', '"bar"', '["c"]', '1']) {
      const answer = await patch(body, mergePatch);
      expect([answer.status, answer.body.error]).toEqual([400, { message: 'Invalid metadata format' }]);
    }
    expect(await now()).toBe('{"a":"foo"}');
  });

  test('that change nothing leave the entity tag as it is', async () => {
    await set('{"a":1}');
    const tag = (await as('GET')).headers.get('etag');
    const counters = { 'content-type': 'application/vnd.playkeep.patch+json' };
    const add = (by: number) => ({ op: 'increment', path: '/a', by });
    const idle = [
      await patch('[]'),
      await patch(JSON.stringify([add(0), add(1), add(-1)]), counters),
      await patch('[{"op":"test","path":"/a","value":1}]'),
      await patch('{}', mergePatch),
      await patch('{"a":1}', mergePatch),
    ];
    for (const answer of idle) {
      expect([answer.status, answer.headers.get('etag'), stored(answer)]).toEqual([200, tag, '{"a":1}']);
    }
    expect((await patch('{"a":2}', mergePatch)).headers.get('etag')).not.toBe(tag);
  });

  test('keep every byte of what they do not touch', async () => {
    const text =
      '{\n  "z": 1.0,\n  "a" : { "big":12345678901234567890 ,"e": 1e400 },\n  "s":"\\u0000\\ud800"\n}';
    await set(text);
    const cases: [string, Record<string, string>, string][] = [
      ['{"z":-0}', mergePatch, text.replace('1.0', '-0')],
      ['{"new":[ 1.00 ]}', mergePatch, text.replace('"\n}', '",\n  "new":[ 1.00 ]\n}')],
      ['{"a":{"e":null}}', mergePatch, text.replace(',"e": 1e400 }', ' }')],
      [
        '[{"op":"replace","path":"/a/big","value":1e5}]',
        jsonPatch,
        text.replace('12345678901234567890', '1e5'),
      ],
      ['[{"op":"remove","path":"/z"}]', jsonPatch, text.replace('\n  "z": 1.0,', '')],
      ['{"a":null}', mergePatch, text.replace(/\n {2}"a".*,$/m, '')],
      ['{"s":null}', mergePatch, text.replace(/,\n {2}"s".*$/m, '')],
      [
        '[{"op":"copy","from":"/a","path":"/b"}]',
        jsonPatch,
        text.replace('"\n}', '",\n  "b":{ "big":12345678901234567890 ,"e": 1e400 }\n}'),
      ],
      ['[{"op":"test","path":"/a/e","value":10e399}]', jsonPatch, text],
      ['[]', jsonPatch, text],
    ];
    for (const [body, headers, expected] of cases) {
      await set(text);
      expect(stored(await patch(body, headers as typeof jsonPatch))).toBe(expected);
    }
  });

  test('compare numbers by their value, to the last digit', async () => {
    await set('{"n":12345678901234567890,"d":1.50,"z":-0}');
    const statuses = [];
    for (const [path, value] of [
      ['/n', '12345678901234567890.0'],
      ['/n', '12345678901234567891'],
      ['/d', '15e-1'],
      ['/d', '"1.50"'],
      ['/z', '0.000'],
    ]) {
      statuses.push((await patch(`[{"op":"test","path":"${path}","value":${value}}]`)).status);
    }
    expect(statuses).toEqual([200, 409, 200, 409, 200]);
  });

  test('that do not apply name the operation, and leave the record untouched', async () => {
    await set('{"a":[1,2]}');
    const { headers } = await as('GET');
    for (const [operation, reason] of [
      [{ op: 'test', path: '/a/0', value: 2 }, 'operation 1 (test): the value is another one'],
      [{ op: 'remove', path: '/b' }, 'operation 1 (remove): nothing is at "b"'],
      [{ op: 'add', path: '/a/4', value: 1 }, 'operation 1 (add): the array has no place 4'],
      [{ op: 'replace', path: '/a/x', value: 1 }, 'operation 1 (replace): "x" is no index'],
      [{ op: 'move', from: '/a', path: '/a/0' }, 'operation 1 (move): a value cannot be moved into itself'],
      [{ op: 'remove', path: '' }, 'operation 1 (remove): the whole object cannot be removed'],
    ]) {
      const answer = await patch(JSON.stringify([{ op: 'add', path: '/x', value: 1 }, operation]));
      expect([answer.status, answer.body.error]).toEqual([
        409,
        { message: 'Patch does not apply', detail: reason },
      ]);
    }
    expect((await as('GET')).headers.get('etag')).toBe(headers.get('etag'));
  });

  test('of another media type are refused', async () => {
    for (const type of ['application/json', 'text/plain', 'application/merge-patch']) {
      const answer = await patch('{}', { 'content-type': type });
      expect([answer.status, answer.body.error.message]).toEqual([415, 'Unsupported media type']);
      expect(answer.headers.get('accept-patch')).toBe(
        'application/merge-patch+json, application/json-patch+json, application/vnd.playkeep.patch+json',
      );
    }
  });

  describe('the work of one patch is bounded', () => {
    const patchAll = (operations: readonly unknown[]) => patch(JSON.stringify(operations));

    test('in the size of the result', async () => {
      const answer = await patchAll([{ op: 'add', path: '/a', value: 'é'.repeat(40_000) }]);
      expect(answer.status).toBe(200);
      const over = await patchAll([{ op: 'copy', from: '/a', path: '/b' }]);
      expect([over.status, over.body.error.message]).toEqual([413, 'Metadata too large']);
    });

    test('in the number of operations', async () => {
      const operations = Array.from({ length: 1_001 }, () => ({ op: 'test', path: '', value: {} }));
      expect((await patchAll(operations)).status).toBe(413);
      expect((await patchAll(operations.slice(1))).status).toBe(200);
    });

    test('in the bytes that they copy', async () => {
      // Doing these operations would take all memory and more than a lifetime.
      const doubling = Array.from({ length: 60 }, (_, n) => ({ op: 'copy', from: '', path: `/${n}` }));
      const answer = await patchAll([{ op: 'add', path: '/a', value: 'x'.repeat(1_000) }, ...doubling]);
      expect([answer.status, answer.body.error]).toEqual([
        413,
        { message: 'Metadata too large', detail: 'the patch takes too much work' },
      ]);
    });

    test('in members that are added and removed, at one look-up for each', async () => {
      // A search for each member among all of them would take a minute.
      const object = Object.fromEntries(
        Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n % 2 ? null : n]),
      );
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
      await set(deep(1_000, numbers));
      const merge = (body: string) => patch(body, mergePatch);
      expect((await merge(deep(100, '{"b":1}'))).status).toBe(200);
      const answer = await merge(deep(999, '{"b":1}'));
      expect([answer.status, answer.body.error.detail]).toEqual([413, 'the patch takes too much work']);
    });

    test('in the bytes that they copy and compare inside deep values', async () => {
      const path = `/r${'/a'.repeat(1_000)}/x`;
      const nest = `${'{"a":'.repeat(1_000)}{}${',"z":0}'.repeat(1_000)}`;
      await set(`{"r":${nest}}`);
      const copies = Array.from({ length: 25 }, () => ({ op: 'copy', from: '/r', path: '/b' }));
      const copied = await patchAll([
        { op: 'add', path, value: 'x'.repeat(80_000) },
        ...copies,
        { op: 'remove', path: '/b' },
      ]);
      expect(copied.status).toBe(200);
      const zeros = `[${'0,'.repeat(40_000)}0]`;
      const value = `${'{"a":'.repeat(1_000)}${zeros}${',"z":0}'.repeat(1_000)}`;
      const body = `[{"op":"add","path":"${path}","value":1},{"op":"test","path":"/r","value":${value}}]`;
      const compared = await patch(body);
      expect([compared.status, compared.body.error.detail]).toEqual([413, 'the patch takes too much work']);
    });

    test('in depth', async () => {
      const operations = Array.from({ length: 1_000 }, () => ({ op: 'move', from: '', path: '/a' }));
      expect((await patchAll(operations.slice(0, 1))).status).toBe(409);
      const deep = Array.from({ length: 5 }, (_, n) => {
        const value = JSON.parse(`${'{"a":'.repeat(199)}{}${'}'.repeat(199)}`);
        return { op: 'add', path: '/a'.repeat(200 * n + 1), value };
      });
      expect((await patchAll(deep)).status).toBe(200);
      const deeper = {
        op: 'add',
        path: '/a'.repeat(1_000),
        value: JSON.parse('['.repeat(30) + ']'.repeat(30)),
      };
      expect((await patchAll([deeper])).status).toBe(400);
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
    const send = (operations: readonly string[]) => patch(`[${operations.join(',')}]`);

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
      const merge = (body: string) => patch(body, mergePatch);
      expect((await merge(inside)).status).toBe(200);
      expect((await merge(inside.replace('{}', '{"a":1}'))).status).toBe(200);
      expect((await merge(inside.replace('{}', '{"a":{}}'))).status).toBe(400);
    });
  });
});
