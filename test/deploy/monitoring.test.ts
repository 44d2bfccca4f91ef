// The dashboard of Grafana and the rules of Prometheus: the made files are those of the source, every series that they name is exported
// on the engine that it is about, and each alert has its section in the runbook. promtool runs the alerts at night.
import { beforeAll, describe, expect, test } from 'bun:test';
import { engines } from '../harness/engines.ts';
import { readFile } from './manifests.ts';
import { dashboard } from './monitoring/dashboard.ts';
import { casesByInterval } from './monitoring/rule-cases.ts';
import { type Sample, scrapeEngine } from './monitoring/scrapes.ts';
import { groupingLabels, holds, type Selector, selectorsOf } from './monitoring/selectors.ts';
import { groups, monitoringFiles } from './monitoring/write.ts';

const rules = groups.flatMap((group) => group.rules);
const recorded = new Set(rules.flatMap((rule) => ('record' in rule ? [rule.record] : [])));
const alerts = rules.flatMap((rule) => ('alert' in rule ? [rule] : []));

const expressions = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: `panel ${title}`, expr })),
  ),
  ...rules.map((rule) => ({
    where: 'alert' in rule ? `alert ${rule.alert}` : rule.record,
    expr: rule.expr,
  })),
];

test.each(Object.entries(monitoringFiles))('%s is made by `npm run monitoring`', (path, text) => {
  expect(readFile(path)).toBe(text);
});

test('selectors and the labels of groups are found in an expression, and in every rule and panel', () => {
  const expr =
    'sum by (le, job) (rate(a_b{x="1", y!~"2..|b"}[5m])) / on (job) job:c:rate5m > 1e9 or vector(0)';
  expect(selectorsOf(expr)).toEqual([
    {
      metric: 'a_b',
      matchers: [
        { label: 'x', operator: '=', value: '1' },
        { label: 'y', operator: '!~', value: '2..|b' },
      ],
    },
    { metric: 'job:c:rate5m', matchers: [] },
  ]);
  expect(groupingLabels(expr)).toEqual(['le', 'job', 'job']);
  expect(expressions.length).toBeGreaterThan(70);
  expect(expressions.filter((each) => selectorsOf(each.expr).length === 0)).toEqual([]);
});

describe.each(engines)('on $name', (engine) => {
  let samples: readonly Sample[] = [];
  beforeAll(async () => {
    // Made by Prometheus for each target.
    const up = { metric: 'up', labels: { job: 'playkeep', instance: 'a' } };
    samples = [up, ...(await scrapeEngine(engine))];
  }, 180_000);

  // File descriptors are counted on Linux alone.
  const isElsewhere = (metric: string) =>
    (engine.name === 'sqlite' ? /^playkeep_(?:pool|events_backlog)_/ : /^playkeep_sqlite_/).test(metric) ||
    (process.platform !== 'linux' && metric.endsWith('_fds'));
  /** The matchers that no sample has, the metric itself first. A variable of the dashboard matches everything. */
  function missing({ metric, matchers }: Selector): readonly string[] {
    const series = samples.filter((sample) => sample.metric === metric);
    if (series.length === 0) return [metric];
    const wanted = matchers.filter(({ value }) => !value.startsWith('$'));
    const unknown = wanted.filter(({ label }) => series.every(({ labels }) => labels[label] === undefined));
    if (unknown.length > 0) return unknown.map(({ label }) => `${metric}: no label ${label}`);
    const isFound = series.some(({ labels }) => wanted.every((each) => holds(each, labels[each.label])));
    // Each alternative of a list is there, not only one of them.
    const alternatives = wanted
      .filter(({ operator }) => operator === '=~' || operator === '!~')
      .flatMap(({ label, value }) => value.split('|').map((each) => ({ label, value: each })))
      .filter(
        ({ label, value }) =>
          !series.some(({ labels }) => holds({ label, operator: '=~', value }, labels[label])),
      );
    return [
      ...(isFound ? [] : [`${metric}: no sample for ${JSON.stringify(wanted)}`]),
      ...alternatives.map(({ label, value }) => `${metric}: no ${label} is ${value}`),
    ];
  }

  test('every panel and rule finds what it selects among the exported metrics', () => {
    const lost = expressions.flatMap(({ where, expr }) =>
      selectorsOf(expr)
        .filter(({ metric }) => !recorded.has(metric) && !isElsewhere(metric))
        .flatMap((selector) => missing(selector).map((what) => `${where}: ${what}`)),
    );
    expect([...new Set(lost)]).toEqual([]);
  });

  test.each([
    ['rate(playkeep_refusal_total[5m])', 'playkeep_refusal_total'],
    ['playkeep_refusals_total{cause="busy"}', 'playkeep_refusals_total: no label cause'],
    ['playkeep_refusals_total{reason=~"busy|bussy"}', 'playkeep_refusals_total: no reason is bussy'],
    [
      'playkeep_refusals_total{reason="bussy"}',
      expect.stringContaining('playkeep_refusals_total: no sample'),
    ],
  ])('%s would be found, which is not exported', (expr, what) => {
    expect(selectorsOf(expr).flatMap(missing)).toEqual([what]);
  });

  test('every rule and panel groups by labels that its metrics have', () => {
    const lost = expressions.flatMap(({ where, expr }) => {
      const metrics = selectorsOf(expr).map(({ metric }) => metric);
      if (metrics.some((metric) => recorded.has(metric) || isElsewhere(metric))) return [];
      const series = samples.filter(({ metric }) => metrics.includes(metric));
      return groupingLabels(expr)
        .filter((label) => !series.some(({ labels }) => labels[label] !== undefined))
        .map((label) => `${where}: ${label}`);
    });
    expect(lost).toEqual([]);
  });
});

test('no panels of the dashboard overlap or stick out', () => {
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => [x + (cell % w), y + Math.floor(cell / w)]),
  );
  expect(cells.filter(([x = 0]) => x >= 24)).toEqual([]);
  expect(new Set(cells.map(String)).size).toBe(cells.length);
});

describe('alerts', () => {
  const runbook = 'docs/operations/runbook.md';

  test('have a section each in the runbook, to which they lead, and the sections an alert each', () => {
    const sections = readFile(runbook)
      .split(/^## /m)
      .filter((section) => section.startsWith('Playkeep'));
    const titles = sections.map((section) => section.split('\n')[0] ?? '');
    expect(titles).toEqual([...new Set(alerts.map(({ alert }) => alert))]);
    for (const section of sections)
      expect(section.match(/^\*\*[^*]+\*\*/gm)).toEqual(['**Meaning.**', '**Look.**', '**Do.**']);
    const page = `https://github.com/playkeep/playkeep/blob/main/${runbook}`;
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook_url).toBe(`${page}#${alert.toLowerCase()}`);
  });

  test('have cases in which they fire, and cases in which they do not', () => {
    const keyOf = ({ alert, burn = '' }: { alert: string; burn?: string | undefined }) => `${alert} ${burn}`;
    const wanted = alerts.map(({ alert, labels: { burn } }) => keyOf({ alert, burn }));
    const all = Object.values(casesByInterval).flat();
    expect(new Set(wanted).size).toBe(wanted.length);
    expect(new Set(all.filter(({ firing }) => firing).map(keyOf))).toEqual(new Set(wanted));
    expect(new Set(all.filter(({ firing }) => !firing).map(keyOf))).toEqual(new Set(wanted));
  });
});
