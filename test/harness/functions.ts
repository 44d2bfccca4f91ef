// The lines of the functions of a source file. It relies on the formatter: the bracket that ends a function stands on the first line
// of the same indentation that begins with one.

const declaration = /^ *(?:export )?(?:async )?function\*? (?<name>\w+)/;
const arrow = /=> \{$/;
const method = /^ +(?:async |get |set )*\*?(?<name>\w+)(?:<[^(]*>)?\(.*\{$/;
const endOfParameters = /^ +\)(?:: .*)? \{$/;
const nameBefore = /(?:const |^ *|[{(] )(?<name>[\w#]+)(?:: [^=]+ =|:| =|\(|<)/;
const keyword = /^ *(?:\} )?(?:if|else|for|while|switch|catch|return|do|try)\b/;

const indentOf = (line: string): number => line.search(/\S|$/);

/** The longest function of each name, with its lines from the first one to the last one. */
export function functionLengths(text: string): Map<string, number> {
  const lines = text.split('\n');
  const lengths = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    const start = declaration.test(line) || method.test(line) ? at : firstLineOf(lines, at);
    if (start === undefined || keyword.test(lines[start] ?? '')) continue;
    const indent = ' '.repeat(indentOf(line));
    const isDeclared = declaration.test(line);
    const isEnd = (each: string) => (isDeclared ? each === `${indent}}` : each.startsWith(`${indent}}`));
    const end = lines.findIndex((each, index) => index > at && isEnd(each));
    const first = lines[start] ?? '';
    const named = declaration.exec(first) ?? method.exec(first) ?? nameBefore.exec(first);
    const name = named?.groups?.name ?? 'anonymous';
    lengths.set(name, Math.max(lengths.get(name) ?? 0, end - start + 1));
  }
  return lengths;
}

/** The line with which a function begins whose body begins at the end of a line; undefined for another line. */
function firstLineOf(lines: readonly string[], at: number): number | undefined {
  const line = lines[at] ?? '';
  if (!arrow.test(line) && !endOfParameters.test(line)) return undefined;
  if (nameBefore.test(line) && !/^ *\)/.test(line)) return at;
  let start = at - 1;
  const isWithin = (each = ''): boolean => indentOf(each) > indentOf(line) || /^ *(?:[(<].*)?$/.test(each);
  while (start > 0 && isWithin(lines[start])) start -= 1;
  return start;
}
