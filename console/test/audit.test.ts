// The logic of the audit's page, without a browser: entries as sentences, the filter, and files.
import { describe, expect, test } from 'bun:test';
import { toCsv } from '../../src/statistics/csv.ts';
import { auditActions } from '../../src/store/ports/audit.ts';
import { ApiFailure } from '../src/api/failure.ts';
import { readAuditPage } from '../src/pages/audit/audit-entries.ts';
import {
  apiQuery,
  emptyFilter,
  problemsOf,
  readFilter,
  writeFilter,
} from '../src/pages/audit/audit-filter.ts';
import { createAuditExport } from '../src/pages/audit/export-entries.ts';
import { actionTitles, sentenceOf, subjectKeyOf } from '../src/pages/audit/sentences.ts';

const entryText = (index: number, more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    ...{ auditId: `id-${index}`, at: '2026-01-02T03:04:05.678Z', keyId: 'key', keyName: 'backend' },
    ...{ action: 'metadata.set', sequentialId: 7, detail: { version: 12 }, requestId: 'shop-1' },
    ...more,
  });

const pageText = (entries: readonly string[], nextCursor: string | null = null): string =>
  `{"statusCode":200,"data":{"entries":[${entries}],"nextCursor":${JSON.stringify(nextCursor)}}}`;

const entryOf = (more: Record<string, unknown>) => {
  const [entry] = readAuditPage(pageText([entryText(0, more)])).rows;
  if (!entry) throw new Error('there is no entry');
  return entry;
};

describe('an entry of the audit', () => {
  const ofService = { sequentialId: null };
  test.each([
    [{}, 'replaced the metadata of', undefined],
    [
      { action: 'metadata.restore', detail: { restored: 1_200 } },
      'restored the metadata of',
      'to version 1,200',
    ],
    [{ action: 'player.suspend', detail: { until: 'forever' } }, 'suspended', 'for good'],
    [{ action: 'player.import', detail: { from: 'nakama', version: 1 } }, 'imported', 'from nakama'],
    [{ action: 'session.terminate', detail: { sessionId: 'x' } }, 'ended the session of', undefined],
    [
      { action: 'key.create', ...ofService, detail: { scopes: ['a'] } },
      'created a key with the scope a',
      undefined,
    ],
    [
      { action: 'key.revoke', ...ofService, detail: { scopes: ['a', 'b'] } },
      'revoked a key with 2 scopes',
      undefined,
    ],
    [
      { action: 'import', ...ofService, detail: { records: 5_000, added: 12 } },
      'imported a file: 5,000 records, 12 of them new',
      undefined,
    ],
    [{ action: 'player.praise', detail: null }, 'made a change “player.praise” to', undefined],
  ])('%j is a sentence', (more, verb, addition) => {
    const hasPlayer = !('sequentialId' in more);
    expect(sentenceOf(entryOf(more))).toEqual({
      verb,
      hasPlayer,
      ...(addition !== undefined && { addition }),
    });
  });

  test('names the key that it is about', () => {
    const more = { sequentialId: null, detail: { keyId: 'key-7', scopes: ['a', 'b'] } };
    const revoke = entryOf({ ...more, action: 'key.revoke' });
    expect(sentenceOf(revoke)).toEqual({
      ...{ verb: 'revoked the key', hasPlayer: false, keyId: 'key-7', addition: 'with 2 scopes' },
    });
    expect(subjectKeyOf(revoke)).toBe('key-7');
    expect(subjectKeyOf(entryOf({ ...more, action: 'key.create' }))).toBe('key-7');
    expect(subjectKeyOf(entryOf({ ...more, action: 'import' }))).toBeUndefined();
  });

  test('has a title and a sentence for every action of the service', () => {
    expect(Object.keys(actionTitles)).toEqual([...auditActions]);
    for (const action of auditActions) {
      expect(sentenceOf(entryOf({ action, detail: null })).verb).not.toContain('made a change');
    }
  });

  test('keeps every digit of its detail', () => {
    const text = entryText(1).replace('"version":12', '"version":9007199254740993,"rate":1.0');
    const [entry] = readAuditPage(pageText([text])).rows;
    expect(entry).toMatchObject({ detail: '{"version":9007199254740993,"rate":1.0}', source: text });
    expect(entryOf({ detail: null }).detail).toBeUndefined();
  });
});

describe('the filter of the audit', () => {
  const values = { sequentialId: '7', keyId: 'a&b', action: 'import', from: '2026-03-01', to: '2026-03-29' };
  const filter = { ...emptyFilter, ...values };

  test('comes back from the address, and leaves empty fields out of it', () => {
    expect(readFilter(new URLSearchParams(writeFilter(filter).toString()))).toEqual(filter);
    expect(writeFilter(emptyFilter).toString()).toBe('');
    expect(readFilter(new URLSearchParams())).toEqual(emptyFilter);
  });

  test('asks for whole days in the zone of the reader, the last one included', () => {
    const query = apiQuery(filter);
    expect(Object.fromEntries(query)).toEqual({
      ...{ sequentialId: '7', keyId: 'a&b', action: 'import' },
      from: new Date(2026, 2, 1).toISOString(),
      to: new Date(2026, 2, 30).toISOString(),
    });
  });

  test.each([
    [{ sequentialId: '4711' }, []],
    [{ sequentialId: '9007199254740993' }, ['sequentialId']],
    [{ sequentialId: '012' }, ['sequentialId']],
    [{ sequentialId: '4e3' }, ['sequentialId']],
    [{ from: '2026-01-02', to: '2026-01-02' }, []],
    [{ from: '2026-01-03', to: '2026-01-02' }, ['to']],
    [{ from: 'yesterday' }, ['from']],
    [{ to: '2026-02-29' }, ['to']],
    [{ to: '2028-02-29' }, []],
    [{ keyId: 'game backend' }, ['keyId']],
    [{ keyId: 'environment' }, []],
    [{ keyId: '0190c5a4-7d3a-7c11-9f00-0123456789ab' }, []],
  ])('with %j has a problem in %j', (change, fields) => {
    expect(Object.keys(problemsOf({ ...emptyFilter, ...change }))).toEqual(fields);
  });
});

describe('the download of the audit', () => {
  const odd = [
    entryText(0, { keyName: '=1+1' }),
    entryText(1, { keyName: 'a "quoted", key', detail: null, keyId: null, requestId: null }),
    entryText(2).replace('"version":12', '"version":9007199254740993'),
  ];
  const pages: Record<string, string> = {
    '': pageText([odd[0] ?? ''], 'a'),
    a: pageText([], 'b'),
    b: pageText([odd[1] ?? '', odd[2] ?? '']),
  };
  const load = async (cursor: string | undefined) => readAuditPage(pages[cursor ?? ''] ?? '');
  const { signal } = new AbortController();

  test('as JSON has every entry of every page, each exactly', async () => {
    const making = createAuditExport('json', load);
    const counts: number[] = [];
    await making.run(signal, (count) => counts.push(count));
    expect(counts).toEqual([1, 1, 3]);
    expect(await making.file().text()).toBe(`[\n${odd.join(',\n')}\n]\n`);
  });

  test('as CSV has a line for each, without formulas', async () => {
    const making = createAuditExport('csv', load);
    await making.run(signal, () => undefined);
    const lines = (await making.file().text()).split('\r\n');
    expect(lines[0]).toStartWith('auditId,at,keyId,keyName,action,sequentialId,detail,requestId,person');
    expect(lines[1]).toContain(`,key,'=1+1,metadata.set,7,"{""version"":12}",shop-1`);
    expect(lines[2]).toBe('id-1,2026-01-02T03:04:05.678Z,,"a ""quoted"", key",metadata.set,7,,,,');
    expect(lines[3]).toContain('"{""version"":9007199254740993}"');
    // The service quotes its own tables in the same way.
    const table = { columns: ['name'], size: 1, cells: () => [{ text: '=1+1' }], pause: () => undefined };
    const [, served] = (await toCsv(table)).split('\r\n');
    expect(lines[1]).toContain(`,${served},`);
    expect(lines).toHaveLength(5);
  });

  test('goes on after a failure where it was, and makes no file before the end', async () => {
    let failures = 1;
    const making = createAuditExport('json', async (cursor) => {
      if (cursor === 'b' && failures > 0) {
        failures -= 1;
        throw new ApiFailure(503, 'Service unavailable');
      }
      return load(cursor);
    });
    await expect(making.run(signal, () => undefined)).rejects.toThrow('Service unavailable');
    expect(() => making.file()).toThrow('not whole');
    await making.run(signal, () => undefined);
    expect(JSON.parse(await making.file().text())).toHaveLength(3);
  });
});
