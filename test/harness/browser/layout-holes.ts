// The largest empty rectangle between boxes. Pure.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * @param least the least width and height of a rectangle that counts
 * @returns the largest empty rectangle within `area`; undefined where none counts
 */
export function findHole(area: Box, solid: readonly Box[], least: number): Box | undefined {
  const inside = (from: number, to: number, values: readonly number[]): number[] =>
    [...new Set([from, to, ...values.filter((value) => from < value && value < to)])].sort((a, b) => a - b);
  // The edges of the largest rectangle are edges of boxes, or of the area.
  const across = inside(
    area.left,
    area.right,
    solid.flatMap(({ left, right }) => [left, right]),
  );
  const down = inside(
    area.top,
    area.bottom,
    solid.flatMap(({ top, bottom }) => [top, bottom]),
  );
  const pairs = (edges: readonly number[]) =>
    edges.flatMap((from) => edges.filter((to) => to - from >= least).map((to) => [from, to] as const));
  const sizeOf = ({ left, right, top, bottom }: Box): number => (right - left) * (bottom - top);
  let largest: Box | undefined;
  for (const [left, right] of pairs(across)) {
    for (const [top, bottom] of pairs(down)) {
      const box = { left, right, top, bottom };
      if (largest && sizeOf(box) <= sizeOf(largest)) continue;
      if (!solid.some((each) => overlaps(each, box))) largest = box;
    }
  }
  return largest;
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The smallest box that holds others. The edge of a page around its cards is no hole. */
export const boxAround = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});
