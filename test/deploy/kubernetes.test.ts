// The objects of Kubernetes that are committed: they are those of Kustomize, fit the schemas, and keep the rules of the service.
import { describe, expect, test } from 'bun:test';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames } from '../../src/config/registry.ts';
import { LOG_FINISH_MILLISECONDS, SHUTDOWN_DRAIN_SECONDS, SHUTDOWN_GRACE_SECONDS } from '../../src/limits.ts';
import { createMetricsRoutes, routeTable } from '../../src/routes.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { type KubernetesObject, schemaProblems } from './kubernetes-schema.ts';
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
import { type Container, type Pod, restrictedProblems } from './pod-security.ts';

const page = readFile('docs/operations/containers.md');

interface Workload extends KubernetesObject {
  readonly spec: {
    readonly replicas?: number;
    readonly strategy?: unknown;
    readonly minReadySeconds?: number;
    readonly selector?: { readonly matchLabels: Labels };
    readonly template: Pod;
  };
}
type Labels = Readonly<Record<string, string>>;

const parse = (text: string) => Bun.YAML.parse(text) as (KubernetesObject & { readonly spec?: object })[];
const objectsOf = Object.fromEntries(
  overlays.map((overlay) => [overlay, parse(readFile(renderedPath(overlay)))]),
);
const all = overlays.flatMap((overlay) => objectsOf[overlay] ?? []);
const workloadsIn = (objects: readonly KubernetesObject[]): readonly Workload[] =>
  objects.filter((object): object is Workload => /^(?:Deployment|StatefulSet|Job)$/.test(object.kind));
const workload = (kind: string): Workload => {
  const found = workloadsIn(all).find((object) => object.kind === kind);
  if (!found) throw new Error(`there is no ${kind}`);
  return found;
};
const containerOf = ({ spec }: Workload): Container => {
  const [container, ...others] = spec.template.spec.containers;
  if (!container || others.length > 0) throw new Error('a pod has one container');
  return container;
};
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

describe('the schemas of Kubernetes', () => {
  test.each([...overlays])(
    'accept every object of %s',
    async (overlay) => {
      const objects = objectsOf[overlay] ?? [];
      expect(objects.length).toBeGreaterThan(5);
      expect(await schemaProblems(objects)).toEqual([]);
    },
    180_000,
  );

  const faults: readonly (readonly [string, string, string])[] = [
    ['a misspelt field of a container', '"readinessProbe"', '"readynessProbe"'],
    ['a misspelt field of a pod', '"fsGroup"', '"fsgroup"'],
    ['a misspelt field of the object', '"replicas"', '"replica"'],
    ['an unknown value', '"RollingUpdate"', '"Rolling"'],
    ['a quantity that is none', '"2Gi"', '"2Gib"'],
    ['a text in the place of a number', '"maxSkew":1', '"maxSkew":"one"'],
    ['a field that is missing', '"selector"', '"metadata2"'],
  ];
  test.each(faults)(
    'refuse %s',
    async (_name, from, to) => {
      const text = JSON.stringify(workload('Deployment'));
      expect(text).toContain(from);
      expect(await schemaProblems([JSON.parse(text.replace(from, to))])).not.toEqual([]);
    },
    180_000,
  );
});

describe('pod security', () => {
  test('is restricted in each pod, and demanded by the namespace', () => {
    for (const each of pods) {
      expect([each.kind, restrictedProblems(each.spec.template)]).toEqual([each.kind, []]);
      expect(containerOf(each).securityContext?.readOnlyRootFilesystem).toBe(true);
      const { enableServiceLinks, automountServiceAccountToken } = each.spec.template.spec;
      expect([enableServiceLinks, automountServiceAccountToken]).toEqual([false, false]);
    }
    const namespaces = all.filter(({ kind }) => kind === 'Namespace') as { metadata: { labels?: Labels } }[];
    expect(namespaces.map(({ metadata }) => metadata.labels?.['pod-security.kubernetes.io/enforce'])).toEqual(
      ['restricted', 'restricted'],
    );
  });

  test('names the field of each violation', () => {
    const { template } = workload('Deployment').spec;
    const changed = (ofPod: object, ofContainer: object): readonly string[] =>
      restrictedProblems({
        ...template,
        spec: {
          ...template.spec,
          ...ofPod,
          containers: template.spec.containers.map((container) => ({ ...container, ...ofContainer })),
        },
      });
    expect(changed({ hostNetwork: true, volumes: [{ name: 'data', hostPath: { path: '/' } }] }, {})).toEqual([
      'hostNetwork',
      'hostPath',
    ]);
    expect(changed({ securityContext: {} }, { securityContext: { privileged: true } })).toEqual(
      ['privileged', 'allowPrivilegeEscalation', 'runAsNonRoot', 'seccompProfile', 'capabilities.drop'].map(
        (field) => `playkeep: ${field}`,
      ),
    );
  });
});

describe('the pods', () => {
  test('on SQLite are exactly one, of a kind that never runs two of one name', () => {
    expect(workloadsIn(objectsOf.sqlite ?? []).map(({ kind, spec }) => [kind, spec.replicas])).toEqual([
      ['StatefulSet', 1],
    ]);
    expect(all.map(({ kind }) => kind)).not.toContain('HorizontalPodAutoscaler');
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
    const databaseOf = (each: Workload) => containerOf(each).env?.find(({ name }) => name === 'DATABASE_URL');
    const ofSecret = { secretKeyRef: { name: 'playkeep', key: 'DATABASE_URL' } };
    expect(pods.map(databaseOf)).toEqual([
      { name: 'DATABASE_URL', value: 'sqlite:/data/playkeep.db' },
      { name: 'DATABASE_URL', valueFrom: ofSecret },
      { name: 'DATABASE_URL', valueFrom: ofSecret },
    ]);
  });

  test('have settings that exist, and commands that exist', () => {
    const maps = all.filter(({ kind }) => kind === 'ConfigMap') as unknown as { data: Labels }[];
    const names = [
      ...maps.flatMap(({ data }) => Object.keys(data)),
      ...pods.flatMap((each) => containerOf(each).env?.map(({ name }) => name) ?? []),
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
      const probes = [startupProbe, livenessProbe, readinessProbe] as {
        httpGet: { path: string; port: string };
      }[];
      expect(probes.map(({ httpGet }) => httpGet)).toEqual([
        { path: '/livez', port: 'http' },
        { path: '/livez', port: 'http' },
        { path: '/readyz', port: 'http' },
      ]);
      expect(probes.filter(({ httpGet }) => !paths.includes(httpGet.path))).toEqual([]);
      expect(ports?.map(({ name, containerPort }) => [name, containerPort])).toEqual([
        ['http', Number(/ PORT=(?<port>\d+)/.exec(readFile('Dockerfile'))?.groups?.port)],
        [
          'metrics',
          Number(/METRICS_PORT: "(?<port>\d+)"/.exec(readFile(renderedPath('sqlite')))?.groups?.port),
        ],
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
      const { lifecycle } = containerOf(each) as unknown as {
        lifecycle: { preStop: { sleep: { seconds: number } } };
      };
      const seconds = each.spec.template.spec.terminationGracePeriodSeconds ?? 0;
      expect(seconds).toBeGreaterThan(needed + lifecycle.preStop.sleep.seconds);
    }
  });

  test('of the service, and not those of the migration, are selected', () => {
    const selectors = all.flatMap(({ kind, spec = {} }): readonly Labels[] => {
      const { selector, podSelector } = spec as {
        readonly selector?: Labels & { readonly matchLabels?: Labels };
        readonly podSelector?: { readonly matchLabels: Labels };
      };
      if (podSelector) return [podSelector.matchLabels];
      if (!selector) return [];
      return [kind === 'Service' ? selector : (selector.matchLabels ?? {})];
    });
    expect(selectors).toHaveLength(7);
    const labelsOf = (each: Workload) => each.spec.template.metadata.labels;
    const selects = (labels: Labels, selector: Labels) =>
      Object.entries(selector).every(([name, value]) => labels[name] === value);
    for (const selector of selectors) {
      expect(pods.map((each) => selects(labelsOf(each), selector))).toEqual([true, true, false]);
    }
  });
});
