// JSON as values that keep every digit: an independent reader for tests, which shares nothing with the import.

/** Numbers become `n:` and their text, strings and keys `s:` and their value, so `JSON.parse` rounds and confuses nothing. */
export function exact(text: string): unknown {
  const marked = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    JSON.stringify(token.startsWith('"') ? `s:${JSON.parse(token)}` : `n:${token}`),
  );
  return JSON.parse(marked);
}

export interface StoredObject {
  readonly collection: string;
  readonly key: string;
  readonly value: string;
}

/** The document that the plain map promises: `document[collection][key]`. */
export function documentOf(objects: readonly StoredObject[]): Readonly<Record<string, unknown>> {
  const document: Record<string, Record<string, unknown>> = {};
  for (const { collection, key, value } of objects) {
    document[`s:${collection}`] ??= {};
    Object.assign(document[`s:${collection}`] as object, { [`s:${key}`]: exact(value) });
  }
  return document;
}
