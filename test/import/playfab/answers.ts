// The texts that PlayFab answers, for tests.

export const record = (quoted: string, permission = 'Private'): string =>
  `{"Value":${quoted},"LastUpdated":"2024-05-06T07:08:09.1Z","Permission":"${permission}"}`;

/** Texts of values as PlayFab quotes them. A parser of numbers would change some, and one of strings others. */
export const quotedTexts: Readonly<Record<string, string>> = {
  save: String.raw`"{\"gold\":1.00,\"big\":9007199254740993,\"name\":\"\\u0041 \uD83C\uDFAE\"}"`,
  list: String.raw`" [1E+2, -0,\tnull] "`,
  number: '"0012"',
  word: '"true"',
  nested: String.raw`"\"{}\""`,
  escaped: String.raw`"\u0041\/\b"`,
  empty: '""',
  almost: '"{gold:1}"',
};

/** An object of records. */
export const dataOf = (texts: Readonly<Record<string, string>>, permission?: string): string =>
  `{${Object.entries(texts)
    .map(([key, quoted]) => `${JSON.stringify(key)}:${record(quoted, permission)}`)
    .join(',')}}`;
