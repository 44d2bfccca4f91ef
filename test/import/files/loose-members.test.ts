// Ids in texts that are cut, broken or too deep: each at its place and no other, in time that is linear.
import { expect, test } from 'bun:test';
import { looseMembers } from '../../../src/import/files/loose-members.ts';
import { cpuMilliseconds } from '../../harness/cpu-time.ts';

const idsIn = (text: string): string[] => looseMembers(text, (path) => path.join('/') === 'id');

test.each([
  ['a string', '{"a":[1,{"id":"no"}],"id":"ann"}', ['ann']],
  ['an integer', ' { "id" : 42 , "a" : 1 }', ['42']],
  ['no other number', '{"id":4.2,"a":42}', []],
  ['escapes', '{"id":"a\\u0062\\"","a":"\\\\"}', ['ab"']],
  ['a text that is cut behind it', '{"id":"ann","a":[{"x":"', ['ann']],
  ['a text that is cut within it', '{"id":"an', []],
  ['a text that is broken before it', '{"a":tru, "b":[1,}, "id":"ann"', ['ann']],
  ['a text that is broken in a value', '{"a":,"b":nope,"id":"ann"}', ['ann']],
  ['each of several', '{"id":"ann","id":"bob"}', ['ann', 'bob']],
  ['an object within, and an array', '{"id":{"x":"no"},"save":{"id":"no"},"list":[{"id":"no"}]}', []],
  ['a text that is no object', '"id"', []],
  ['a very deep one', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)},"id":"ann"}`, ['ann']],
  ['a very long name beside it', `{"${'x'.repeat(10_000)}":{"id":"no"},"id":"ann"}`, ['ann']],
  ['a very long one', `{"id":"${'x'.repeat(10_000)}"}`, []],
])('%s', (_name, text, found) => {
  expect(idsIn(text)).toEqual(found);
});

test('hostile texts take linear time', () => {
  const startedAt = cpuMilliseconds();
  for (const piece of ['"id":"', '{"id":1,', '[', '\\"', '"\\', '}'])
    expect(idsIn(`{${piece.repeat(1_000_000)}`).length).toBeLessThan(1_001);
  expect(cpuMilliseconds() - startedAt).toBeLessThan(5_000);
});
