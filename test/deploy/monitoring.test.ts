// The dashboard of Grafana and the rules of Prometheus: the files are those of the source, every series that they name is exported on
// the engine that it is about, and each alert fires and spares as its cases say and has its section in the runbook.
import { beforeAll, describe, expect, test } from 'bun:test';
import { engines } from '../harness/engines.ts';
import { readFile } from './manifests.ts';
import { dashboard } from './monitoring/dashboard.ts';
import { latencyBound } from './monitoring/objectives.ts';
import { casesByInterval } from './monitoring/rule-cases.ts';
import { alerts, groups, runbookUrl } from './monitoring/rules.ts';
import { type Sample, scrapeEngine } from './monitoring/scrapes.ts';
import { groupingLabels, holds, type Selector, selectorsOf } from './monitoring/selectors.ts';
import { monitoringFiles } from './monitoring/write.ts';

const runbook = readFile('docs/operations/runbook.md');
const rules = groups.flatMap((group) => group.rules);
const recorded = new Set(rules.flatMap((rule) => ('record' in rule ? [rule.record] : [])));

const ofPanels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ where: `panel ${title}`, expr })),
);
const ofRules = rules.map((rule) => ({
  where: 'alert' in rule ? `alert ${rule.alert}` : rule.record,
  expr: rule.expr,
}));
const expressions = [...ofPanels, ...ofRules];

test.each(Object.entries(monitoringFiles))('%s is made by `npm run monitoring`', (path, text) => {
  expect(readFile(path)).toBe(text);
});

describe('selectors', () => {
  const names = (expr: string) => selectorsOf(expr).map(({ metric }) => metric);

  test('are found in an expression, with their matchers', () => {
    expect(selectorsOf('sum by (le, job) (rate(a_b{x="1", y!~"2..|b"}[5m])) / on (job) c > 1e9')).toEqual([
      {
        metric: 'a_b',
        matchers: [
          { label: 'x', operator: '=', value: '1' },
          { label: 'y', operator: '!~', value: '2..|b' },
        ],
      },
      { metric: 'c', matchers: [] },
    ]);
    expect(names('time() - max(a) > 300 unless b or vector(0) and job:c:rate5m * 3600 >= 10')).toEqual([
      ...['a', 'b', 'job:c:rate5m'],
    ]);
    expect(groupingLabels('sum by (le, job) (a) / on (b) group_left () c')).toEqual(['le', 'job', 'b']);
  });

  test('find something in every rule and panel', () => {
    expect(expressions.length).toBeGreaterThan(70);
    expect(expressions.filter(({ expr }) => selectorsOf(expr).length === 0)).toEqual([]);
  });

  test('hold as those of Prometheus do', () => {
    const status = { label: 'status', value: '4..|503' } as const;
    const holding = (operator: '=~' | '!~') =>
      ['429', '503', '500', '5030'].filter((value) => holds({ ...status, operator }, value));
    expect([holding('=~'), holding('!~')]).toEqual([
      ['429', '503'],
      ['500', '5030'],
    ]);
    expect(holds({ ...status, operator: '!=' })).toBe(true);
  });
});

describe.each(engines.map(({ name }) => name))('on %s', (name) => {
  let samples: readonly Sample[] = [];
  beforeAll(async () => {
    const engine = engines.find((each) => each.name === name);
    if (!engine) throw new Error(`there is no engine ${name}`);
    // Made by Prometheus for each target.
    const up = { metric: 'up', labels: { job: 'playkeep', instance: 'a' } };
    samples = [up, ...(await scrapeEngine(engine))];
  }, 180_000);

  // File descriptors are counted on Linux alone.
  const isElsewhere = (metric: string) =>
    (name === 'sqlite' ? /^playkeep_(?:pool|events_backlog)_/ : /^playkeep_sqlite_/).test(metric) ||
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

  test('a metric, a label and a value that are not exported are found', () => {
    const missingIn = (expr: string) => selectorsOf(expr).flatMap(missing);
    expect(missingIn('rate(playkeep_refusal_total[5m])')).toEqual(['playkeep_refusal_total']);
    expect(missingIn('playkeep_refusals_total{cause="busy"}')).toEqual([
      'playkeep_refusals_total: no label cause',
    ]);
    expect(missingIn('playkeep_refusals_total{reason=~"busy|bussy"}')).toEqual([
      'playkeep_refusals_total: no reason is bussy',
    ]);
    expect(missingIn('playkeep_refusals_total{reason="bussy"}')).toHaveLength(1);
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

  test('the bound of the latency is one of the histogram', () => {
    const bounds = samples.map(({ metric, labels }) => metric.startsWith('playkeep_http') && labels.le);
    expect(bounds).toContain(String(latencyBound));
  });
});

describe('the dashboard', () => {
  test('numbers its panels, and lets none overlap or stick out', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => [x + (cell % w), y + Math.floor(cell / w)]),
    );
    expect(cells.filter(([x = 0]) => x >= 24)).toEqual([]);
    expect(new Set(cells.map(String)).size).toBe(cells.length);
  });

  test('gives each panel a title of its own, and describes it', () => {
    const titles = dashboard.panels.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    const figures = dashboard.panels.filter(({ type }) => type !== 'row');
    expect(figures.filter(({ description = '' }) => !description.endsWith('.'))).toEqual([]);
  });
});

describe('alerts', () => {
  const namesOfAlerts = [...new Set(alerts.map(({ alert }) => alert))];

  test('have a section each in the runbook, with three parts, and the sections an alert each', () => {
    const sections = runbook.split(/^## /m).slice(1);
    const titles = sections.map((section) => section.split('\n')[0] ?? '');
    expect(titles.filter((title) => title.startsWith('Playkeep'))).toEqual(namesOfAlerts);
    for (const section of sections.filter((each) => each.startsWith('Playkeep'))) {
      const parts = [...section.matchAll(/^\*\*(?<part>[^*]+)\*\*/gm)].map(({ groups }) => groups?.part);
      expect([section.split('\n')[0], parts]).toEqual([section.split('\n')[0], ['Meaning.', 'Look.', 'Do.']]);
    }
  });

  test('lead to their sections', () => {
    const anchors = [...runbook.matchAll(/^## (?<title>.*)$/gm)].map(({ groups }) =>
      groups?.title?.toLowerCase(),
    );
    for (const { alert, annotations } of alerts) {
      expect(annotations.runbook_url).toBe(runbookUrl(alert));
      expect(anchors).toContain(new URL(annotations.runbook_url).hash.slice(1));
    }
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
