// The files that load the dashboard and the rules: those of Docker Compose, and the PodMonitor of Kubernetes. They name what is there.
import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { overlays, readFile, renderedPath } from './manifests.ts';

interface ComposeService {
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}
interface Providers {
  readonly providers: readonly { readonly options: { readonly path: string } }[];
}
type Labels = Readonly<Record<string, string>>;
interface PodMonitor {
  readonly spec: {
    readonly jobLabel: string;
    readonly selector: { readonly matchLabels: Labels };
    readonly podMetricsEndpoints: readonly { readonly port: string }[];
  };
}
interface Pod {
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly labels: Labels };
      readonly spec: {
        readonly containers: readonly { readonly ports: readonly { readonly name: string }[] }[];
      };
    };
  };
}

describe('the setup with Docker Compose', () => {
  const parse = (path: string) => Bun.YAML.parse(readFile(path));
  const added = parse('deploy/compose.monitoring.yaml') as {
    readonly services: Readonly<Record<'playkeep' | 'prometheus' | 'grafana', ComposeService>>;
    readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  };
  const { playkeep, prometheus, grafana } = added.services;
  const scrape = parse('deploy/prometheus/prometheus.yml') as {
    readonly rule_files: readonly string[];
    readonly scrape_configs: readonly {
      readonly job_name: string;
      readonly static_configs: readonly { readonly targets: readonly string[] }[];
    }[];
  };

  test('lets Prometheus read the port of the metrics, and nobody else in', () => {
    const [config] = scrape.scrape_configs;
    expect([config?.job_name, config?.static_configs]).toEqual([
      'playkeep',
      [{ targets: [`playkeep:${playkeep.environment?.METRICS_PORT}`] }],
    ]);
    expect([playkeep.ports, prometheus.ports]).toEqual([undefined, undefined]);
    expect(grafana.ports).toEqual(['127.0.0.1:3000:3000']);
    expect([playkeep.networks, prometheus.networks]).toEqual([['monitoring'], ['monitoring']]);
    expect(added.networks.monitoring?.internal).toBe(true);
    for (const { cap_drop, security_opt } of [prometheus, grafana])
      expect([cap_drop, security_opt]).toEqual([['ALL'], ['no-new-privileges:true']]);
  });

  test('mounts files that are there: the rules, the dashboard and their configuration', () => {
    const mounted = [prometheus, grafana]
      .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
      .filter((path) => path.startsWith('./'));
    expect(mounted).toEqual(['./prometheus', './grafana/provisioning', './grafana/playkeep.json']);
    const deploy = join(import.meta.dir, '../../deploy');
    expect(mounted.filter((path) => !existsSync(join(deploy, path)))).toEqual([]);
    expect(scrape.rule_files.map((file) => `deploy/prometheus/${file}`)).toEqual([
      'deploy/prometheus/playkeep.rules.yml',
    ]);
    const [provider] = (parse('deploy/grafana/provisioning/dashboards/playkeep.yaml') as Providers).providers;
    expect(grafana.volumes).toContain(`./grafana/playkeep.json:${provider?.options.path}/playkeep.json:ro`);
  });
});

test('the PodMonitor reads the pods of the overlays, at their port of the metrics, as the job playkeep', () => {
  const monitor = Bun.YAML.parse(readFile('deploy/prometheus/pod-monitor.yaml')) as PodMonitor;
  const pod = Bun.YAML.parse(readFile('deploy/kubernetes/base/pod.yaml')) as Pod;
  const [container] = pod.spec.template.spec.containers;
  const ports = container?.ports.map(({ name }) => name);
  expect(monitor.spec.podMetricsEndpoints.filter(({ port }) => !ports?.includes(port))).toEqual([]);
  for (const overlay of overlays) {
    const objects = Bun.YAML.parse(readFile(renderedPath(overlay))) as (Pod & { readonly kind: string })[];
    const labels = objects.find(({ kind }) => /^(?:Deployment|StatefulSet)$/.test(kind))?.spec.template
      .metadata.labels;
    expect(labels).toMatchObject(monitor.spec.selector.matchLabels);
    expect(labels?.[monitor.spec.jobLabel]).toBe('playkeep');
  }
});
