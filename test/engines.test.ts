// The versions of Node that the packages promise are versions that everything installed with them supports, so that `npm ci`
// warns of none.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  readonly engines?: { readonly node?: string };
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly link?: boolean;
}

const root = join(import.meta.dir, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Package>> };
const promised = packages['']?.engines?.node ?? '';

/** The releases of Node at which a range may begin or end, from 20 on, and ones to come. */
function releases(ranges: readonly string[]): readonly string[] {
  const named = ranges.flatMap((range) => range.match(/\d+(?:\.\d+){0,2}/g) ?? []);
  const full = named.map((version) => [...version.split('.'), '0', '0'].slice(0, 3).map(Number));
  const nearby = full.flatMap(([major = 0, minor = 0, patch = 0]) => [
    ...[
      [major, minor, patch],
      [major, minor, patch + 1],
      [major, minor + 1, 0],
    ],
    ...[
      [major, 0, 0],
      [major, 99, 0],
      [major + 1, 0, 0],
    ],
    ...(minor > 0 ? [[major, minor - 1, 99]] : []),
  ]);
  const majors = Array.from({ length: 20 }, (_, n) => [20 + n, 0, 0]);
  return [...new Set([...nearby, ...majors].map((version) => version.join('.')))];
}

const isInstalled = ({ os, cpu, libc, link }: Package): boolean =>
  link !== true &&
  (os?.includes('linux') ?? true) &&
  (cpu?.includes('x64') ?? true) &&
  (libc?.includes('glibc') ?? true);

const ranges = Object.entries(packages).flatMap(([path, each]) =>
  isInstalled(each) && each.engines?.node ? [[path, each.engines.node] as const] : [],
);

test('every package that is installed on Linux on x64 supports each Node that package.json promises', () => {
  const candidates = releases([promised, ...ranges.map(([, range]) => range)]);
  const versions = candidates.filter((version) => Bun.semver.satisfies(version, promised));
  expect(versions.length).toBeGreaterThan(20);
  expect(ranges.length).toBeGreaterThan(50);
  const excluded = ranges.flatMap(([path, range]) => {
    const lacking = versions.filter((version) => !Bun.semver.satisfies(version, range));
    return lacking.length > 0 ? [`${path} (${range}) excludes ${lacking.slice(0, 3)}`] : [];
  });
  expect(excluded).toEqual([]);
});

test('package.json and README promise what the lock file has', () => {
  const { engines } = JSON.parse(read('package.json')) as Package;
  expect(engines?.node ?? '').toBe(promised);
  const oldest = /^\^?>?=?(?<major>\d+)/.exec(promised)?.groups?.major;
  expect(read('README.md')).toContain(`Node ${oldest}`);
});

test('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "\w+:/);
});
