// The check of objects by the schemas of Kubernetes, without a cluster. Values are checked by the validators of kubernetes-models, and
// fields by its types: the validators accept unknown fields, and the compiler accepts none in an object that is written out.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../harness/engines.ts';

export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

const root = join(import.meta.dir, '../..');
const moduleOf = ({ apiVersion, kind }: KubernetesObject): string =>
  `kubernetes-models/${apiVersion}/${kind}`;

/** Every field and value that the API server would refuse or ignore, as sentences. */
export async function schemaProblems(objects: readonly KubernetesObject[]): Promise<readonly string[]> {
  const values = await Promise.all(objects.map(valueProblems));
  return [...values.flat(), ...fieldProblems(objects)];
}

async function valueProblems(object: KubernetesObject): Promise<readonly string[]> {
  const models = await import(moduleOf(object));
  try {
    new models[object.kind](object).validate();
    return [];
  } catch (error) {
    return [`${object.kind} ${object.metadata.name}: ${(error as Error).message}`];
  }
}

/** The compiler's errors about a file that has each object as a constant of its type. */
function fieldProblems(objects: readonly KubernetesObject[]): readonly string[] {
  using folder = temporaryDirectory();
  symlinkSync(join(root, 'node_modules'), join(folder.directory, 'node_modules'));
  const lines = objects.flatMap((object, index) => [
    `import type { I${object.kind} as Type${index} } from '${moduleOf(object)}';`,
    `export const object${index}: Type${index} = ${JSON.stringify(object)};`,
  ]);
  writeFileSync(join(folder.directory, 'objects.ts'), lines.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'esnext', '--types', ''];
  const { exitCode, stdout } = Bun.spawnSync(
    [
      join(root, 'node_modules/.bin/tsc'),
      ...options,
      '--module',
      'preserve',
      '--pretty',
      'false',
      'objects.ts',
    ],
    { cwd: folder.directory },
  );
  return exitCode === 0 ? [] : [String(stdout).trim()];
}
