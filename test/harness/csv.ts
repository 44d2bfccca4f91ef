// A reader of CSV (RFC 4180) that shares nothing with the writer of the service. It tells a field with nothing in it from an empty text.

/** A field in quotes is a text; one without is a number, a time or a boolean as it stands, and null where nothing is in it. */
export type Field = { readonly quoted: string } | { readonly bare: string } | null;

/** @throws Error for what RFC 4180 does not allow */
export function readCsv(text: string): readonly (readonly Field[])[] {
  const rows: Field[][] = [];
  let at = 0;
  const fail = (problem: string): never => {
    throw new Error(`CSV, at ${at}: ${problem}: ${JSON.stringify(text.slice(at, at + 40))}`);
  };
  const readField = (): Field => {
    if (text[at] !== '"') {
      const end = /[,\r\n"]/g;
      end.lastIndex = at;
      const found = end.exec(text) ?? fail('a line without an end');
      if (found[0] === '"' || found[0] === '\n') fail('a character that needs quotes');
      const bare = text.slice(at, found.index);
      at = found.index;
      return bare === '' ? null : { bare };
    }
    let quoted = '';
    at += 1;
    for (;;) {
      const quote = text.indexOf('"', at);
      if (quote < 0) fail('a text without an end');
      quoted += text.slice(at, quote);
      at = quote + 1;
      if (text[at] !== '"') return { quoted };
      quoted += '"';
      at += 1;
    }
  };
  while (at < text.length) {
    const row = [readField()];
    while (text[at] === ',') {
      at += 1;
      row.push(readField());
    }
    if (text.slice(at, at + 2) !== '\r\n') fail('no end of the line');
    at += 2;
    rows.push(row);
  }
  return rows;
}

/** The rows after the header as objects. @throws Error for a row of another length */
export function readTable(text: string): readonly Readonly<Record<string, Field>>[] {
  const [header = [], ...rows] = readCsv(text);
  const names = header.map((field) => (field !== null && 'quoted' in field ? field.quoted : 'a bare name'));
  return rows.map((row) => {
    if (row.length !== names.length) throw new Error(`a row has ${row.length} fields of ${names.length}`);
    return Object.fromEntries(row.map((field, index) => [names[index] ?? '', field]));
  });
}
