// The parts of a dashboard of Grafana, as plain objects (docs/decisions/0080-monitoring-as-code.md). The fields are those of the
// schema that Grafana 10 and newer read; https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/
// has them.

/** Units as Grafana names them. */
export type Unit = 'short' | 's' | 'bytes' | 'reqps' | 'percentunit' | 'ops';

export interface Target {
  readonly expr: string;
  /** The name of a series, such as `{{route}}`. */
  readonly legend: string;
}

interface PanelSpec {
  readonly title: string;
  /** A sentence for whoever does not know the figure. */
  readonly description: string;
  readonly unit: Unit;
  readonly targets: readonly Target[];
  /** Of 24 columns. */
  readonly width?: number;
}

export interface Step {
  readonly color: 'green' | 'orange' | 'red' | 'text';
  /** From this value on; null for the first step. */
  readonly value: number | null;
}

export interface Panel {
  readonly type: 'timeseries' | 'stat' | 'row';
  readonly title: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
  readonly width: number;
  readonly height: number;
  readonly [field: string]: unknown;
}

/** The data source that the variable chooses. */
export const datasource = { type: 'prometheus', uid: '$datasource' };

const targetsOf = (targets: readonly Target[], isInstant: boolean) =>
  targets.map(({ expr, legend }, index) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    datasource,
    editorMode: 'code',
    expr,
    legendFormat: legend,
    range: !isInstant,
    instant: isInstant,
  }));

/** A number of now. Without steps it has no colour. */
export function stat(
  spec: PanelSpec & { readonly steps?: readonly Step[]; readonly shows?: 'value' | 'name' },
): Panel {
  const { title, description, unit, targets, width = 3, steps, shows = 'value' } = spec;
  return {
    type: 'stat',
    title,
    description,
    datasource,
    width,
    height: 4,
    targets: targetsOf(targets, true),
    fieldConfig: {
      defaults: {
        unit,
        thresholds: { mode: 'absolute', steps: steps ?? [{ color: 'text', value: null }] },
        noValue: '–',
      },
      overrides: [],
    },
    options: {
      colorMode: 'value',
      graphMode: 'none',
      justifyMode: 'auto',
      textMode: shows,
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
    },
  };
}

/** Lines over time. */
export function lines(spec: PanelSpec & { readonly isStacked?: boolean; readonly max?: number }): Panel {
  const { title, description, unit, targets, width = 12, isStacked = false, max } = spec;
  return {
    type: 'timeseries',
    title,
    description,
    datasource,
    width,
    height: 8,
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
  };
}

export const row = (title: string): Panel => ({
  type: 'row',
  title,
  collapsed: false,
  panels: [],
  width: columns,
  height: 1,
});

const columns = 24;

/** Gives each panel its number and its place, from left to right and from top to bottom. */
export function arrange(panels: readonly Panel[]) {
  let [x, y, tallest] = [0, 0, 0];
  return panels.map(({ width, height, ...panel }, index) => {
    if (x + width > columns) [x, y, tallest] = [0, y + tallest, 0];
    const gridPos = { x, y, w: width, h: height };
    [x, tallest] = [x + width, Math.max(tallest, height)];
    return { id: index + 1, ...panel, gridPos };
  });
}
