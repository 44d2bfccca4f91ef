// PATCH through HTTP: RFC 6902's own test suite, RFC 7396's appendix, exact text, limits, refusals.
import { beforeEach, describe, expect, test } from 'bun:test';
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
  const service = useService({ engine });
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
});
