// Writes the dashboard of Grafana and the rules of Prometheus: `npm run monitoring`. A test compares them with this.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dashboard } from './dashboard.ts';
import { groups } from './rules.ts';

const root = join(import.meta.dir, '../../..');
const made = '# Made by `npm run monitoring` from test/deploy/monitoring/rules.ts.\n';
const toYaml = (value: unknown): string => `${made}${Bun.YAML.stringify(value, null, 2)}\n`;

/** The files, by their paths from the root. */
export const monitoringFiles: Readonly<Record<string, string>> = {
  'deploy/grafana/playkeep.json': `${JSON.stringify(dashboard, undefined, 2)}\n`,
  'deploy/prometheus/playkeep.rules.yml': toYaml({ groups }),
  // The same for the operator of Prometheus in a cluster.
  'deploy/prometheus/prometheus-rule.yaml': toYaml({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'playkeep', labels: { 'app.kubernetes.io/name': 'playkeep' } },
    spec: { groups },
  }),
};

if (import.meta.main) {
  for (const [path, text] of Object.entries(monitoringFiles)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
