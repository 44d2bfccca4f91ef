// The package for Unity: the source of the client for .NET and the layer of Unity, with the metadata that Unity's package manager
// needs. Unity ignores a file of an installed package that has no `.meta` file, and knows it by the identifier there.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { pack } from './npm-package.ts';
import { root } from './program.ts';

const layer = join(root, 'sdks/unity');
const core = join(root, 'sdks/dotnet/Playkeep.Client');

/** Files of one extension share the importer of Unity. Its other settings are the defaults. */
const importers: Readonly<Record<string, string>> = {
  '.asmdef': 'AssemblyDefinitionImporter',
  '.cs': 'MonoImporter',
  '.json': 'PackageManifestImporter',
  '.md': 'TextScriptImporter',
  '.unity': 'DefaultImporter',
};

/** Of all plug-ins the one for browsers, which no other platform takes. */
const browserPlugin = `PluginImporter:
  externalObjects: {}
  serializedVersion: 2
  iconMap: {}
  executionOrder: {}
  defineConstraints: []
  isPreloaded: 0
  isOverridable: 0
  isExplicitlyReferenced: 0
  validateReferences: 1
  platformData:
  - first:
      Any: 
    second:
      enabled: 0
      settings: {}
  - first:
      Editor: Editor
    second:
      enabled: 0
      settings:
        DefaultValueInitialized: true
  - first:
      WebGL: WebGL
    second:
      enabled: 1
      settings: {}
`;

const endOfMeta = '  userData: \n  assetBundleName: \n  assetBundleVariant: \n';

/** The identifier of an asset, which stays while its path in the package does. */
export const identifierOf = (path: string): string =>
  createHash('sha256').update(`com.playkeep.client/${path}`).digest('hex').slice(0, 32);

function metaOf(path: string, isFolder: boolean): string {
  const head = `fileFormatVersion: 2\nguid: ${identifierOf(path)}\n`;
  if (isFolder) return `${head}folderAsset: yes\nDefaultImporter:\n  externalObjects: {}\n${endOfMeta}`;
  if (extname(path) === '.jslib') return `${head}${browserPlugin}${endOfMeta}`;
  const importer = importers[extname(path)];
  if (importer === undefined) throw new Error(`Unity has no importer for ${path}`);
  const scripts =
    '  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n';
  return `${head}${importer}:\n  externalObjects: {}\n${importer === 'MonoImporter' ? scripts : ''}${endOfMeta}`;
}

/** Assets as paths in the package. Unity keeps no `.meta` file for a folder whose name ends in `~`, which it does not import. */
export const assetsOf = (directory: string): readonly string[] =>
  (readdirSync(directory, { recursive: true }) as string[])
    .filter((path) => !path.endsWith('~') && !path.endsWith('.meta'))
    .toSorted();

function copyCore(folder: string): void {
  const files = [...new Bun.Glob('**/*.cs').scanSync(core)];
  for (const path of files.filter((each) => !/^(?:bin|obj)\//.test(each))) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    // Its project file says this for .NET. Unity documents compiler options for projects alone, not for packages.
    writeFileSync(target, `#nullable enable\n${readFileSync(join(core, path), 'utf8')}`);
  }
}

/** Puts the content of the package together in an empty folder. */
export function stageUnityPackage(directory: string): void {
  cpSync(layer, directory, { recursive: true });
  copyCore(join(directory, 'Runtime/Client'));
  copyFileSync(join(root, 'LICENSE'), join(directory, 'LICENSE.md'));
  const { name, ...rest } = JSON.parse(readFileSync(join(layer, 'package.json'), 'utf8'));
  const published = { name, version: manifest.version, ...rest };
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  for (const path of assetsOf(directory)) {
    const isFolder = statSync(join(directory, path)).isDirectory();
    writeFileSync(join(directory, `${path}.meta`), metaOf(path, isFolder));
  }
}

/**
 * Packs the package for Unity.
 * @param directory where it is put together
 * @param output the folder of the archive
 * @returns the path of the archive
 */
export async function packUnity(directory: string, output: string): Promise<string> {
  mkdirSync(directory, { recursive: true });
  stageUnityPackage(directory);
  const packed = await pack(directory, output);
  const archive = join(dirname(packed), basename(packed).replace('com.playkeep.client', 'playkeep-unity'));
  renameSync(packed, archive);
  return archive;
}
