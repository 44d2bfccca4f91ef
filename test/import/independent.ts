// A reader of JSON that shares no code with the import: the runtime's own parser, which hands out the source of each number and string.

/** Each scalar of a JSON text as it is written, by the path to it, and each empty container. */
export function scalarsOf(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const sources = (_key: string, value: unknown, context: { source?: string }): unknown =>
    context.source === undefined ? value : { isScalar: true, source: context.source };
  const walk = (value: unknown, path: string): void => {
    const scalar = value as { isScalar?: boolean; source: string };
    if (scalar.isScalar) {
      found[path] = scalar.source;
      return;
    }
    const entries = Object.entries(value as object);
    if (entries.length === 0) found[path] = Array.isArray(value) ? '[]' : '{}';
    for (const [key, member] of entries) walk(member, `${path}/${key}`);
  };
  walk(JSON.parse(text, sources as (key: string, value: unknown) => unknown), '');
  return found;
}
