// The media ranges of `Accept` (RFC 9110 section 12.5.1), as the caller wrote them.

export interface MediaRange {
  /** In lower case and without parameters. Its parts may be wildcards. */
  readonly type: string;
  readonly quality: number;
}

export const mediaRanges = (accept: string): readonly MediaRange[] =>
  accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, quality: weight === undefined ? 1 : Number(weight.slice(2)) };
  });

/** The quality of a media type by the most specific range that has it; 0 without one. */
export function qualityOf(ranges: readonly MediaRange[], type: string): number {
  const [family = ''] = type.split('/');
  const found = [type, `${family}/*`, '*/*'].flatMap(
    (name) => ranges.find((range) => range.type === name) ?? [],
  );
  return found[0]?.quality ?? 0;
}
