// The text of server keys: its form, its check sum, and its digest.
import { expect, test } from 'bun:test';
import { isKeyText, keyDigest, newKeyText } from '../../src/lib/key-text.ts';

test('a new key has the form that docs/api.md gives to secret scanners, and is never the same', () => {
  const texts = Array.from({ length: 500 }, newKeyText);
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of texts) {
    expect(text).toMatch(/^pk_[0-9A-Za-z]{49}$/);
    expect(isKeyText(text)).toBe(true);
  }
  // All 62 characters come, and none much more often than others: 21,500 draws, 347 of each on average.
  const drawn = texts.flatMap((text) => [...text.slice(3, 46)]);
  const counts = Map.groupBy(drawn, (character) => character);
  expect(counts.size).toBe(62);
  for (const [character, all] of counts) {
    expect([character, all.length > 230 && all.length < 480]).toEqual([character, true]);
  }
});

test('the check sum is the CRC-32 of the text before it, in base 62', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const text = newKeyText();
  const sum = [...text.slice(-6)].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
  expect(sum).toBe(Bun.hash.crc32(text.slice(0, -6)));
});

test('a text with one wrong character is no key, nor is one of another form', () => {
  const text = newKeyText();
  for (let place = 0; place < text.length; place += 1) {
    const wrong = `${text.slice(0, place)}${text[place] === 'x' ? 'y' : 'x'}${text.slice(place + 1)}`;
    expect([place, isKeyText(wrong)]).toEqual([place, false]);
  }
  for (const other of ['', 'pk_', ` ${text}`, `${text}\n`, text.slice(1), text.slice(0, -1), `${text}0`]) {
    expect([other, isKeyText(other)]).toEqual([other, false]);
  }
});

test('the digest is SHA-256 of the text', () => {
  expect(keyDigest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
