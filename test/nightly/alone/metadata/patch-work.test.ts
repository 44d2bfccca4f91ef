// The time of one patch on the one thread: possible work is cheap, and too much work is refused early.
import { describe, expect, test } from 'bun:test';
import { addMember, memberOf, removeMember } from '../../../../src/lib/json-edit.ts';
import { openObject, toText } from '../../../../src/lib/json-text.ts';
import type { Spend } from '../../../../src/lib/json-work.ts';
import { applyJsonPatch, parseJsonPatch } from '../../../../src/metadata/json-patch.ts';
import { applyPlaykeepPatch, parsePlaykeepPatch } from '../../../../src/metadata/playkeep-patch.ts';
import { paths } from '../../../harness/api.ts';
import { leastCpuMilliseconds } from '../../../harness/cpu-time.ts';
import { engines } from '../../../harness/engines.ts';
import { startService } from '../../../harness/service.ts';

const members = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"k${n}":0`).join()}}`;
const zeros = (count: number): string => `[${'0,'.repeat(count - 1)}0]`;
const times = (count: number, operation: (n: number) => object) =>
  Array.from({ length: count }, (_, n) => operation(n));

function outcomeOf(text: string, operations: object[]): string {
  const patch = parseJsonPatch(JSON.stringify(operations));
  return outcomeOfApplying(() => applyJsonPatch(text, patch));
}

/** Of operations as text, since their numbers may be longer than JavaScript has them. */
function outcomeOfCounters(text: string, operations: readonly string[]): string {
  return outcomeOfApplying(() => applyPlaykeepPatch(text, parsePlaykeepPatch(`[${operations.join(',')}]`)));
}

function outcomeOfApplying(apply: () => string): string {
  let outcome = '';
  const milliseconds = leastCpuMilliseconds(() => {
    try {
      outcome = apply() && 'applied';
    } catch (error) {
      outcome = (error as { options?: { detail?: string } }).options?.detail ?? String(error);
    }
  });
  // The earlier code took 400 to 3,000 ms.
  return milliseconds < 300 ? outcome : `${outcome} after ${milliseconds} ms`;
}

describe('a thousand operations', () => {
  const object = members(31_000);
  const array = `{"a":${zeros(100_000)}}`;
  const refused = 'the patch takes too much work';

  test('on members and items are cheap, however many there are', () => {
    for (const [text, operation] of [
      [object, (n) => ({ op: 'replace', path: '/k0', value: n })],
      [members(80_000), (n) => ({ op: 'replace', path: `/k${n}`, value: n })],
      [object, (n) => (n % 2 ? { op: 'remove', path: '/z' } : { op: 'add', path: '/z', value: n })],
      [array, (n) => ({ op: 'replace', path: `/a/${n}`, value: 1 })],
    ] as readonly (readonly [text: string, operation: (n: number) => object])[])
      expect(outcomeOf(text, times(1_000, operation))).toBe('applied');
    const one = [{ op: 'add', path: '/a/0', value: 1 }];
    expect(outcomeOf(`{"a":${zeros(500_000)}}`, one)).toStartWith('applied');
  });

  test('that are invalid are refused early', () => {
    const twice = `${object.slice(0, -1)},"k0":1}`;
    const copies = times(1_000, (n) =>
      n % 2 ? { op: 'replace', path: '/c/k0', value: n } : { op: 'copy', from: '', path: '/c' },
    );
    const copiesOfOpened = times(1_000, (n) =>
      n ? { op: 'copy', from: '', path: '/c' } : { op: 'replace', path: '/k0', value: 1 },
    );
    for (const [text, operations] of [
      [twice, times(1_000, (n) => ({ op: 'remove', path: `/k${n + 1}` }))],
      [array, times(1_000, () => ({ op: 'add', path: '/a/0', value: 1 }))],
      [array, times(1_000, () => ({ op: 'remove', path: '/a/0' }))],
      [object, copies],
      [object, copiesOfOpened],
      [`{"o":${object}}`, [...times(999, () => ({ op: 'test', path: '/o', value: {} }))]],
    ] as const) {
      const outcome = outcomeOf(text, [...operations]);
      expect([refused, 'operation 0 (test): the value is another one']).toContain(outcome);
    }
    const spaced = `{"o":${object}}`;
    const compared = times(30, () => ({ op: 'test', path: '/o', value: JSON.parse(object) }));
    expect(outcomeOf(spaced.replace('"k1":0', '"k1": 0'), compared)).toBe(refused);
  });
});

describe('counters', () => {
  const million = 1_000_000;
  const increment = (by: string, members = '') => `{"op":"increment","path":"/n","by":${by}${members}}`;

  test('of the longest numbers are cheap, a thousand at once', () => {
    const digits = `0.${'9'.repeat(1_000)}`;
    const changes = [increment(`-${digits}`, `,"min":-${digits},"max":1e1000`), increment(digits)];
    const thousand = times(500, () => ({})).flatMap(() => changes);
    expect(outcomeOfCounters(`{"n":${digits}}`, thousand)).toBe('applied');
    const texts = times(1_000, (n) => ({ op: 'increment', path: `/k${n}`, by: 1 })).map((each) =>
      JSON.stringify(each),
    );
    expect(outcomeOfCounters(members(31_000), texts)).toBe('applied');
  });

  test('of a million digits are refused after one look, wherever the digits are', () => {
    const past = (name: string) =>
      `operation 0 (increment): ${name} has more than 1000 digits or an exponent beyond 1000`;
    for (const long of [
      '9'.repeat(million),
      `0.${'0'.repeat(million)}1`,
      `1e${'9'.repeat(million)}`,
      `1e-${'9'.repeat(million)}`,
    ]) {
      const thousand = times(1_000, () => ({})).map(() => increment('1'));
      expect(outcomeOfCounters(`{"n":${long}}`, thousand)).toBe(past('the value'));
      expect(outcomeOfCounters('{"n":1}', [increment(long)])).toBe(past('"by"'));
      expect(outcomeOfCounters('{"n":1}', [increment('1', `,"max":${long}`)])).toBe(past('"max"'));
    }
    expect(outcomeOfCounters('{"n":1}', [increment(`1e${'0'.repeat(million)}1`)])).toBe('applied');
  });

  test('that append a thousand times are cheap, or refused early', () => {
    const append = (maxItems: number) => `{"op":"append","path":"/a","value":1,"maxItems":${maxItems}}`;
    const thousand = (maxItems: number) => times(1_000, () => ({})).map(() => append(maxItems));
    expect(outcomeOfCounters(`{"a":${zeros(100)}}`, thousand(100))).toBe('applied');
    expect(outcomeOfCounters(`{"a":${zeros(100_000)}}`, thousand(200_000))).toBe('applied');
    expect(outcomeOfCounters(`{"a":${zeros(100_000)}}`, thousand(10))).toBe('applied');
    expect(outcomeOfCounters(`{"a":${zeros(100_000)}}`, thousand(100_000))).toBe(
      'the patch takes too much work',
    );
  });
});

test('the index of members finds the same as a search, through additions and removals', () => {
  const text = '{ "a":1, "b":2 ,"a":3,"c":4, "d":5\n}';
  const indexed = openObject(text);
  for (let n = 0; n < 10; n += 1) expect(memberOf(indexed, 'a')?.value).toBe('3');
  const spent: number[] = [];
  const spend: Spend = (work) => spent.push(work);
  for (const step of ['-d', '+e', '-a', '+a', '-e', '-b', '-x', '+b']) {
    const [sign, key = ''] = step;
    // A newly opened object has no index.
    const searched = openObject(toText(indexed));
    for (const object of [indexed, searched]) {
      if (sign === '+') addMember(object, key, '0');
      else removeMember(object, key, spend);
    }
    expect([step, toText(indexed)]).toEqual([step, toText(searched)]);
    for (const each of 'abcdex')
      expect(memberOf(indexed, each)?.value).toBe(memberOf(searched, each)?.value as string);
  }
  expect(toText(indexed)).toBe('{"c":4,"a":0,"b":0\n}');
  expect(Math.max(...spent)).toBeLessThan(30);
});

for (const engine of engines) {
  test(`six at once leave connections for others on ${engine.name}`, async () => {
    const service = await startService({ engine });
    try {
      await service.as('ann', 'POST', paths.metadata, { body: `{"data":${members(31_000)}}` });
      const body = JSON.stringify(times(1_000, (n) => ({ op: 'replace', path: '/k0', value: n })));
      const headers = { 'content-type': 'application/json-patch+json' };
      const patches = times(6, () => service.as('ann', 'PATCH', paths.metadata, { body, headers }));
      const other = await service.as('bob', 'POST', paths.metadata, { body: '{"data":{}}' });
      expect(other.status).toBe(200);
      for (const answer of await Promise.all(patches)) {
        expect((answer as { status: number }).status).toBe(200);
      }
    } finally {
      await service.stop();
    }
  });
}
