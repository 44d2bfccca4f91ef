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
}

const read = (path: string): string => readFileSync(join(import.meta.dir, '..', path), 'utf8');
const { packages }: { packages: Readonly<Record<string, Package>> } = JSON.parse(read('package-lock.json'));
const promised = packages['']?.engines?.node ?? '';

/** Releases of Node to come, and those at which a range begins or ends, with their neighbours. */
function releases(ranges: readonly string[]): readonly string[] {
  const nearby = ranges.flatMap((range) =>
    [...range.matchAll(/(\d+)(?:\.(\d+))?(?:\.(\d+))?/g)].flatMap(([, major, minor = 0, patch = 0]) => {
      const [m, n] = [Number(major), Number(minor)];
      const within = [
        `${m}.${n}.${patch}`,
        `${m}.${n}.${Number(patch) + 1}`,
        `${m}.${Math.max(n - 1, 0)}.99`,
      ];
      return [...within, `${m}.0.0`, `${m}.${n + 1}.0`, `${m}.99.0`, `${m + 1}.0.0`];
    }),
  );
  return [...new Set([...nearby, ...Array.from({ length: 20 }, (_, n) => `${20 + n}.0.0`)])];
}

const isInstalled = ({ os, cpu, libc }: Package): boolean =>
  (os?.includes('linux') ?? true) && (cpu?.includes('x64') ?? true) && (libc?.includes('glibc') ?? true);

test('every package that is installed on Linux on x64 supports each Node that package.json promises', () => {
  const ranges = Object.entries(packages).flatMap(([path, each]) =>
    isInstalled(each) && each.engines?.node ? [[path, each.engines.node] as const] : [],
  );
  const candidates = releases([promised, ...ranges.map(([, range]) => range)]);
  const versions = candidates.filter((version) => Bun.semver.satisfies(version, promised));
  expect([versions.length > 20, ranges.length > 50]).toEqual([true, true]);
  const excluded = ranges.flatMap(([path, range]) => {
    const lacking = versions.filter((version) => !Bun.semver.satisfies(version, range));
    return lacking.length > 0 ? [`${path} (${range}) excludes ${lacking.slice(0, 3)}`] : [];
  });
  expect(excluded).toEqual([]);
});

test('package.json and README promise what the lock file has, which names no registry', () => {
  expect((JSON.parse(read('package.json')) as Package).engines?.node ?? '').toBe(promised);
  expect(read('README.md')).toContain(`Node ${/\d+/.exec(promised)?.[0]}`);
  expect(read('package-lock.json')).not.toMatch(/"resolved": "\w+:/);
});
