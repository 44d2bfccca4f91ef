// The tooltip of a chart: the place under the pointer and the value of each series there.
import type uPlot from 'uplot';

interface Formats {
  readonly current: {
    readonly formatValue: (value: number) => string;
    readonly formatX: (x: number) => string;
  };
}

const distance = 14;

/** A plugin of uPlot. Text goes in as text, since labels may come from players. */
export function chartTooltip(formats: Formats): uPlot.Plugin {
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
    const { formatValue, formatX } = formats.current;
    const rows = plot.series.slice(1).map(({ label, stroke }, index) => {
      const value = plot.data[index + 1]?.[idx];
      const text = value === null || value === undefined ? '–' : formatValue(value);
      const colour = typeof stroke === 'function' ? String(stroke(plot, index + 1)) : String(stroke);
      const row = line('chart-tooltip-row', String(label ?? ''), colour);
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
