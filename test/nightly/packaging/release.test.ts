// The contents of a release: licences, notices, the bill of materials and the npm package.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Bundled, buildBundle } from '../../../packaging/build.ts';
import {
  allowedLicenses,
  type Component,
  componentsOf,
  licensesWithoutText,
} from '../../../packaging/components.ts';
import { renderNotices } from '../../../packaging/notices.ts';
import { packProgram, programFolder } from '../../../packaging/npm-package.ts';
import { run } from '../../../packaging/run.ts';
import { renderSbom } from '../../../packaging/sbom.ts';
import { version } from '../../../src/lib/version.ts';
import { temporaryDirectory } from '../../harness/engines.ts';

const { directory, remove } = temporaryDirectory();
const staged = join(directory, 'package');
let bundled: Bundled;
let notices: string;
beforeAll(async () => {
  bundled = await buildBundle(join(staged, programFolder), { commit: '01234567' });
  notices = renderNotices(bundled.components, Bun.version);
}, 180_000);
afterAll(() => remove());

const namesOf = (components: readonly Component[]) => components.map(({ name }) => name);

describe('the packages in a bundle', () => {
  test('are those of the service and of the console', () => {
    expect(namesOf(bundled.components)).toEqual(
      expect.arrayContaining(['jose', 'pump', 'zod', 'react-dom', 'uplot', 'wouter', '@opentelemetry/api']),
    );
    expect(namesOf(bundled.components)).not.toContain('@biomejs/biome');
  });

  test('have licences of the list, and their texts', () => {
    expect(bundled.components.filter(({ license }) => !allowedLicenses.has(license))).toEqual([]);
    const without = bundled.components.filter(({ texts }) => texts.join('').length < 100);
    expect(without.filter(({ license }) => !licensesWithoutText.has(license))).toEqual([]);
    for (const { name, texts } of bundled.components) {
      for (const text of texts) expect([name, notices.includes(text)]).toEqual([name, true]);
    }
    expect(namesOf(bundled.components)).not.toContain('swagger-ui-dist');
  });

  test('are not accepted without a licence', () => {
    const manifest = join(directory, 'node_modules/odd/package.json');
    Bun.spawnSync(['mkdir', '-p', dirname(manifest)]);
    Bun.spawnSync(['sh', '-c', `echo '{"name": "odd", "version": "1.0.0"}' > ${manifest}`]);
    expect(() => componentsOf([join(dirname(manifest), 'index.js')])).toThrow('odd names no licence');
    expect(allowedLicenses.has('AGPL-3.0-only')).toBe(false);
  });
});

test('the bill of materials is CycloneDX, and names each package and Bun', () => {
  const text = renderSbom(version, bundled.components, Bun.version);
  const bom = JSON.parse(text);
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  const urls = bom.components.map(({ purl }: { readonly purl: string }) => purl);
  expect(new Set(urls).size).toBe(urls.length);
  expect(bom.dependencies[0].dependsOn).toEqual(urls);
  const react = bundled.components.find(({ name }) => name === '@base-ui/react');
  expect(urls).toContain(`pkg:npm/%40base-ui/react@${react?.version}`);
  expect(urls).toContain(`pkg:npm/bun@${Bun.version}`);
  expect(urls).toHaveLength(bundled.components.length + 1);
  expect(bom.metadata.component).toMatchObject({ name: 'playkeep', version });
  // Two builds of one source give the same bill.
  expect(renderSbom(version, bundled.components, Bun.version)).toBe(text);
});

test('one version stands in every manifest and above the changelog', () => {
  const read = (path: string): string => readFileSync(join(import.meta.dir, '../../..', path), 'utf8');
  for (const path of ['client/package.json', 'console/package.json', 'server-client/package.json']) {
    expect([path, JSON.parse(read(path)).version]).toEqual([path, version]);
  }
  expect(read('sdks/godot/addons/playkeep/plugin.cfg')).toContain(`version="${version}"`);
  for (const path of ['CHANGELOG.md', 'client/CHANGELOG.md']) {
    expect(read(path).match(/^## \d.*/m)?.[0]).toMatch(new RegExp(`^## ${version} - \\d{4}-\\d\\d-\\d\\d$`));
  }
});

describe('the npm package', () => {
  let root: string;
  beforeAll(async () => {
    const archive = await packProgram(staged, notices, directory);
    await run(['tar', '-xzf', archive], { cwd: directory });
    root = join(directory, 'package');
  }, 180_000);
  const manifest = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

  test('depends on Bun of one version alone, for every system, and runs no script at an installation', () => {
    const { dependencies, optionalDependencies, scripts, bundleDependencies } = manifest();
    expect([dependencies, scripts, bundleDependencies]).toEqual([undefined, undefined, undefined]);
    const names = Object.keys(optionalDependencies);
    for (const name of ['linux-x64', 'linux-x64-musl', 'linux-aarch64', 'darwin-aarch64', 'windows-x64']) {
      expect(names).toContain(`@oven/bun-${name}`);
    }
    expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([Bun.version]));
  });

  test('contains the bundle with its bytecode, the console, the notices and no source', () => {
    for (const name of [
      'main.js',
      'main.js.jsc',
      'bunfig.toml',
      'tsconfig.json',
      'console/dist/index.html',
    ]) {
      expect([name, existsSync(join(root, programFolder, name))]).toEqual([name, true]);
    }
    for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md', 'THIRD-PARTY-NOTICES']) {
      expect([name, existsSync(join(root, name))]).toEqual([name, true]);
    }
    expect([existsSync(join(root, 'src')), existsSync(join(root, 'test'))]).toEqual([false, false]);
  });

  describe('without Bun', () => {
    const start = async (path = join(root, 'bin/playkeep.cjs')) => {
      const child = Bun.spawn(['node', path, 'serve'], { cwd: directory, stdout: 'pipe', stderr: 'pipe' });
      const [stdout, stderr] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      return { status: await child.exited, stdout, stderr };
    };

    test('says so in one sentence, with status 1', async () => {
      const { status, stdout, stderr } = await start();
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^playkeep: Bun, which it runs on, is not installed for \w+ on \w+; [^\n]+\n$/);
    });

    test('takes none of another system, and one whose program is gone as absent', async () => {
      const folder = join(root, 'node_modules/@oven/bun-linux-x64');
      await run(['mkdir', '-p', join(folder, 'bin')], { cwd: root });
      const own = { os: [process.platform], cpu: [process.arch] };
      await Bun.write(join(folder, 'package.json'), JSON.stringify(own));
      expect((await start()).stderr).toContain('is not installed');
      await Bun.write(join(folder, 'package.json'), JSON.stringify({ ...own, os: ['plan9'] }));
      await Bun.write(join(folder, 'bin/bun'), '\u007fELF of elsewhere');
      await run(['chmod', '755', join(folder, 'bin/bun')], { cwd: root });
      expect((await start()).stderr).toContain('is not installed');
      rmSync(join(root, 'node_modules'), { recursive: true });
    });
  });
});
