// Line charts as SVG, on a ground of their own, so that they are legible on light and dark pages.

export interface Line {
  readonly name: string;
  readonly colour: string;
  /** Undefined leaves a gap. */
  readonly values: readonly (number | undefined)[];
}

export interface Chart {
  readonly title: string;
  /** Of each value, by its place; empty for none. */
  readonly labels: readonly string[];
  readonly lines: readonly Line[];
  /** Events by the place of a value. */
  readonly events: readonly { readonly at: number; readonly name: string }[];
  readonly isLogarithmic: boolean;
}

const [width, height] = [760, 300];
const frame = { left: 56, right: 16, top: 46, bottom: 34 };
const asText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Round steps up to the highest value, at most five; powers of ten on a logarithmic scale. */
function ticksOf({ lines, isLogarithmic }: Chart): readonly number[] {
  const values = lines.flatMap(({ values: all }) =>
    all.filter((value) => value !== undefined && value > 0),
  ) as number[];
  const most = Math.max(...values, 1e-3);
  if (isLogarithmic) {
    const first = Math.floor(Math.log10(Math.min(...values)));
    return Array.from({ length: Math.ceil(Math.log10(most)) - first + 1 }, (_, n) => 10 ** (first + n));
  }
  const power = 10 ** Math.floor(Math.log10(most / 5));
  const step = ([1, 2, 5, 10].find((each) => most / (each * power) <= 5) ?? 10) * power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, n) => n * step);
}

export function draw(chart: Chart): string {
  const { title, labels, lines, events, isLogarithmic } = chart;
  const ticks = ticksOf(chart);
  const [least, most] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const scale = (value: number) => (isLogarithmic ? Math.log10(Math.max(value, least)) : value);
  const x = (at: number): number =>
    frame.left + (at / Math.max(1, labels.length - 1)) * (width - frame.left - frame.right);
  const y = (value: number): number => {
    const share = (scale(value) - scale(least)) / (scale(most) - scale(least));
    return height - frame.bottom - share * (height - frame.top - frame.bottom);
  };
  const text = (at: number, line: number, content: string, more = '') =>
    `<text x="${at.toFixed(1)}" y="${line.toFixed(1)}" ${more}>${asText(content)}</text>`;
  const path = ({ values, colour }: Line): string => {
    let isPen = false;
    const steps = values.map((value, at) => {
      const command =
        value === undefined ? '' : `${isPen ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
      isPen = value !== undefined;
      return command;
    });
    return `<path d="${steps.join('')}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>`;
  };
  let legend = frame.left;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#374151" role="img" aria-label="${asText(title)}">`,
    `<rect width="${width}" height="${height}" rx="6" fill="#ffffff" stroke="#d1d5db"/>`,
    text(16, 20, title, 'font-weight="600" font-size="13"'),
    ...ticks.flatMap((tick) => [
      `<path d="M${frame.left} ${y(tick).toFixed(1)}H${width - frame.right}" stroke="#e5e7eb"/>`,
      text(
        frame.left - 6,
        y(tick) + 4,
        tick.toLocaleString('en-US', { maximumFractionDigits: 3 }),
        'text-anchor="end"',
      ),
    ]),
    ...labels.flatMap((label, at) =>
      label === '' ? [] : [text(x(at), height - 12, label, 'text-anchor="middle"')],
    ),
    ...events.flatMap(({ at, name }) => [
      `<path d="M${x(at).toFixed(1)} ${frame.top}V${height - frame.bottom}" stroke="#9ca3af" stroke-dasharray="4 3"/>`,
      text(x(at) + 4, frame.top + 10, name, 'font-size="11" fill="#6b7280"'),
    ]),
    ...lines.map(path),
    ...lines.flatMap(({ name, colour }) => {
      const at = legend;
      legend += 34 + name.length * 6.6;
      return [`<path d="M${at} 34h16" stroke="${colour}" stroke-width="3"/>`, text(at + 20, 38, name)];
    }),
    '</svg>\n',
  ].join('\n');
}
