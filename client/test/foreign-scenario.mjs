// Games behind proxies that answer for the service (foreign-proxy.ts), on Node, Bun and in Chromium. Nothing is lost, nothing counts
// twice, nothing is set aside, and no redirect is followed.
import { most, rest, same, settle, until } from './scenario-checks.mjs';

/** Whole numbers from 0 to below a bound, by seed. */
function seeded(start) {
  let state = start >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Repeats a call under one key until it succeeds: only what a proxy may do is forgiven. */
async function persist(call) {
  for (;;) {
    try {
      return await call();
    } catch (failure) {
      if (failure.code !== 'network') throw failure;
    }
  }
}

/** A game behind one proxy: a session, a save that is opened twice, and operations beside it. */
async function playBehindProxy(platform, seed) {
  const random = seeded(seed);
  const proxy = await platform.startProxy(seed);
  const player = platform.newPlayer();
  const client = platform.connect(player, { url: proxy });
  const session = await client.sessions.play({ onActive: 'replace' });
  const open = () => client.openSave({ initial: { gold: 0, log: [] }, session });
  let save = await open();
  const told = [];
  const follow = () => {
    for (const event of ['conflict', 'refused']) save.on(event, () => told.push(event));
  };
  follow();
  const expected = { gold: 0, log: [] };
  for (let step = 0; step < 12; step += 1) {
    const by = 1 + random(9);
    expected.gold += by;
    if (random(3) > 0) await save.increment('/gold', by);
    else await save.patch([{ op: 'increment', path: '/gold', by }]);
    if (random(2) === 0) {
      expected.log.push(step);
      await save.append('/log', step);
    }
    if (random(4) === 0) session.check();
    if (random(6) === 0) {
      await save.close();
      save = await open();
      follow();
    }
    if (random(3) === 0) await rest(random(20));
  }
  // Most of it goes while the proxy still answers.
  const patience = rest(300);
  await Promise.race([settle(save), patience]);
  await platform.mendProxy(proxy);
  await settle(save);
  same([seed, await platform.stored(player), save.data], [seed, expected, expected]);
  same([seed, told, await save.pending(), save.status], [seed, [], [], 'saved']);
  await until(() => session.state === 'active');
  await save.close();
  await session.end();
  const { answered, followed } = await platform.stopProxy(proxy);
  same([seed, followed], [seed, 0]);
  return answered;
}

/** Operations beside a save, each repeated until the answer is one of the service. */
async function callThroughProxy(platform, seed) {
  const proxy = await platform.startProxy(seed);
  const player = platform.newPlayer();
  const { metadata, sessions } = platform.connect(player, { url: proxy });
  const add = (key) => () =>
    metadata.patch([{ op: 'increment', path: '/gold', by: 1 }], { idempotencyKey: `${player} ${key}` });
  await persist(() => metadata.set({ gold: 0 }, { idempotencyKey: `${player} begin` }));
  for (let count = 1; count <= 3; count += 1) same((await persist(add(count))).playerId, player);
  const { sequentialId, metadata: kept } = await persist(() => metadata.get());
  same([seed, kept], [seed, { gold: 3 }]);
  same((await persist(() => metadata.getBySequentialId(sequentialId))).playerId, player);
  const { records } = await persist(() => metadata.lookup([sequentialId]));
  same(records[0].metadata, { gold: 3 });
  const started = await persist(() => sessions.start({ idempotencyKey: `${player} start` }));
  const { sessionId } = started;
  same((await persist(() => sessions.heartbeat({ sessionId }))).playerId, player);
  same((await persist(() => sessions.active())).sessionId, sessionId);
  const stopped = await persist(() => sessions.stop({ sessionId, idempotencyKey: `${player} stop` }));
  same(stopped.sessionId, sessionId);
  const { sessions: ended } = await persist(() => sessions.history());
  same([seed, ended.map((each) => each.sessionId)], [seed, [sessionId]]);
  const { answered, followed } = await platform.stopProxy(proxy);
  same([seed, followed], [seed, 0]);
  return answered;
}

/** Proxies that redirect, show pages and answer with JSON of somebody else, at random. */
export async function foreignAnswers(platform) {
  const { seed, count } = await platform.seeds();
  let answered = 0;
  let next = 0;
  const work = async () => {
    while (next < count) {
      const own = seed + next;
      next += 1;
      const inGame = await playBehindProxy(platform, own);
      const inCalls = await callThroughProxy(platform, own);
      answered += inGame + inCalls;
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  // Every game met some.
  most(5 * count, answered);
}
