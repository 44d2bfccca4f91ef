// The ranges in which a search looks conditions up: no wider and no narrower than the conditions.
import { expect, test } from 'bun:test';
import type { MetadataCondition } from '../../../src/store/ports/search.ts';
import { isOneValue, toConditions, toNameRange } from '../../../src/store/shared/search-conditions.ts';

test('the range of a prefix ends before the next name that lacks it', () => {
  const ends = (prefix: string): string => toNameRange(prefix).to;
  expect(toNameRange('ab')).toEqual({ from: 'ab', to: 'ac' });
  expect(ends('a\u007e')).toBe('a\u007f');
  // Surrogates are no characters.
  expect(ends('\ud7ff')).toBe('\ue000');
  expect(ends('a\uffff')).toBe('a\u{10000}');
  expect(ends('a😀')).toBe('a😁');
  expect(ends('a\u{10ffff}\u{10ffff}')).toBe('b');
  // The last of all names is in the range.
  const last = '\u{10ffff}'.repeat(255);
  expect(Buffer.compare(Buffer.from(ends('\u{10ffff}')), Buffer.from(last))).toBe(1);
});

const level = (op: MetadataCondition['op'], value?: string): MetadataCondition => ({
  indexId: 1,
  pointer: '/level',
  type: 'number',
  op,
  value,
});
const rangesOf = (...metadata: MetadataCondition[]) => toConditions({ metadata });

test('conditions on one index become one range', () => {
  const { values } = rangesOf(level('gte', '5'), level('lt', '7'), level('gt', '2'), level('exists'));
  expect(values).toEqual(rangesOf(level('lt', '7'), level('gte', '5')).values);
  expect(values).toHaveLength(1);
  expect(values.map(isOneValue)).toEqual([false]);
  const single = rangesOf(level('gte', '5'), level('lte', '5.0'));
  expect(single.values).toEqual(rangesOf(level('eq', '5')).values);
  expect(single.values.map(isOneValue)).toEqual([true]);
});

test('conditions that exclude each other match nobody', () => {
  const isEmpty = (...metadata: MetadataCondition[]): boolean => rangesOf(...metadata).isEmpty;
  expect(isEmpty(level('eq', '5'), level('eq', '6'))).toBe(true);
  expect(isEmpty(level('gt', '5'), level('lte', '5'))).toBe(true);
  expect(isEmpty(level('gte', '5'), level('lte', '5'))).toBe(false);
  expect(toConditions({ lastSeen: { from: 5, to: 5 } }).isEmpty).toBe(true);
  expect(toConditions({ lastSeen: { from: 5, to: 6 }, registered: { to: 1 } }).isEmpty).toBe(false);
});
