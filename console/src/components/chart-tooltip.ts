// The tooltip of a chart: the place under the pointer and the value of each series there.
import type uPlot from 'uplot';

/** One series in numbers: a column of the table, a line of the tooltip. */
export interface ChartColumn {
  readonly label: string;
  /** One value for each place; null where there is none. */
  readonly values: readonly (number | null)[];
}

/** The latest props of a chart. */
export interface ChartFormats {
  readonly current: {
    readonly formatValue: (value: number) => string;
    readonly formatX: (x: number) => string;
    /** As given. The plot itself may have them stacked, and in another order. */
    readonly series: readonly ChartColumn[];
  };
}

const distance = 14;

/** A plugin of uPlot. Text goes in as text, since labels may come from players. */
export function chartTooltip(formats: ChartFormats): uPlot.Plugin {
  const box = document.createElement('div');
  box.className = 'chart-tooltip';
  box.hidden = true;

  function line(className: string, text: string, colour?: string): HTMLElement {
    const element = document.createElement('div');
    element.className = className;
    if (colour !== undefined) {
      const key = document.createElement('span');
      key.className = 'chart-key';
      key.style.color = colour;
      element.append(key);
    }
    element.append(text);
    return element;
  }

  function show(plot: uPlot): void {
    const { idx, left = -1 } = plot.cursor;
    const at = idx === null || idx === undefined ? undefined : plot.data[0][idx];
    if (at === undefined || left < 0 || idx === null || idx === undefined) {
      box.hidden = true;
      return;
    }
    const { formatValue, formatX, series } = formats.current;
    const rows = series.map(({ label, values }) => {
      const value = values[idx];
      const index = plot.series.findIndex((each) => each.label === label);
      const stroke = plot.series[index]?.stroke;
      const text = value === null || value === undefined ? '–' : formatValue(value);
      // A sum has no series, and no colour.
      const colour = typeof stroke === 'function' ? String(stroke(plot, index)) : 'transparent';
      const row = line('chart-tooltip-row', label, colour);
      row.append(line('chart-tooltip-value', text));
      return row;
    });
    box.replaceChildren(line('chart-tooltip-title', formatX(at)), ...rows);
    box.hidden = false;
    const isRight = left > plot.over.clientWidth / 2;
    box.style.left = `${isRight ? left - box.offsetWidth - distance : left + distance}px`;
  }

  return {
    hooks: {
      init: (plot) => {
        plot.over.append(box);
        plot.over.addEventListener('mouseleave', () => {
          box.hidden = true;
        });
      },
      setCursor: show,
    },
  };
}
