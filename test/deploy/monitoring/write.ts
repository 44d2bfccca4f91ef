// Writes what is made: the dashboard of Grafana, and the rules of Prometheus as an object of its operator: `npm run monitoring`. A test
// compares the files with this.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from '../manifests.ts';
import { dashboard } from './dashboard.ts';

type Labels = Readonly<Record<string, string | undefined>>;
export type Rule = { readonly expr: string } & (
  | { readonly record: string }
  | { readonly alert: string; readonly for?: string; readonly labels: Labels; readonly annotations: Labels }
);

const rules = 'deploy/prometheus/playkeep.rules.yml';
export const { groups } = Bun.YAML.parse(readFile(rules)) as {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
};

const operatorRule = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'playkeep', labels: { 'app.kubernetes.io/name': 'playkeep' } },
  spec: { groups },
};

/** The files, by their paths from the root. */
export const monitoringFiles: Readonly<Record<string, string>> = {
  'deploy/grafana/playkeep.json': `${JSON.stringify(dashboard, undefined, 2)}\n`,
  'deploy/prometheus/prometheus-rule.yaml': `# Made by \`npm run monitoring\` from playkeep.rules.yml.\n${Bun.YAML.stringify(operatorRule, null, 2)}\n`,
};

if (import.meta.main)
  for (const [path, text] of Object.entries(monitoringFiles))
    writeFileSync(join(import.meta.dir, '../../..', path), text);
