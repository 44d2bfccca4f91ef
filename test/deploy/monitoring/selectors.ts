// The selectors in an expression of PromQL, for comparing them with the samples of a scrape. It knows as much of the language as the
// rules and the dashboard use.

export interface Matcher {
  readonly label: string;
  readonly operator: '=' | '!=' | '=~' | '!~';
  readonly value: string;
}

export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

/** Words of the language that are no metric and no function. */
const keywords = new Set(['and', 'or', 'unless', 'bool', 'offset']);

/** The lists of labels in an expression: of `by`, `on` and the like. */
const labelList = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\((?<labels>[^()]*)\)/g;
const selector = /(?<metric>[a-zA-Z_:][\w:]*)\s*(?:\{(?<inside>[^}]*)\})?/g;
const matcher = /(?<label>\w+)\s*(?<operator>=~|!~|!=|=)\s*"(?<value>[^"]*)"/g;

/** The labels that an expression groups or joins by. */
export const groupingLabels = (expr: string): readonly string[] =>
  [...expr.matchAll(labelList)].flatMap(({ groups }) =>
    (groups?.labels ?? '').split(',').flatMap((label) => label.trim() || []),
  );

export function selectorsOf(expr: string): readonly Selector[] {
  // Metrics and keywords remain.
  const plain = expr
    .replaceAll(labelList, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\b[a-z_]+\s*\(/g, '(');
  return [...plain.matchAll(selector)]
    .map(({ groups }) => ({ metric: groups?.metric ?? '', inside: groups?.inside ?? '' }))
    .filter(({ metric }) => !keywords.has(metric) && !/^e\d*$/.test(metric))
    .map(({ metric, inside }) => ({
      metric,
      matchers: [...inside.matchAll(matcher)].map(({ groups }) => ({
        label: groups?.label ?? '',
        operator: (groups?.operator ?? '=') as Matcher['operator'],
        value: groups?.value ?? '',
      })),
    }));
}

/** Whether a sample has what a matcher wants; a label that it lacks counts as empty. */
export function holds({ operator, value }: Matcher, actual = ''): boolean {
  if (operator === '=' || operator === '!=') return (actual === value) === (operator === '=');
  return new RegExp(`^(?:${value})$`).test(actual) === (operator === '=~');
}
