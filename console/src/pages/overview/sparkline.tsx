// A line without axes. It is decoration: the chart of players has its numbers.

const width = 100;
const height = 28;

export function Sparkline({ values }: { readonly values: readonly number[] }) {
  if (values.length < 2) return null;
  const highest = Math.max(1, ...values);
  const points = values.map(
    (value, index) =>
      `${((index / (values.length - 1)) * width).toFixed(2)},${(height - 1 - (value / highest) * (height - 2)).toFixed(2)}`,
  );
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <polygon className="sparkline-area" points={`0,${height} ${points.join(' ')} ${width},${height}`} />
      <polyline className="sparkline-line" points={points.join(' ')} />
    </svg>
  );
}
