// Takes the white space away again that formatting has added. The tokens of the result are those of the edited text, always;
// between tokens that the edit left alone it has the white space of the stored text.
import { scanJson } from './scan.ts';

/** The tokens of a text by their places: token `n` is at `[at[2n], at[2n + 1])`. */
interface Tokens {
  readonly text: string;
  readonly at: readonly number[];
  readonly count: number;
}

function tokensOf(text: string): Tokens {
  const at: number[] = [];
  scanJson(text, ({ start, end }) => {
    at.push(start, end);
  });
  return { text, at, count: at.length / 2 };
}

const startOf = ({ at }: Tokens, token: number): number => at[2 * token] ?? 0;
const endOf = ({ at }: Tokens, token: number): number => at[2 * token + 1] ?? 0;

/** The white space before a token; with the number of tokens, that after the last. */
const gapBefore = (tokens: Tokens, token: number): string =>
  tokens.text.slice(
    token === 0 ? 0 : endOf(tokens, token - 1),
    token === tokens.count ? tokens.text.length : startOf(tokens, token),
  );

function isSameToken(a: Tokens, tokenA: number, b: Tokens, tokenB: number): boolean {
  const from = startOf(a, tokenA);
  const other = startOf(b, tokenB);
  const length = endOf(a, tokenA) - from;
  if (endOf(b, tokenB) - other !== length) return false;
  for (let unit = 0; unit < length; unit += 1) {
    if (a.text.charCodeAt(from + unit) !== b.text.charCodeAt(other + unit)) return false;
  }
  return true;
}

/**
 * The edited text with the white space of the stored one.
 * @param stored the text before formatting
 * @param edited the formatted text after an edit
 * @throws JsonFault if one of them is not JSON
 */
export function restoreWhitespace(stored: string, edited: string): string {
  const before = tokensOf(stored);
  const after = tokensOf(edited);
  const matches = matchTokens(before, after);
  const isLaidOut = /[\n\r]/.test(firstGaps(before));
  const pieces: string[] = [];
  for (let token = 0; token <= after.count; token += 1) {
    pieces.push(gapOf(before, after, matches, token, isLaidOut));
    if (token < after.count) pieces.push(edited.slice(startOf(after, token), endOf(after, token)));
  }
  return pieces.join('');
}

/** The white space of a text, of its first thousand tokens. It tells how the text is laid out. */
const firstGaps = (tokens: Tokens): string =>
  Array.from({ length: Math.min(tokens.count, 1_000) }, (_, token) => gapBefore(tokens, token)).join('');

function gapOf(
  before: Tokens,
  after: Tokens,
  matches: Int32Array,
  token: number,
  isLaidOut: boolean,
): string {
  const left = token === 0 ? -1 : (matches[token - 1] ?? none);
  const right = token === after.count ? before.count : (matches[token] ?? none);
  // Both neighbours were neighbours before. Or one was, and stood beside the same token: a comma or a bracket.
  const hasLeft = left !== none && left + 1 <= before.count;
  const hasRight = right !== none && right > 0;
  if (left !== none && right === left + 1) return gapBefore(before, right);
  if (hasRight && token > 0 && isSameToken(before, right - 1, after, token - 1))
    return gapBefore(before, right);
  if (
    hasLeft &&
    left + 1 < before.count &&
    token < after.count &&
    hasSameKind(before, left + 1, after, token)
  )
    return gapBefore(before, left + 1);
  if (isLaidOut) return gapBefore(after, token);
  return plainGap(before, after, token);
}

const unitOf = (tokens: Tokens, token: number): string => tokens.text[startOf(tokens, token)] ?? '';

/** Values count as one kind: all stand in the same places. */
const hasSameKind = (a: Tokens, tokenA: number, b: Tokens, tokenB: number): boolean =>
  kindOf(unitOf(a, tokenA)) === kindOf(unitOf(b, tokenB));

const kindOf = (unit: string): string => ('}],:'.includes(unit) ? unit : 'value');

/** The white space of a text on one line: that after its first comma, or after its first colon. */
function plainGap(before: Tokens, after: Tokens, token: number): string {
  const mark = token === 0 ? '' : unitOf(after, token - 1);
  if (mark !== ',' && mark !== ':') return '';
  for (let at = 1; at < Math.min(before.count, 1_000); at += 1) {
    if (unitOf(before, at - 1) === mark) return gapBefore(before, at);
  }
  return '';
}

const none = -2;

/** The most tokens in which the two texts may differ for a search of the shortest edit. Beyond it the middle counts as new. */
const mostChanges = 1_500;

/** For each token of `after` its counterpart in `before`, in ascending order; `none` for a new one. */
function matchTokens(before: Tokens, after: Tokens): Int32Array {
  const matches = new Int32Array(after.count).fill(none);
  const most = Math.min(before.count, after.count);
  let head = 0;
  while (head < most && isSameToken(before, head, after, head)) {
    matches[head] = head;
    head += 1;
  }
  let tail = 0;
  while (tail < most - head && isSameToken(before, before.count - 1 - tail, after, after.count - 1 - tail)) {
    tail += 1;
    matches[after.count - tail] = before.count - tail;
  }
  matchMiddle(before, after, head, tail, matches);
  return matches;
}

/** Finds a shortest edit of the middle (Myers, An O(ND) Difference Algorithm, 1986, section 4) and notes its matches. */
function matchMiddle(before: Tokens, after: Tokens, head: number, tail: number, matches: Int32Array): void {
  const width = before.count - head - tail;
  const height = after.count - head - tail;
  if (width === 0 || height === 0) return;
  const reaches: Int32Array[] = [];
  let reach = new Int32Array([0, 0, 0]);
  for (let changes = 0; changes <= Math.min(width + height, mostChanges); changes += 1) {
    // reach[k + changes + 1] is the furthest x on the diagonal k = x - y.
    const next = new Int32Array(2 * changes + 3);
    reaches.push(next);
    for (let k = -changes; k <= changes; k += 2) {
      const isDown = isStepDown(reach, changes, k);
      let x =
        changes === 0 ? 0 : isDown ? valueAt(reach, changes, k + 1) : valueAt(reach, changes, k - 1) + 1;
      while (x < width && x - k < height && x - k >= 0 && isSameToken(before, head + x, after, head + x - k))
        x += 1;
      next[k + changes + 1] = x;
      if (x >= width && x - k >= height) {
        noteMatches(reaches, width, height, head, matches);
        return;
      }
    }
    reach = next;
  }
}

/** The reach of the step before on a diagonal. */
const valueAt = (reach: Int32Array, changes: number, k: number): number => reach[k + changes] ?? -1;

const isStepDown = (reach: Int32Array, changes: number, k: number): boolean =>
  k === -changes || (k !== changes && valueAt(reach, changes, k - 1) < valueAt(reach, changes, k + 1));

/** Walks the steps back from the end of both texts. */
function noteMatches(
  reaches: readonly Int32Array[],
  width: number,
  height: number,
  head: number,
  matches: Int32Array,
): void {
  let x = width;
  let y = height;
  for (let changes = reaches.length - 1; changes >= 0 && (x > 0 || y > 0); changes -= 1) {
    const reach = reaches[changes - 1];
    const k = x - y;
    const isDown = reach !== undefined && isStepDown(reach, changes, k);
    const fromX = !reach ? 0 : isDown ? valueAt(reach, changes, k + 1) : valueAt(reach, changes, k - 1);
    const fromY = !reach ? 0 : isDown ? fromX - k - 1 : fromX - k + 1;
    const startX = !reach ? 0 : isDown ? fromX : fromX + 1;
    for (; x > startX; x -= 1, y -= 1) matches[head + y - 1] = head + x - 1;
    x = fromX;
    y = fromY;
  }
}
