// Games whose listeners call the save at random, behind a network that fails at random, beside another device. In the end each change
// that was kept is in the record once, in the order of the calls, and none of them was refused that would not be alone. It runs on
// Node, Bun and in Chromium, where two tabs play.

import { same } from './scenario-checks.mjs';

/** Mulberry32. */
function seeded(start) {
  let state = start >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * A network of which a third of the requests or their answers get lost, until it is mended. In games that close a save all answers
 * arrive, and the other device rests: an addition whose outcome is not known after a restart is set aside.
 */
function failingNetwork(random) {
  const network = { isMended: false, losesAnswers: random(2) === 0 };
  network.fetch = async (url, init) => {
    const fate = network.isMended ? 9 : random(10);
    if (fate < 2) throw new TypeError('offline');
    const response = await fetch(url, init);
    if (fate === 2 && network.losesAnswers) throw new TypeError('the answer was lost');
    return response;
  };
  return network;
}

/** One tab with its listeners. `made` has what it called, in order: what it adds, and the id under which it was kept. */
function createTab(game, name) {
  const tab = { name, made: [], heard: [[], []], discarded: new Set(), closing: undefined };
  const { random } = game;

  function call(kind, value, act) {
    const change = { kind, value, id: undefined };
    tab.made.push(change);
    const kept = act().then(
      ({ id }) => {
        change.id = id;
      },
      (failure) => {
        if (failure.code !== 'closed') throw failure;
      },
    );
    game.calls.push(kept);
  }

  const changes = [
    (n) => call('coins', 1 + (n % 3), () => tab.save.increment('/coins', 1 + (n % 3))),
    (n) => call('log', `${name}${n}`, () => tab.save.append('/log', `${name}${n}`)),
    (n) => call('setting', n, () => tab.save.merge({ [name]: { setting: n } })),
    (n) => call('mark', n, () => tab.save.set({ ...tab.save.data, [`mark ${name}`]: n })),
    (n) => call('shared', n, () => tab.save.merge({ shared: `${name}${n}` })),
    (n) =>
      call('patch', `${name}${n}`, () =>
        tab.save.patch([
          { op: 'append', path: '/log', value: `${name}${n}` },
          { op: 'increment', path: '/coins', by: 1 },
        ]),
      ),
    // The call before has earned what this one spends.
    (n) => {
      call('purse', n, () => tab.save.increment(`/purse ${name}`, n, { initial: 0 }));
      call('purse', -n, () => tab.save.increment(`/purse ${name}`, -n, { min: 0 }));
    },
    (n) => call('health', -1, () => tab.save.increment('/health', -1, { min: 0, max: 1_000 + n })),
  ];
  const unwatched = (promise) => game.calls.push(promise.catch(() => undefined));
  const others = [
    () => unwatched(tab.save.flush()),
    () => unwatched(tab.save.pending()),
    () => tab.save.retry(),
    () => unwatched(discardOne()),
    () => {
      if (game.closes > 0) tab.closing ??= tab.save.close();
      game.closes -= 1;
    },
  ];

  /** Drops a change that waits, or one that was refused. */
  async function discardOne(state = 'queued', kinds = ['append', 'merge']) {
    const { save } = tab;
    const found = (await save.pending()).find((each) => each.state === state && kinds.includes(each.kind));
    if (found === undefined || found.count > 1) return;
    if (await save.discard(found.id)) game.discarded.add(found.id);
  }

  tab.act = () => {
    if (game.left <= 0) return;
    game.left -= 1;
    game.number += 1;
    if (random(4) > 0) changes[random(changes.length)](game.number);
    else others[random(others.length)]();
  };

  tab.open = async () => {
    tab.save = await game.client(name).openSave({ initial: game.initial });
    const { save } = tab;
    for (const event of ['change', 'status', 'conflict', 'refused'])
      save.on(event, () => {
        for (let count = random(3); count > 0; count -= 1) tab.act();
      });
    save.on('refused', ({ id }) => {
      game.refused.add(id);
      unwatched(save.discard(id).then((isGone) => isGone && game.discarded.add(id)));
    });
    // Both hear the same, in one order.
    const stops = tab.heard.map((list) => save.on('change', ({ data }) => list.push(JSON.stringify(data))));
    tab.stop = () => {
      for (const stop of stops) stop();
    };
  };
  return tab;
}

async function settle({ save }) {
  for (;;) {
    try {
      return await save.flush();
    } catch (failure) {
      if (failure.code === 'refused')
        for (const { id, state } of await save.pending()) if (state === 'refused') await save.discard(id);
      if (!['network', 'unavailable', 'refused'].includes(failure.code)) throw failure;
    }
  }
}

const initial = { coins: 0, log: [], health: 50, shared: '' };

/** @param tabs names of the tabs of the device */
export async function playListening(platform, start, tabNames) {
  const random = seeded(start);
  const player = `${platform.newPlayer()} seed ${start}`;
  const storage = platform.storage();
  const network = failingNetwork(random);
  const other = platform.connect(player);
  await other.metadata.set(initial);
  const game = {
    random,
    initial,
    calls: [],
    refused: new Set(),
    discarded: new Set(),
    left: 40,
    number: 0,
    closes: network.losesAnswers ? 0 : 1,
  };
  game.client = () => platform.connect(player, { player, storage, fetch: network.fetch });
  const tabs = tabNames.map((name) => createTab(game, name));
  for (const tab of tabs) await tab.open();
  const elsewhere = { coins: 0, health: 0, log: [] };
  for (let step = 0; step < 12; step += 1) {
    for (const tab of tabs) {
      if (tab.closing) {
        await tab.closing;
        tab.closing = undefined;
        await tab.open();
      }
      tab.act();
    }
    if (network.losesAnswers && random(4) === 0) {
      elsewhere.coins += 100;
      elsewhere.health -= 5;
      elsewhere.log.push(`other ${step}`);
      await other.metadata.patch([
        { op: 'increment', path: '/coins', by: 100 },
        { op: 'increment', path: '/health', by: -5 },
        { op: 'append', path: '/log', value: `other ${step}` },
        { op: 'add', path: '/shared', value: `other ${step}` },
      ]);
    }
    await rest(random(4));
  }
  game.left = 0;
  network.isMended = true;
  for (const tab of tabs) {
    if (!tab.closing) continue;
    await tab.closing;
    await tab.open();
  }
  await Promise.all(game.calls);
  for (const tab of tabs) await settle(tab);
  for (const tab of tabs) {
    tab.save.retry();
    await settle(tab);
  }
  await check(platform, player, game, tabs, elsewhere);
  for (const { save } of tabs) await save.close();
}

async function check(platform, player, game, tabs, elsewhere) {
  const stored = await platform.stored(player);
  const isThere = ({ id }) => id !== undefined && !game.discarded.has(id) && !game.refused.has(id);
  const all = tabs.flatMap(({ made }) => made).filter(isThere);
  const sum = (kind) =>
    all.filter((each) => each.kind === kind).reduce((total, { value }) => total + value, 0);
  const patches = all.filter(({ kind }) => kind === 'patch').length;
  same(stored.coins, elsewhere.coins + sum('coins') + patches);
  same(stored.health, initial.health + elsewhere.health + sum('health'));
  same(
    stored.log.filter((entry) => entry.startsWith('other')),
    elsewhere.log,
  );
  same(stored.log.length, elsewhere.log.length + patches + all.filter(({ kind }) => kind === 'log').length);
  for (const { name, made, heard } of tabs) {
    const own = made.filter(isThere);
    same(
      stored.log.filter((entry) => entry.startsWith(name)),
      own.filter(({ kind }) => kind === 'log' || kind === 'patch').map(({ value }) => value),
    );
    const last = (kind) => own.findLast((each) => each.kind === kind)?.value;
    same(stored[name]?.setting, last('setting'));
    same(stored[`mark ${name}`], last('mark'));
    // Nothing that was earned a moment ago could not be spent.
    same(made.filter(({ kind, id }) => kind === 'purse' && game.refused.has(id)).length, 0);
    same(stored[`purse ${name}`] ?? 0, sumOf(own, 'purse'));
    same(heard[0], heard[1]);
  }
  for (const { save } of tabs) {
    same(await save.pending(), []);
    // The last state of the other device arrives with the next read.
    const isSeen = () => JSON.stringify(sorted(save.data)) === JSON.stringify(sorted(stored));
    for (let tries = 0; tries < 1_000 && !isSeen(); tries += 1) await rest(5);
    same(sorted(save.data), sorted(stored));
  }
}

const sumOf = (changes, kind) =>
  changes.filter((each) => each.kind === kind).reduce((total, { value }) => total + value, 0);

const sorted = (object) =>
  Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Plays games with one seed after the other, four at a time. @throws Error that names the seed */
export async function playAll(platform, first, games, tabNames) {
  let next = first;
  const play = async () => {
    while (next < first + games) {
      const start = next;
      next += 1;
      try {
        await playListening(platform, start, tabNames);
      } catch (error) {
        throw new Error(`seed ${start}: ${error.stack ?? error.message ?? error}`);
      }
    }
  };
  await Promise.all([play(), play(), play(), play()]);
}
