// The rules of Prometheus, in its own tool: each alert fires in the cases that say so, and in no other. Debian has promtool in the package
// `prometheus`; without it the test is skipped.
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Case, casesByInterval } from '../../../deploy/monitoring/rule-cases.ts';
import { groups } from '../../../deploy/monitoring/write.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';

const promtool = Bun.which('promtool');
const path = join(import.meta.dir, '../../../../deploy/prometheus/playkeep.rules.yml');

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
  const fired = { labels: alertSeries({ ...wanted, severity: severityOf(each), ...firing }), value: 1 };
  return {
    interval,
    name: `${alert} ${burn ?? ''}: ${name}`,
    input_series: Object.entries(series).map(([key, values]) => ({ series: key, values })),
    promql_expr_test: [{ expr: alertSeries(wanted), eval_time: at, exp_samples: firing ? [fired] : [] }],
  };
}

test.skipIf(promtool === null).each(Object.entries(casesByInterval))(
  'alerts fire and spare as the cases of %s say',
  (interval, cases) => {
    using folder = temporaryDirectory();
    const file = join(folder.directory, 'test.yml');
    const given = {
      rule_files: [path],
      evaluation_interval: interval,
      // Without an order of their own, promtool evaluates the groups in any order. An alert then sees what another group recorded at
      // the look before, or nothing where that is longer ago than five minutes.
      group_eval_order: groups.map((group) => group.name),
      tests: cases.map((each) => testOf(each, interval)),
    };
    writeFileSync(file, JSON.stringify(given));
    const { exitCode, stdout, stderr } = Bun.spawnSync([promtool ?? '', 'test', 'rules', file]);
    expect([exitCode, exitCode === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, '']);
  },
  300_000,
);
