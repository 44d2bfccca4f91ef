// Runs `promtool` of Prometheus on the rules, with cases as its test files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../harness/engines.ts';
import type { Case } from './rule-cases.ts';
import { groups } from './rules.ts';

/** Null where it is not installed. Debian has it in the package `prometheus`. */
export const promtool = Bun.which('promtool');

export function runPromtool(args: readonly string[]): { readonly status: number; readonly output: string } {
  if (promtool === null) throw new Error('there is no promtool');
  const { exitCode, stdout, stderr } = Bun.spawnSync([promtool, ...args], { stderr: 'pipe' });
  return { status: exitCode, output: `${stdout}${stderr}` };
}

const severityOf = ({ alert, burn }: Case): string | undefined =>
  groups
    .flatMap(({ rules }) => rules)
    .flatMap((rule) => ('alert' in rule && rule.alert === alert && rule.labels.burn === burn ? [rule] : []))
    .at(0)?.labels.severity;

/** The alert as the series that Prometheus keeps of it. */
const alertSeries = (labels: Readonly<Record<string, string | undefined>>): string =>
  `ALERTS{${Object.entries(labels)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}}`;

function testOf(each: Case, interval: string) {
  const { alert, burn, series, at, firing, name } = each;
  const wanted = { alertname: alert, alertstate: 'firing', burn };
  return {
    ...{ interval, name: `${alert} ${burn ?? ''}: ${name}` },
    input_series: Object.entries(series).map(([key, values]) => ({ series: key, values })),
    promql_expr_test: [
      {
        ...{ expr: alertSeries(wanted), eval_time: at },
        exp_samples: firing
          ? [{ labels: alertSeries({ ...wanted, severity: severityOf(each), ...firing }), value: 1 }]
          : [],
      },
    ],
  };
}

/** @param interval the time between two samples of a series, and between two looks of the rules */
export function testRules(rules: string, cases: readonly Case[], interval: string) {
  using folder = temporaryDirectory();
  const file = join(folder.directory, 'test.yml');
  const tests = cases.map((each) => testOf(each, interval));
  // Without an order of their own, promtool evaluates the groups in any order. An alert then sees what another group recorded at
  // the look before, or nothing where that is longer ago than five minutes.
  const order = groups.map((group) => group.name);
  const given = { rule_files: [rules], evaluation_interval: interval, group_eval_order: order, tests };
  writeFileSync(file, JSON.stringify(given));
  return runPromtool(['test', 'rules', file]);
}
