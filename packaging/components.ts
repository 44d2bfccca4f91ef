// The packages of others that a build contains: those of which the bundler took in a file. npm's own list has packages that are not
// shipped, and lacks those of the console.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Component {
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier. */
  readonly license: string;
  /** Its licence and notices, word for word. Empty where the package has none. */
  readonly texts: readonly string[];
}

/** Licences that ask for no more than their text. Another one needs a decision. */
export const allowedLicenses: ReadonlySet<string> = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'],
]);

/** Licences that do not ask for their text. */
export const licensesWithoutText: ReadonlySet<string> = new Set(['0BSD', 'Unlicense']);

/** @param sources whole paths of files that a bundler took in. @returns sorted by name and version */
export function componentsOf(sources: readonly string[]): readonly Component[] {
  const folders = new Set(sources.map((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]));
  const components = [...folders].flatMap((folder) => (folder === undefined ? [] : [componentOf(folder)]));
  return components.toSorted(
    (one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version),
  );
}

function componentOf(folder: string): Component {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${name} names no licence`);
  const ofPackage = readdirSync(folder).filter((file) =>
    /^(?:licen[cs]e|notice|copying)(?:\.|$)/i.test(file),
  );
  const paths = ofPackage.toSorted().map((file) => join(folder, file));
  return { name, version, license, texts: paths.map((path) => readFileSync(path, 'utf8').trim()) };
}
