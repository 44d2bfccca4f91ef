// Counters through HTTP: exact sums, bounds, appended items, and the promises of every write.
import { beforeEach, describe, expect, test } from 'bun:test';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { useService } from '../harness/use-service.ts';

const playkeepPatch = { 'content-type': 'application/vnd.playkeep.patch+json' };
const nines = '9'.repeat(1_000);

/** The stored number, or undefined for none; the members of the operation beside `op` and `path`; the text that it leaves. */
const sums: readonly (readonly [before: string | undefined, members: string, after: string])[] = [
  ['100', '"by":10', '110'],
  ['0.1', '"by":0.2', '0.3'],
  ['1e2', '"by":1', '101'],
  ['1.50', '"by":0.5', '2.00'],
  ['1', '"by":-1.5', '-0.5'],
  ['-0', '"by":-0', '0'],
  ['1e2', '"by":0', '100'],
  ['0.30', '"by":-0.3', '0.00'],
  ['12345678901234567890', '"by":1', '12345678901234567891'],
  [`${nines.slice(1)}`, '"by":1', `1${'0'.repeat(999)}`],
  [nines, `"by":-${nines}`, '0'],
  ['0', '"by":1E-1000', `0.${'0'.repeat(999)}1`],
  ['0', '"by":1e999', `1${'0'.repeat(999)}`],
  [undefined, '"by":5', '5'],
  [undefined, '"by":5,"initial":100', '105'],
  [undefined, '"by":1,"initial":0.50', '1.50'],
  [undefined, '"by":-0', '0'],
  ['7', '"by":5,"initial":100', '12'],
  ['7', '"by":3,"min":10,"max":10.0', '10'],
  ['7', '"by":-7,"min":0', '0'],
  ['7', '"by":1,"max":1e1000,"min":-1e1000', '8'],
  ['150', '"by":-60,"max":100', '90'],
];

const tooLong = (name: string) => `${name} has more than 1000 digits or an exponent beyond 1000`;

/** The same for increments that do not apply, with the reason. */
const refusals: readonly (readonly [before: string | undefined, members: string, reason: string])[] = [
  ['7', '"by":-8,"min":0', 'the result would be less than "min"'],
  ['7', '"by":1e-1000,"max":7', 'the result would be more than "max"'],
  ['150', '"by":-10,"max":100', 'the result would be more than "max"'],
  [undefined, '"by":1,"initial":5,"max":5', 'the result would be more than "max"'],
  [undefined, '"by":1,"min":2,"max":0', 'the result would be less than "min"'],
  ['"7"', '"by":1', 'the value is no number'],
  ['null', '"by":1', 'the value is no number'],
  ['[]', '"by":1', 'the value is no number'],
  ['{"n":1}', '"by":1', 'the value is no number'],
  [`${nines}0`, '"by":1', tooLong('the value')],
  ['1e1001', '"by":1', tooLong('the value')],
  ['0', `"by":${nines}0`, tooLong('"by"')],
  ['0', '"by":1e-1001', tooLong('"by"')],
  [undefined, '"by":1,"initial":1e1001', tooLong('"initial"')],
  ['0', '"by":1,"min":-1e1001', tooLong('"min"')],
  ['0', '"by":1,"max":1e1001', tooLong('"max"')],
  [nines, '"by":1', 'the result would have more than 1000 digits'],
  ['1', '"by":1e-1000', 'the result would have more than 1000 digits'],
  ['0', '"by":1e1000', 'the result would have more than 1000 digits'],
];

/** The stored array, or undefined for none; the members of the operation beside `op` and `path`; the text that it leaves. */
const appended: readonly (readonly [before: string | undefined, members: string, after: string])[] = [
  [undefined, '"value":{"a":1.0}', '[{"a":1.0}]'],
  [undefined, '"value":[]', '[[]]'],
  ['[ ]', '"value":null', '[null]'],
  ['[1,2]', '"value":3', '[1,2,3]'],
  ['[1,2]', '"value":3,"maxItems":3', '[1,2,3]'],
  ['[1,2]', '"value":3,"maxItems":2.0', '[2,3]'],
  ['[1, 2, 3, 4]', '"value":5,"maxItems":2', '[4, 5]'],
  ['[\n  1,\n  2\n]', '"value":3,"maxItems":2', '[\n  2,\n  3\n]'],
  ['[1,2,3]', '"value":"x","maxItems":1', '["x"]'],
  ['[]', '"value":1,"maxItems":1e3', '[1]'],
];

describe.each(engines)('counters on $name', (engine) => {
  const service = useService({ engine });
  let player = 0;
  beforeEach(() => {
    player += 1;
  });

  const as = (method: string, options = {}) => service.as(`p${player}`, method, paths.metadata, options);
  const set = (text: string) => as('POST', { body: `{"data":${text}}` });
  const patch = (body: string, headers = {}) =>
    as('PATCH', { body, headers: { ...playkeepPatch, ...headers } });
  const stored = ({ text }: Answer): string => text.slice(text.indexOf('"metadata":') + 11, -2);
  const now = async () => stored(await as('GET'));
  const document = (value: string | undefined) =>
    value === undefined ? '{ "a":1 }' : `{ "n": ${value} , "a":1 }`;
  const isConflict = (answer: Answer, detail: string) =>
    expect([answer.status, answer.body.error]).toEqual([409, { message: 'Patch does not apply', detail }]);

  test('an increment adds exactly, and keeps every other byte', async () => {
    for (const [before, members, after] of sums) {
      await set(document(before));
      const answer = await patch(`[{"op":"increment","path":"/n",${members}}]`);
      const expected = before === undefined ? `{ "a":1, "n":${after} }` : document(after);
      expect([before, members, answer.status, stored(answer)]).toEqual([before, members, 200, expected]);
      expect(await now()).toBe(expected);
    }
  });

  test('an increment that leaves its bounds, or meets no number, says why and changes nothing', async () => {
    for (const [before, members, reason] of refusals) {
      const { headers } = await set(document(before));
      const answer = await patch(
        `[{"op":"add","path":"/x","value":1},{"op":"increment","path":"/n",${members}}]`,
      );
      isConflict(answer, `operation 1 (increment): ${reason}`);
      const read = await as('GET');
      expect([stored(read), read.headers.get('etag')]).toEqual([document(before), headers.get('etag')]);
    }
  });

  test('an append adds at the end, and the oldest go past maxItems', async () => {
    for (const [before, members, after] of appended) {
      await set(document(before));
      const answer = await patch(`[{"op":"append","path":"/n",${members}}]`);
      const expected = before === undefined ? `{ "a":1, "n":${after} }` : document(after);
      expect([before, members, answer.status, stored(answer)]).toEqual([before, members, 200, expected]);
    }
    for (const value of ['1', '"[]"', 'null', '{}']) {
      await set(document(value));
      const answer = await patch('[{"op":"append","path":"/n","value":1}]');
      isConflict(answer, 'operation 0 (append): the value is no array');
    }
  });

  test('a path leads to members and items; only a member may be missing', async () => {
    await set('{"a/b":{"m~n":[1,{"":2}]},"s":"x"}');
    const operations = [
      '{"op":"increment","path":"/a~1b/m~0n/0","by":10}',
      '{"op":"increment","path":"/a~1b/m~0n/1/","by":20}',
      '{"op":"increment","path":"/a~1b/~01","by":30}',
      '{"op":"add","path":"/a~1b/m~0n/-","value":[]}',
      '{"op":"append","path":"/a~1b/m~0n/2","value":40}',
    ];
    const expected = '{"a/b":{"m~n":[11,{"":22},[40]],"~1":30},"s":"x"}';
    expect(stored(await patch(`[${operations.join(',')}]`))).toBe(expected);
    for (const op of ['"increment","by":1', '"append","value":1']) {
      const name = op.slice(1, op.indexOf('"', 1));
      const kind = name === 'increment' ? 'number' : 'array';
      for (const [path, reason] of [
        ['/x/y', 'nothing is at "x"'],
        ['/s/y', 'nothing is at "y"'],
        ['/a~1b/m~0n/3', 'nothing is at "3"'],
        ['/a~1b/m~0n/-', '"-" is no index'],
        ['/a~1b/m~0n/01', '"01" is no index'],
        ['', `the value is no ${kind}`],
      ]) {
        const answer = await patch(`[{"op":${op},"path":"${path}"}]`);
        isConflict(answer, `operation 0 (${name}): ${reason}`);
      }
    }
    expect(await now()).toBe(expected);
  });

  test('of a key that is there twice, the last member counts', async () => {
    await set('{"n":1,"n":5,"l":[1],"l":[2]}');
    const answer = await patch(
      '[{"op":"increment","path":"/n","by":2},{"op":"append","path":"/l","value":3}]',
    );
    expect(stored(answer)).toBe('{"n":1,"n":7,"l":[1],"l":[2,3]}');
  });

  test('the operations of RFC 6902 stand beside them, all or none', async () => {
    await set('{"gold":100}');
    const buy = (cost: number) =>
      patch(
        JSON.stringify([
          { op: 'test', path: '/gold', value: 100 },
          { op: 'append', path: '/bought', value: 'sword' },
          { op: 'increment', path: '/gold', by: -cost, min: 0 },
          { op: 'copy', from: '/gold', path: '/left' },
        ]),
      );
    isConflict(await buy(101), 'operation 2 (increment): the result would be less than "min"');
    expect(await now()).toBe('{"gold":100}');
    expect(stored(await buy(100))).toBe('{"gold":0,"bought":["sword"],"left":0}');
    isConflict(await buy(0), 'operation 0 (test): the value is another one');
  });

  test('the two operations belong to their own media type', async () => {
    for (const op of ['"increment","by":1', '"append","value":1']) {
      const answer = await patch(`[{"op":${op},"path":"/n"}]`, {
        'content-type': 'application/json-patch+json',
      });
      expect([answer.status, answer.headers.get('x-error-detail')]).toEqual([
        400,
        'operation 0 has an "op" that is not known',
      ]);
    }
  });

  test('additions of many devices at once are all there', async () => {
    await set('{"n":0.5}');
    const additions = Array.from({ length: 40 }, (_, n) =>
      patch(
        `[{"op":"increment","path":"/n","by":${n}.25},{"op":"append","path":"/l","value":${n},"maxItems":30}]`,
      ),
    );
    for (const { status } of await Promise.all(additions)) expect(status).toBe(200);
    const { n, l } = JSON.parse(await now());
    // The numbers 0 to 39, forty quarters, and the first half.
    expect(n).toBe(780 + 10 + 0.5);
    expect([l.length, new Set(l).size]).toEqual([30, 30]);
  });
});
