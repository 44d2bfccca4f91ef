// Rules for the source of the client: how it tells errors apart, and how it makes objects.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalogue } from '../../src/errors/errors.ts';
import { reasonOf } from '../src/failure.ts';

const folder = join(import.meta.dir, '../src');
const files = [...new Bun.Glob('**/*.ts').scanSync(folder)].filter((path) => path !== 'api-types.ts');
const linesWith = (pattern: RegExp): string[] =>
  files.flatMap((path) =>
    readFileSync(join(folder, path), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

test('the reasons of failures are the errors of the service, and its messages stand nowhere', () => {
  const messages: readonly string[] = Object.values(errorCatalogue).map(({ message }) => message);
  const type = /export type FailureReason =(?<names>[^;]+);/.exec(
    readFileSync(join(folder, 'failure.ts'), 'utf8'),
  );
  const names = [...(type?.groups?.names ?? '').matchAll(/'(?<name>[^']+)'/g)].map(
    ({ groups }) => groups?.name,
  );
  expect(names).toEqual(messages.map(reasonOf));
  const told = messages.filter(
    (message) => linesWith(new RegExp(`[!=]== '${message}'|\\['${message}'`)).length > 0,
  );
  expect(told).toEqual([]);
});

test('no decision is taken by the words of an error', () => {
  const compared = /\b(?:message|detail)\b\)? *(?:[!=]==?(?! undefined)|\.(?:includes|match|startsWith)\()/;
  expect(linesWith(compared).filter((line) => !line.includes('typeof'))).toEqual([]);
  expect(linesWith(/\.includes\(\w+\.(?:message|detail)\)/)).toEqual([]);
});

test('objects keep the prototype with which they are made', () => {
  expect(linesWith(/\bObject\.create\(|\bsetPrototypeOf\(|\.prototype\b/)).toEqual([]);
});
