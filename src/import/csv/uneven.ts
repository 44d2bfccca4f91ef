// Rows that have more cells than the header, or fewer. A separator stands in a cell without quotes there, or a line ends early, so it is not
// known which cell is which.

/**
 * The texts that may be a cell of such a row.
 * @param index the place of its column in the header
 * @param columns the number of columns in the header
 */
export function mayBeAt(
  cells: readonly string[],
  index: number,
  columns: number,
  separator: string,
): readonly string[] {
  const surplus = cells.length - columns;
  const first = Math.max(0, Math.min(index, index + surplus));
  const last = Math.max(index, index + surplus);
  const window = cells.slice(first, last + 1);
  // The separators that are too many may all stand in the cell itself.
  return surplus > 0 ? [...window, window.join(separator)] : window;
}
