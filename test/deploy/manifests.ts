// The objects of Kubernetes as Kustomize makes them, and the version in all files of a deployment: `npm run manifests` writes both.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');

export const overlays = ['sqlite', 'postgresql'] as const;
export type Overlay = (typeof overlays)[number];

export const readFile = (path: string): string => readFileSync(join(root, path), 'utf8');
export const renderedPath = (overlay: Overlay): string => `deploy/kubernetes/rendered/${overlay}.yaml`;

/** A file with a version in it: the image's label, the tag of the image, or the release of the virtual machine. */
export const versionedFiles = [
  'Dockerfile',
  'deploy/compose.yaml',
  'deploy/kubernetes/base/kustomization.yaml',
  'deploy/kubernetes/overlays/postgresql/migration.yaml',
  'docs/operations/containers.md',
  'docs/operations/virtual-machine.md',
];

export const version: string = JSON.parse(readFile('package.json')).version;

/** A text with another version in each place that has one. The name of the job has dashes in it, as part of a host name. */
export const withVersion = (text: string, newVersion: string): string =>
  text
    .replaceAll(/(?<=\b(?:ghcr\.io\/playkeep|registry\.example)\/playkeep:)\d[\w.-]*\w/g, newVersion)
    .replaceAll(/(?<=\bnewTag: |image\.version=")\d[\w.-]*/g, newVersion)
    .replaceAll(/(?<=^VERSION=)\d[\w.-]*$/gm, newVersion)
    .replaceAll(/(?<=\bmigrate-)\d[\w-]*/g, newVersion.replaceAll(/[^a-z0-9]/g, '-'));

/** Undefined where kubectl is missing, or has a Kustomize before 5. */
export const kustomize = kustomizeVersion();

function kustomizeVersion(): string | undefined {
  if (Bun.which('kubectl') === null) return undefined;
  const { stdout } = Bun.spawnSync(['kubectl', 'version', '--client', '--output=json']);
  const found = /"kustomizeVersion": "(?<version>v\d+[^"]*)"/.exec(String(stdout))?.groups?.version;
  return found !== undefined && Number.parseInt(found.slice(1), 10) >= 5 ? found : undefined;
}

/** The objects of a folder of Kustomize as YAML, from kubectl. It reads no cluster and no network. */
export function render(folder: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['kubectl', 'kustomize', folder], { stderr: 'pipe' });
  if (exitCode !== 0) throw new Error(`kubectl kustomize ${folder}: ${stderr}`);
  return String(stdout);
}

export const renderOverlay = (overlay: Overlay): string =>
  `# Made by \`npm run manifests\` from ../overlays/${overlay}.\n` +
  render(join(root, 'deploy/kubernetes/overlays', overlay));

if (import.meta.main) {
  for (const path of versionedFiles) writeFileSync(join(root, path), withVersion(readFile(path), version));
  for (const overlay of overlays) writeFileSync(join(root, renderedPath(overlay)), renderOverlay(overlay));
}
