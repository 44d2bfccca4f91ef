// Scenarios of games: the same code plays them on Node, Bun and in Chromium against a running service. Tokens
// expire, changes are fast and the network slow, clocks are wrong, games are closed, hidden or replaced. scenario-platform.mjs makes
// the `platform` of each.

import { most, rest, same, settle, until } from './scenario-checks.mjs';

const failureOf = (promise) =>
  promise.then(
    () => 'none',
    (failure) => failure.code,
  );

/** Ten calls meet a token that has expired, and share one new token. */
async function refreshToken(platform) {
  let asked = 0;
  let seconds = 60;
  const player = platform.newPlayer();
  const client = platform.connect(player, {
    token() {
      asked += 1;
      return platform.token(player, seconds);
    },
  });
  await client.metadata.set({ gold: 1 });
  same(asked, 1);
  await platform.advance(120);
  const records = await Promise.all(Array.from({ length: 10 }, () => client.metadata.get()));
  same([asked, records.map(({ metadata }) => metadata.gold)], [2, Array(10).fill(1)]);
  const save = await client.openSave();
  await platform.advance(120);
  await save.increment('/gold', 1);
  await save.flush();
  same([asked, save.status, await platform.stored(player)], [3, 'saved', { gold: 2 }]);
  // An issuer that gives old tokens blocks the save, which keeps its change.
  seconds = -60;
  await platform.advance(120);
  await save.increment('/gold', 1);
  same([await failureOf(save.flush()), save.status, save.data], ['unauthorized', 'blocked', { gold: 3 }]);
  seconds = 60;
  save.retry();
  await until(() => save.status === 'saved');
  same(await platform.stored(player), { gold: 3 });
  await save.close();
}

/** A token function that throws at once fails the calls of that moment alone. */
async function failingTokens(platform) {
  const player = platform.newPlayer();
  let isSignedIn = false;
  const client = platform.connect(player, {
    token() {
      if (!isSignedIn) throw new Error('nobody is signed in');
      return platform.token(player);
    },
  });
  same(await failureOf(client.metadata.get()), 'unauthorized');
  isSignedIn = true;
  same((await client.metadata.get()).metadata, {});
}

/** A hundred changes within a second, and a service that is 300 ms away. */
async function distantService(platform) {
  const player = platform.newPlayer();
  const network = platform.network();
  network.milliseconds = 150;
  const client = platform.connect(player, { fetch: network.fetch });
  const save = await client.openSave({ initial: { gold: 0 } });
  await save.flush();
  network.requests.length = 0;
  const conflicts = [];
  save.on('conflict', (conflict) => conflicts.push(conflict));
  const startedAt = performance.now();
  const made = [];
  for (let count = 0; count < 100; count += 1) {
    const kinds = [
      () => save.increment('/gold', 1),
      () => save.merge({ [`m${count % 7}`]: { at: count } }),
      () => save.append('/log', count),
      () => save.update((data) => ({ ...data, set: count })),
    ];
    made.push(kinds[count % 4]());
    // The last change is made in the last tenth of the second.
    await rest(Math.max(0, startedAt + (count + 1) * 9.5 - performance.now()));
  }
  await Promise.all(made);
  await save.flush();
  // One request at a time takes 300 ms. A machine that takes longer for the changes has time for more.
  const late = Math.max(0, performance.now() - startedAt - 2_000);
  same(conflicts, []);
  // No request meets a state that the one before it made.
  same([...new Set(network.requests.map(({ status }) => status))], [200]);
  most(network.requests.length, 10 + late / 300);
  most(2, network.requests.length);
  const stored = await platform.stored(player);
  same([stored.gold, stored.log.length, stored.set, stored.m1.at], [25, 25, 99, 85]);
  same(save.data, stored);
  await save.close();
}

/** The device's clock is a day off and jumps, while answers are lost and the game begins again. */
async function wrongClock(platform) {
  const player = platform.newPlayer();
  const storage = platform.storage();
  const day = 86_400_000;
  let skew = -day;
  const network = platform.network();
  const open = () => {
    const environment = { now: () => Date.now() + skew };
    return platform
      .connect(player, { storage, fetch: network.fetch, environment })
      .openSave({ initial: { gold: 0 } });
  };
  let save = await open();
  await settle(save);
  for (const next of [0, day, -day, 0]) {
    network.losesAnswers = true;
    await save.increment('/gold', 1);
    await until(() => save.status === 'waiting');
    skew = next;
    if (next === day) {
      await save.close();
      save = await open();
    }
    network.losesAnswers = false;
    await settle(save);
  }
  same(await platform.stored(player), { gold: 4 });
  await save.close();
}

/** A game ends with changes that were never sent, and goes on at its next start. */
async function closedGame(platform) {
  const player = platform.newPlayer();
  const storage = platform.storage();
  const network = platform.network();
  const client = platform.connect(player, { player, storage, fetch: network.fetch });
  network.isOffline = true;
  const first = await client.openSave({ initial: { gold: 0 } });
  const kept = await first.increment('/gold', 5);
  same(kept.durable, platform.isDurable);
  const flushed = failureOf(first.flush());
  await Promise.all([
    first.append('/log', 'ünï 🗝'),
    first.merge({ 'a/b~': { '': null, __proto: 1 } }),
    first.close(),
  ]);
  same([await failureOf(first.merge({})), ['closed', 'network'].includes(await flushed)], ['closed', true]);
  // Another device plays meanwhile.
  await platform.connect(player).metadata.set('{"gold":12345678901234567890}');
  const second = await client.openSave({ initial: { gold: 0 } });
  same(second.data, { gold: 5, log: ['ünï 🗝'], 'a/b~': { __proto: 1 } });
  network.isOffline = false;
  await settle(second);
  const record = await platform.connect(player).metadata.get();
  // The number is exact, and new members come in any order.
  same(record.text.startsWith('{"gold":12345678901234567895,'), true);
  same({ ...record.metadata, gold: 0 }, { gold: 0, log: ['ünï 🗝'], 'a/b~': { __proto: 1 } });
  await second.close();
}

/** The game is hidden for ten minutes, first without a network, and another device saves. */
async function hiddenGame(platform) {
  const player = platform.newPlayer();
  const network = platform.network();
  const time = platform.fakeTime();
  const client = platform.connect(player, { player, fetch: network.fetch, environment: time.environment });
  const session = await client.sessions.play({ onActive: 'replace' });
  const save = await client.openSave({ initial: { gold: 0 }, session });
  await settle(save);
  network.isOffline = true;
  await save.increment('/gold', 1);
  await until(() => save.status === 'waiting' && time.waits());
  network.requests.length = 0;
  time.tell('sleep');
  await until(() => session.state === 'suspended');
  // The pause ends: what waits is tried before the system takes the page.
  await until(() => network.requests.length > 0 && time.waits());
  for (let second = 0; second < 600; second += 1) {
    await time.advance(1_000);
    if (second === 300) await save.append('/log', 'hidden');
    // An attempt takes none of this time, however long the client takes for it.
    await until(time.waits);
  }
  // Pauses double up to a minute, and no heartbeat is tried. Each attempt goes with `keepalive`, and then without it.
  most(network.requests.length, 120);
  most(10, network.requests.length);
  same([...new Set(network.requests.map(({ path }) => path))], ['/api/game/metadata']);
  await platform.advance(600);
  await platform.connect(player).metadata.merge({ elsewhere: true });
  network.isOffline = false;
  network.requests.length = 0;
  time.tell('wake');
  await until(() => save.status === 'saved');
  await until(() => network.requests.some(({ path }) => path.endsWith('/heartbeat')));
  same(session.state, 'active');
  const expected = { gold: 1, elsewhere: true, log: ['hidden'] };
  same([await platform.stored(player), save.data], [expected, expected]);
  await save.close();
  await session.end();
}

/** While the game is hidden another device begins to play. Nothing is written over its progress, and nothing is lost. */
async function takenOver(platform) {
  const player = platform.newPlayer();
  const time = platform.fakeTime();
  const client = platform.connect(player, { player, environment: time.environment });
  const session = await client.sessions.play({ onActive: 'replace' });
  const save = await client.openSave({ initial: { gold: 0 }, session });
  await settle(save);
  time.tell('sleep');
  const other = platform.connect(player);
  const theirs = await other.sessions.play({ onActive: 'replace' });
  await other.metadata.merge({ gold: 5 }, { sessionId: theirs.sessionId });
  time.tell('wake');
  await save.increment('/gold', 1);
  await until(() => save.status === 'blocked' && session.state === 'superseded');
  same([save.error.code, await platform.stored(player)], ['superseded', { gold: 5 }]);
  same([save.pending().paths, save.pending().sent], [['/gold'], true]);
  const own = await client.sessions.play({ onActive: 'replace' });
  save.retry(own);
  await until(() => save.status === 'saved');
  same(await platform.stored(player), { gold: 6 });
  await save.close();
  await Promise.all([own.end(), theirs.end().catch(() => undefined)]);
}

/** Somebody answers for the service, each time in another way. The game plays on, and each change goes once. */
async function foreignAnswers(platform) {
  const player = platform.newPlayer();
  const client = platform.connect(player, { url: platform.proxyUrl });
  const session = await client.sessions.play({ onActive: 'replace' });
  const save = await client.openSave({ initial: { gold: 0 }, session });
  await settle(save);
  const told = [];
  for (const event of ['conflict', 'refused']) save.on(event, () => told.push(event));
  let gold = 0;
  for (;;) {
    const { title, followed } = await platform.showPage(gold);
    same(followed, 0);
    if (title === undefined) break;
    gold += 1;
    session.check();
    await save.increment('/gold', 1);
    same([title, await failureOf(save.flush()), save.status], [title, 'network', 'waiting']);
    same([title, save.pending().paths.length, save.data], [title, 1, { gold }]);
    await platform.showPage(-1);
    await settle(save);
    same([title, await platform.stored(player), session.state], [title, { gold }, 'active']);
  }
  most(40, gold);
  same(told, []);
  await save.close();
  await session.end();
}

export const scenarios = {
  'ten calls at once after a token expired ask for one new token': refreshToken,
  'a token function that throws at once is asked again': failingTokens,
  'a hundred changes within a second, 300 ms away, take ten requests and meet no conflict': distantService,
  'a clock that is a day off, and jumps, loses and repeats nothing': wrongClock,
  'a game that is closed with a queue goes on at its next start': closedGame,
  'a game that is hidden for ten minutes tries at times, and goes on when it wakes up': hiddenGame,
  'proxies that redirect and answer for the service lose and repeat nothing': foreignAnswers,
  'a game that was taken over keeps its changes, and goes on in a new session': takenOver,
};
