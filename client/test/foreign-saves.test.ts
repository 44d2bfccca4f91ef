// Saves and sessions behind somebody who answers for the service: a change stays queued and goes once, a save is not mixed with
// another player's, and a session goes on.
import { expect, test } from 'bun:test';
import { failureOf, settle, until } from './devices.ts';
import { envelope, foreignAnswers, html, tag } from './foreign-pages.ts';
import { startSuite } from './suite.ts';

const { player, device, stored } = startSuite();
/** Nothing listens there. */
const other = 'http://127.0.0.1:9';

test('a save keeps its change through answers of somebody else, and sends it once', async () => {
  const name = player();
  let page: (() => Response) | undefined;
  const fetchThrough = (async (input: string, init: RequestInit) =>
    page?.() ?? fetch(input, init)) as typeof fetch;
  const theirs = { playerId: 'bob', sequentialId: 9, metadata: { gold: 999 } };
  const pages: readonly (readonly [string, () => Response])[] = [
    ...foreignAnswers(other),
    ['a record of another player', () => envelope(200, { data: theirs }, tag)],
    [
      'a conflict with the record of another player',
      () => envelope(412, { error: { message: 'Precondition failed' }, data: theirs }, tag),
    ],
  ];
  const phone = device(name, { fetch: fetchThrough });
  const save = await phone.openSave({ initial: { gold: 0 } });
  await settle(save);
  const told: string[] = [];
  for (const event of ['refused', 'conflict'] as const) save.on(event, () => told.push(event));
  let gold = 0;
  for (const [title, foreignPage] of pages) {
    page = foreignPage;
    gold += 1;
    await save.increment('/gold', 1);
    const failure = await failureOf(save.flush());
    expect([title, failure.code, save.status]).toEqual([title, 'network', 'waiting']);
    expect([title, (await save.pending()).length, save.data.gold]).toEqual([title, 1, gold]);
    page = undefined;
    await settle(save);
    expect([title, await stored(name)]).toEqual([title, `{"gold":${gold}}`]);
  }
  expect(told).toEqual([]);
  await save.close();
}, 120_000);

test('a save that opens behind somebody else’s record is not mixed with it', async () => {
  const name = player();
  await device(name).metadata.set({ gold: 5 });
  let isForeign = true;
  const theirs = { playerId: 'bob', sequentialId: 9, metadata: { gold: 999 } };
  const fetchThrough = (async (input: string, init: RequestInit) =>
    isForeign ? envelope(200, { data: theirs }, tag) : fetch(input, init)) as typeof fetch;
  for (const option of [{}, { player: name }]) {
    isForeign = true;
    const save = await device(name, { fetch: fetchThrough, ...option }).openSave();
    expect([save.data as unknown, save.status]).toEqual([{}, 'waiting']);
    isForeign = false;
    await until(() => save.status === 'saved');
    expect(save.data as unknown).toEqual({ gold: 5 });
    await save.close();
  }
});

test('a session outlives the pages of a proxy', async () => {
  const name = player();
  let page: (() => Response) | undefined;
  let pages = 0;
  const phone = device(name, {
    fetch: (async (input: string, init: RequestInit) => {
      if (page === undefined) return fetch(input, init);
      pages += 1;
      return page();
    }) as typeof fetch,
  });
  const playing = await phone.sessions.play();
  for (const [, foreignPage] of [...foreignAnswers(other), ['a page with 413', () => html(413)] as const]) {
    pages = 0;
    page = foreignPage;
    playing.check();
    await until(() => pages > 4);
    page = undefined;
    expect(playing.state).toBe('active');
  }
  await playing.end();
}, 120_000);
