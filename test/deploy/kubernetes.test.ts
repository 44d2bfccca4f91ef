// The objects of Kubernetes that are committed: they are those of Kustomize, fit the schemas, and keep the rules of the service.
import { describe, expect, test } from 'bun:test';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames } from '../../src/config/registry.ts';
import { LOG_FINISH_MILLISECONDS, SHUTDOWN_DRAIN_SECONDS, SHUTDOWN_GRACE_SECONDS } from '../../src/limits.ts';
import { createMetricsRoutes, routeTable } from '../../src/routes.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import {
  kustomize,
  overlays,
  readFile,
  render,
  renderedPath,
  renderOverlay,
  version,
  versionedFiles,
  withVersion,
} from './manifests.ts';

const page = readFile('docs/operations/containers.md');

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind, which the schemas check
type KubernetesObject = any;
type Labels = Readonly<Record<string, string>>;

const parse = (text: string) => Bun.YAML.parse(text) as readonly KubernetesObject[];
const objectsOf = Object.fromEntries(
  overlays.map((overlay) => [overlay, parse(readFile(renderedPath(overlay)))]),
);
const all = overlays.flatMap((overlay) => objectsOf[overlay] ?? []);
const workload = (kind: string): KubernetesObject => all.find((object) => object.kind === kind);
/** A pod has one container. */
const containerOf = ({ spec }: KubernetesObject) => spec.template.spec.containers[0];
const services = [workload('StatefulSet'), workload('Deployment')];
const pods = [...services, workload('Job')];

describe('the rendered files', () => {
  const reason = kustomize === undefined ? ' (skipped without a kubectl that has Kustomize 5)' : '';
  for (const overlay of overlays) {
    test.skipIf(kustomize === undefined)(`${overlay}.yaml is made by \`npm run manifests\`${reason}`, () => {
      expect(objectsOf[overlay]).toEqual(parse(renderOverlay(overlay)));
    });
  }

  test.skipIf(kustomize === undefined)(`take the changes of the document’s own overlay${reason}`, () => {
    using folder = temporaryDirectory();
    const text = /```yaml\n(?<text>[^`]*kind: Kustomization[^`]*)```/.exec(page)?.groups?.text ?? '';
    symlinkSync(join(import.meta.dir, '../..'), join(folder.directory, 'playkeep'));
    writeFileSync(join(folder.directory, 'kustomization.yaml'), text);
    const rendered = render(folder.directory);
    expect(rendered).toContain(`image: registry.example/playkeep:${version}\n`);
    expect(rendered).not.toContain('ghcr.io');
    const [before] = /settings-\w+/.exec(readFile(renderedPath('postgresql'))) ?? [];
    expect(rendered).not.toContain(String(before));
    expect(rendered).toContain('JWT_ISSUER: https://id.example.com/\n  METRICS_PORT: "9090"\n');
  });

  test('and all other files of a deployment have the version of package.json', () => {
    for (const path of [...versionedFiles, ...overlays.map(renderedPath)]) {
      const text = readFile(path);
      expect([path, withVersion(text, version) === text]).toEqual([path, true]);
      expect([path, withVersion(text, '9.8.7') === text]).toEqual([path, false]);
    }
    for (const each of pods) expect(containerOf(each).image).toBe(`ghcr.io/playkeep/playkeep:${version}`);
  });
});

const root = join(import.meta.dir, '../..');
const moduleOf = ({ apiVersion, kind }: KubernetesObject): string =>
  `kubernetes-models/${apiVersion}/${kind}`;

/**
 * Every field and value that the API server would refuse or ignore. Values are checked by the validators of kubernetes-models, and
 * fields by its types: the validators accept unknown fields, and the compiler accepts none in an object that is written out.
 */
async function schemaProblems(objects: readonly KubernetesObject[]): Promise<readonly string[]> {
  using folder = temporaryDirectory();
  const problems: string[] = [];
  for (const object of objects) {
    const models = await import(moduleOf(object));
    try {
      new models[object.kind](object).validate();
    } catch (error) {
      problems.push(`${object.kind} ${object.metadata.name}: ${error}`);
    }
  }
  symlinkSync(join(root, 'node_modules'), join(folder.directory, 'node_modules'));
  const lines = objects.flatMap((object, index) => [
    `import type { I${object.kind} as Type${index} } from '${moduleOf(object)}';`,
    `export const object${index}: Type${index} = ${JSON.stringify(object)};`,
  ]);
  writeFileSync(join(folder.directory, 'objects.ts'), lines.join('\n'));
  const options = '--noEmit --strict --skipLibCheck --target esnext --module preserve --pretty false --types';
  const command = [join(root, 'node_modules/.bin/tsc'), ...options.split(' '), '', 'objects.ts'];
  const { exitCode, stdout } = Bun.spawnSync(command, { cwd: folder.directory });
  return exitCode === 0 ? problems : [...problems, String(stdout).trim()];
}

describe('the schemas of Kubernetes', () => {
  test('accept every object', async () => {
    expect(all.length).toBeGreaterThan(12);
    expect(await schemaProblems(all)).toEqual([]);
  }, 180_000);

  test.each([
    ['a misspelt field of a container', '"readinessProbe"', '"readynessProbe"'],
    ['an unknown value', '"RollingUpdate"', '"Rolling"'],
    ['a quantity that is none', '"2Gi"', '"2Gib"'],
  ])(
    'refuse %s',
    async (_name, from, to) => {
      const text = JSON.stringify(workload('Deployment'));
      expect(text).toContain(from);
      expect(await schemaProblems([JSON.parse(text.replace(from, to))])).not.toEqual([]);
    },
    180_000,
  );
});

test('pods keep the restricted profile of pod security, which the namespace demands', () => {
  for (const { spec } of pods) {
    const { containers, securityContext, volumes, ...rest } = spec.template.spec;
    expect(containers.map((container: KubernetesObject) => container.securityContext)).toEqual([
      { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true },
    ]);
    expect(securityContext).toEqual({
      fsGroup: 65532,
      fsGroupChangePolicy: 'OnRootMismatch',
      runAsGroup: 65532,
      runAsNonRoot: true,
      runAsUser: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(rest).toMatchObject({ enableServiceLinks: false, automountServiceAccountToken: false });
    for (const field of ['initContainers', 'hostNetwork', 'hostPID', 'hostIPC'])
      expect(rest).not.toHaveProperty(field);
    expect([[], ['persistentVolumeClaim']]).toContainEqual(
      (volumes ?? []).flatMap((volume: object) => Object.keys(volume).filter((field) => field !== 'name')),
    );
    for (const { hostPort } of containers[0].ports ?? []) expect(hostPort).toBeUndefined();
  }
  const namespaces = all.filter(({ kind }) => kind === 'Namespace');
  expect(namespaces.map(({ metadata }) => metadata.labels['pod-security.kubernetes.io/enforce'])).toEqual([
    'restricted',
    'restricted',
  ]);
});

describe('the pods', () => {
  test('on SQLite are exactly one, of a kind that never runs two of one name', () => {
    expect(workload('StatefulSet').spec.replicas).toBe(1);
    const kinds = objectsOf.sqlite?.map(({ kind }) => kind);
    for (const kind of ['Deployment', 'Job', 'HorizontalPodAutoscaler']) expect(kinds).not.toContain(kind);
  });

  test('on PostgreSQL are replaced one by one, as slowly as behind a proxy', () => {
    const { spec } = workload('Deployment');
    expect([spec.replicas, spec.minReadySeconds]).toEqual([3, SHUTDOWN_DRAIN_SECONDS]);
    expect(spec.strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
    });
  });

  test('of each engine get the database of that engine, whatever the image has as its default', () => {
    const databaseOf = (each: KubernetesObject) =>
      containerOf(each).env.find(({ name }: { name: string }) => name === 'DATABASE_URL');
    const ofSecret = { secretKeyRef: { name: 'playkeep', key: 'DATABASE_URL' } };
    expect(pods.map(databaseOf)).toEqual([
      { name: 'DATABASE_URL', value: 'sqlite:/data/playkeep.db' },
      { name: 'DATABASE_URL', valueFrom: ofSecret },
      { name: 'DATABASE_URL', valueFrom: ofSecret },
    ]);
  });

  test('have settings that exist, and commands that exist', () => {
    const names = [
      ...all.flatMap(({ kind, data }) => (kind === 'ConfigMap' ? Object.keys(data) : [])),
      ...pods.flatMap((each) => containerOf(each).env.map(({ name }: { name: string }) => name)),
    ];
    expect(names.length).toBeGreaterThan(6);
    expect(names.filter((name) => !(settingNames as readonly string[]).includes(name))).toEqual([]);
    for (const each of pods) {
      const [command, ...others] = containerOf(each).args;
      expect([others, existsSync(join(import.meta.dir, `../../src/cli/${command}.ts`))]).toEqual([[], true]);
    }
  });

  test('are probed at paths and ports of the service', () => {
    const paths = routeTable.filter(({ method }) => method === 'GET').map(({ path }) => path as string);
    for (const each of services) {
      const { startupProbe, livenessProbe, readinessProbe, ports } = containerOf(each);
      expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual([
        { path: '/livez', port: 'http' },
        { path: '/livez', port: 'http' },
        { path: '/readyz', port: 'http' },
      ]);
      expect(paths).toEqual(expect.arrayContaining(['/livez', '/readyz']));
      const numberIn = (path: string, form: RegExp) => Number(form.exec(readFile(path))?.[1]);
      expect(ports).toEqual([
        { name: 'http', containerPort: numberIn('Dockerfile', / PORT=(\d+)/) },
        { name: 'metrics', containerPort: numberIn(renderedPath('sqlite'), /METRICS_PORT: "(\d+)"/) },
      ]);
    }
  });

  test('name the metrics’ own port and path to Prometheus', () => {
    const [route] = createMetricsRoutes({ expose: () => ({ contentType: '', text: '' }) });
    for (const { spec } of services) {
      expect(spec.template.metadata.annotations).toEqual({
        'prometheus.io/scrape': 'true',
        'prometheus.io/port': '9090',
        'prometheus.io/path': String(route?.path),
      });
    }
  });

  test('may take as long to end as the service does', () => {
    const needed = SHUTDOWN_DRAIN_SECONDS + SHUTDOWN_GRACE_SECONDS + LOG_FINISH_MILLISECONDS / 1_000;
    for (const each of services) {
      const { seconds } = containerOf(each).lifecycle.preStop.sleep;
      expect(each.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(needed + seconds);
    }
  });

  test('of the service, and not those of the migration, are selected', () => {
    const selectors = all.flatMap(({ spec }): readonly Labels[] => {
      const selector = spec?.podSelector ?? spec?.selector;
      return selector ? [selector.matchLabels ?? selector] : [];
    });
    expect(selectors).toHaveLength(7);
    const isSelected = (each: KubernetesObject, selector: Labels) =>
      Object.entries(selector).every(([name, value]) => each.spec.template.metadata.labels[name] === value);
    for (const selector of selectors) {
      expect(pods.map((each) => isSelected(each, selector))).toEqual([true, true, false]);
    }
  });
});
