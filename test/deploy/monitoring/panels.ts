// The parts of a dashboard of Grafana, as plain objects (docs/decisions/0080-monitoring-as-code.md). The fields are those of the
// schema that Grafana 10 and newer read; https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/
// has them.

/** Units as Grafana names them. */
type Unit = 'short' | 's' | 'bytes' | 'reqps' | 'percentunit' | 'ops';

/** Expressions by the names of their series, such as `{{route}}`. */
type Targets = Readonly<Record<string, string>>;

interface Panel {
  readonly type: 'timeseries' | 'stat' | 'row';
  readonly title: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
  readonly [field: string]: unknown;
}

/** The data source that the variable chooses. */
export const datasource = { type: 'prometheus', uid: '$datasource' };

const targetsOf = (targets: Targets, isInstant: boolean) =>
  Object.entries(targets).map(([legendFormat, expr], index) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    datasource,
    editorMode: 'code',
    expr,
    legendFormat,
    range: !isInstant,
    instant: isInstant,
  }));

/** From these values on a number is orange and red; the red one comes first where it is bad to be less. */
type Levels = readonly [orange: number, red: number] | { readonly red: number; readonly orange: number };

const stepsOf = (levels: Levels) =>
  'red' in levels
    ? [
        { color: 'red', value: null },
        { color: 'orange', value: levels.red },
        { color: 'green', value: levels.orange },
      ]
    : [
        { color: 'green', value: null },
        { color: 'orange', value: levels[0] },
        { color: 'red', value: levels[1] },
      ];

/** A number of now, or with a `name` the value of a label. Without levels it has no colour. @param description a sentence for everybody */
export const stat = (
  title: string,
  unit: Unit,
  description: string,
  expr: string,
  { levels, name }: { readonly levels?: Levels; readonly name?: string } = {},
): Panel => ({
  type: 'stat',
  title,
  description,
  datasource,
  targets: targetsOf({ [name ?? '']: expr }, true),
  fieldConfig: {
    defaults: {
      unit,
      thresholds: { mode: 'absolute', steps: levels ? stepsOf(levels) : [{ color: 'text', value: null }] },
      noValue: '–',
    },
    overrides: [],
  },
  options: {
    colorMode: 'value',
    graphMode: 'none',
    justifyMode: 'auto',
    textMode: name === undefined ? 'value' : 'name',
    reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
  },
});

/** Lines over time. */
export const lines = (
  title: string,
  unit: Unit,
  description: string,
  targets: Targets,
  { isStacked = false, max }: { readonly isStacked?: boolean; readonly max?: number } = {},
): Panel => ({
  type: 'timeseries',
  title,
  description,
  datasource,
  targets: targetsOf(targets, false),
  fieldConfig: {
    defaults: {
      unit,
      min: 0,
      ...(max !== undefined && { max }),
      custom: {
        drawStyle: 'line',
        lineWidth: 1,
        fillOpacity: isStacked ? 30 : 0,
        showPoints: 'never',
        stacking: { mode: isStacked ? 'normal' : 'none', group: 'A' },
      },
    },
    overrides: [],
  },
  options: {
    legend: { showLegend: true, displayMode: 'list', placement: 'bottom', calcs: [] },
    tooltip: { mode: 'multi', sort: 'desc' },
  },
});

const columns = 24;
const heights = { row: 1, stat: 4, timeseries: 8 };

/** Panels of one width under a title, or under none. */
export interface Row {
  readonly title?: string;
  readonly width: number;
  readonly panels: readonly Panel[];
}

/** Gives each panel its number and its place, from left to right and from top to bottom. */
export function arrange(rows: readonly Row[]) {
  const all = rows.flatMap(({ title, width, panels }) => [
    ...(title === undefined
      ? []
      : [{ width: columns, panel: { type: 'row', title, collapsed: false, panels: [] } as Panel }]),
    ...panels.map((panel) => ({ width, panel })),
  ]);
  let [x, y, tallest] = [0, 0, 0];
  return all.map(({ width, panel }, index) => {
    const height = heights[panel.type];
    if (x + width > columns) [x, y, tallest] = [0, y + tallest, 0];
    const gridPos = { x, y, w: width, h: height };
    [x, tallest] = [x + width, Math.max(tallest, height)];
    return { id: index + 1, ...panel, gridPos };
  });
}
