// The package for Unity: its metadata, its files, and the identifiers by which scenes know them.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { assetsOf, identifierOf } from '../../../../packaging/unity-package.ts';
import { version } from '../../../../src/lib/version.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { type PackedUnity, unpackUnity } from './packed.ts';

const { directory, remove } = temporaryDirectory();
let packed: PackedUnity;
let assets: readonly string[];
beforeAll(async () => {
  packed = await unpackUnity(directory);
  assets = assetsOf(packed.root);
}, 60_000);
afterAll(() => remove());

const read = (path: string): string => readFileSync(join(packed.root, path), 'utf8');
const scripts = (): readonly string[] => assets.filter((path) => path.endsWith('.cs'));

describe('the package for Unity', () => {
  test('is an archive with a name and a version that Unity takes', () => {
    expect(basename(packed.archive)).toBe(`playkeep-unity-${version}.tgz`);
    const { name, unity, samples, dependencies, ...rest } = JSON.parse(read('package.json'));
    expect({ name, version: rest.version, unity }).toEqual({
      name: 'com.playkeep.client',
      version,
      unity: '2021.3',
    });
    for (const { path } of samples) expect(assets).toContain(`${path}/SavingGame.cs`);
    for (const each of Object.keys(dependencies)) expect(each).toStartWith('com.unity.modules.');
  });

  test('holds the whole source of the client, the layer, a sample and the documents', () => {
    const core = join(import.meta.dir, '../../../../sdks/dotnet/Playkeep.Client');
    const sources = [...new Bun.Glob('**/*.cs').scanSync(core)].filter(
      (path) => !/^(?:bin|obj)\//.test(path),
    );
    expect(sources.length).toBeGreaterThan(60);
    for (const path of sources) {
      expect(read(`Runtime/Client/${path}`)).toBe(
        `#nullable enable\n${readFileSync(join(core, path), 'utf8')}`,
      );
    }
    for (const path of ['README.md', 'CHANGELOG.md', 'LICENSE.md', 'Samples~/SavingGame/SavingGame.unity']) {
      expect(read(path).length).toBeGreaterThan(200);
    }
    expect(read('LICENSE.md')).toBe(readFileSync(join(import.meta.dir, '../../../../LICENSE'), 'utf8'));
  });

  test('has a meta file for each asset and folder, with an identifier of its own', () => {
    const identifiers = assets.map((path) => /^guid: (?<guid>.*)$/m.exec(read(`${path}.meta`))?.groups?.guid);
    expect(identifiers).toEqual(assets.map(identifierOf));
    expect(new Set(identifiers).size).toBe(assets.length);
    for (const identifier of identifiers) expect(identifier).toMatch(/^[0-9a-f]{32}$/);
    for (const path of assets) {
      const isFolder = statSync(join(packed.root, path)).isDirectory();
      expect([path, read(`${path}.meta`).includes('folderAsset: yes')]).toEqual([path, isFolder]);
    }
  });

  test('keeps its identifiers: scenes of games hold that of the behaviour', () => {
    expect(identifierOf('Runtime/Unity/PlaykeepBehaviour.cs')).toBe('e2b7bc7bebe6183fc76cbe19c7947115');
    const scene = read('Samples~/SavingGame/SavingGame.unity');
    const used = [...scene.matchAll(/guid: (?<guid>[0-9a-f]+)/g)].map(({ groups }) => groups?.guid);
    expect(used).toEqual(
      ['Runtime/Unity/PlaykeepBehaviour.cs', 'Samples~/SavingGame/SavingGame.cs'].map(identifierOf),
    );
  });

  test('has an object in the scene for each reference of the scene', () => {
    const scene = read('Samples~/SavingGame/SavingGame.unity');
    const objects = [...scene.matchAll(/^--- !u!\d+ &(?<id>\d+)$/gm)].map(({ groups }) => groups?.id);
    const references = [...scene.matchAll(/\{fileID: (?<id>\d+)\}/g)].map(({ groups }) => groups?.id);
    expect(references.filter((id) => id !== '0' && !objects.includes(id))).toEqual([]);
    expect(new Set(objects).size).toBe(objects.length);
  });

  test('has two assemblies: the client without the engine, and the layer upon it', () => {
    const client = JSON.parse(read('Runtime/Client/Playkeep.Client.asmdef'));
    const layer = JSON.parse(read('Runtime/Unity/Playkeep.Unity.asmdef'));
    expect([client.name, client.noEngineReferences, client.references]).toEqual([
      'Playkeep.Client',
      true,
      [],
    ]);
    expect([layer.name, layer.noEngineReferences]).toEqual(['Playkeep.Unity', false]);
    expect(layer.references).toEqual(['Playkeep.Client']);
    expect(read('Runtime/Client/AssemblyInfo.cs')).toContain('InternalsVisibleTo("Playkeep.Unity")');
  });

  test('leaves waiting for several tasks to the client’s own functions, which need no threads', () => {
    const needing = scripts().filter((path) => /\bTask\.When(?:Any|All)\(/.test(read(path)));
    expect(needing).toEqual([]);
    const platform = /\bTask\.(?:Run|Delay)\(|\bThreadPool\.|\.ContinueWith\(/;
    expect(scripts().filter((path) => platform.test(read(path)))).toEqual([
      'Runtime/Client/Runtime/ThreadedPlatform.cs',
    ]);
  });
});

describe('files in a browser', () => {
  /** Loads the library as the linker of Unity does. */
  function load() {
    const writings: ((failure: string | null) => void)[] = [];
    const warnings: string[] = [];
    const library: Record<string, unknown> = {};
    const source = read('Runtime/Unity/Plugins/WebGL/PlaykeepFiles.jslib');
    const surroundings = {
      LibraryManager: { library },
      autoAddDeps: () => {},
      mergeInto: (target: object, from: object) => Object.assign(target, from),
      FS: { syncfs: (_: boolean, onEnd: (failure: string | null) => void) => writings.push(onEnd) },
      console: { warn: (text: string) => warnings.push(text) },
    };
    // The linker makes a global of each member whose name begins with a dollar sign.
    const code = `${source}; var PlaykeepFiles = PlaykeepFilesLibrary.$PlaykeepFiles;`;
    new Function(...Object.keys(surroundings), code)(...Object.values(surroundings));
    return { write: library.PlaykeepWriteFiles as () => void, writings, warnings };
  }

  test('are written by one writing at a time, and once more after calls that come meanwhile', () => {
    const { write, writings, warnings } = load();
    for (let calls = 0; calls < 3; calls += 1) write();
    expect(writings).toHaveLength(1);
    writings[0]?.(null);
    expect(writings).toHaveLength(2);
    writings[1]?.('no room');
    expect(writings).toHaveLength(2);
    expect(warnings).toEqual(['Playkeep: the browser keeps no files: no room']);
    write();
    expect(writings).toHaveLength(3);
  });
});
