// The check of a small body by its shape. The sentences that callers get are in the tests of the features.
import { expect, test } from 'bun:test';
import { z } from 'zod';
import { ApiError } from '../../src/errors/errors.ts';
import { checkMembers } from '../../src/http/checked-members.ts';

const shape = z.strictObject({
  list: z
    .array(z.int({ error: 'an item is no integer' }))
    .max(100, 'too many')
    .optional(),
  any: z.looseObject({}, 'no object').optional(),
  own: z.strictObject({ name: z.string({ error: 'no string' }) }, 'no object').optional(),
  kind: z.enum(['a', 'true'], { error: ({ input }) => `${String(input)} is no kind` }).optional(),
});

const detailOf = (members: Readonly<Record<string, string>>): string => {
  try {
    return JSON.stringify(checkMembers(members, shape));
  } catch (error) {
    return error instanceof ApiError ? `${error.options.detail}` : String(error);
  }
};

test('values become those of the shape, and an object of any members stays unopened', () => {
  expect(checkMembers({ list: '[1, 2.0,3e0]', own: '{"name":"\\u0061"}' }, shape)).toEqual({
    ...{ list: [1, 2, 3], own: { name: 'a' } },
  });
  expect(checkMembers({ any: '{"a":{"b":1}}' }, shape)).toEqual({ any: {} });
  expect(checkMembers({}, shape)).toEqual({});
});

test('a value of another kind is refused with the sentence of the shape', () => {
  for (const any of ['[]', '1', 'null', '"x"', 'true'])
    expect([any, detailOf({ any })]).toEqual([any, 'no object']);
  for (const own of ['[]', '1', 'null', '"x"']) expect([own, detailOf({ own })]).toEqual([own, 'no object']);
  for (const name of ['[]', '{}', '1', 'null', 'true'])
    expect([name, detailOf({ own: `{"name":${name}}` })]).toEqual([name, 'no string']);
  for (const item of ['1e400', '-1e400', '9007199254740993', '1.5', 'null', '[]', '{"length":1}', '"1"'])
    expect([item, detailOf({ list: `[${item}]` })]).toEqual([item, 'an item is no integer']);
  for (const kind of ['true', '1.0', '[]', '{"a":1}'])
    expect([kind, detailOf({ kind })]).toEqual([kind, `Symbol(${kind}) is no kind`]);
});

test('members of objects within are known ones, each once, and none reaches a prototype', () => {
  expect(detailOf({ own: '{"__proto__":{"name":"x"}}' })).toBe('"__proto__" is no member of own');
  expect(detailOf({ own: '{"name":"x","name":"y"}' })).toBe('name is given twice');
  expect(detailOf({ own: '{}' })).toBe('no string');
});

test('of a list that is too long little is read, and the outermost fault is named', () => {
  let judged = 0;
  const item = z.string().refine(() => {
    judged += 1;
    return false;
  });
  const long = z.strictObject({ list: z.array(item) });
  expect(() => checkMembers({ list: `[${Array(20_000).fill('"x"').join()}]` }, long)).toThrow(ApiError);
  expect(judged).toBe(1_001);
  expect(detailOf({ list: `[${Array(101).fill('"x"').join()}]` })).toBe('too many');
});
