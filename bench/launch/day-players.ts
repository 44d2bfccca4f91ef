// The players of a day in a process of its own. It makes their tokens, prints `ready`, begins at a line of standard input with the
// moment, and prints a line for each hour and one at the end. `day.ts` starts it: `bun bench/launch/day-players.ts '{"url":…}'`.
import { createPrivateKey, sign } from 'node:crypto';
import { playerName } from '../data.ts';
import { linesOf } from '../player-load.ts';
import { openConnections } from './day-connections.ts';
import { createFigures } from './day-figures.ts';
import { daySeconds, hours, planDay } from './day-plan.ts';
import { advance, begin, createPlayer, type Day, nextWake, type Player, settle } from './day-player.ts';
import { requestOf } from './day-requests.ts';
import { createWakes } from './wakes.ts';

export interface DayPlayers {
  readonly url: string;
  readonly players: number;
  /** The real milliseconds of a second of the day. */
  readonly secondMilliseconds: number;
  /** PEM of the key that signs tokens. */
  readonly privateKey: string;
}

export interface DayEnd {
  /** The coins of each player that were acknowledged. */
  readonly saved: readonly number[];
  readonly made: number;
  readonly unfinished: number;
  readonly sessions: number;
}

/** How long the last players may take after the end of the day. */
const lateMilliseconds = 60_000;
/** A client that has waited so long has no answer. */
const attemptMilliseconds = 30_000;

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as identity providers make them, with a claim that makes each one new. */
function tokenOf(player: number, key: ReturnType<typeof createPrivateKey>): string {
  const claims = { sub: playerName(player), iat: 1_700_000_000, jti: crypto.randomUUID() };
  const text = `${base64({ alg: 'ES256', typ: 'JWT' })}.${base64(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

async function live({ url, players: count, secondMilliseconds, privateKey }: DayPlayers): Promise<void> {
  const key = createPrivateKey(privateKey);
  const plan = planDay(count);
  const tokens = plan.map(({ player }) => tokenOf(player, key));
  const players: Player[] = Array.from({ length: count }, () => createPlayer('', crypto.randomUUID()));
  const wakes = createWakes(count);
  let figures = createFigures();
  const day: Day = {
    ...{ secondMilliseconds, figures: () => figures, highestId: 1, coins: { made: 0, acknowledged: 0 } },
  };
  let playing = 0;
  const sentAt = new Float64Array(count);
  const of = (index: number): Player => players[index] as Player;

  const connections = openConnections(url, (index, answer) => {
    const player = of(index);
    if (!player.isBusy) return;
    const now = performance.now();
    settle(player, answer, now, day);
    wake(index, now);
  });

  function leave(index: number): void {
    of(index).isPlaying = false;
    connections.close(index);
    playing -= 1;
  }

  /** Sends what is due, or waits for it. */
  function wake(index: number, now: number): void {
    const player = of(index);
    if (!player.isPlaying) return;
    if (player.isBusy) {
      if (now - (sentAt[index] ?? 0) < attemptMilliseconds) return;
      connections.close(index);
      settle(player, undefined, now, day);
    }
    if (advance(player, now, day)) {
      leave(index);
      return;
    }
    const [step] = player.steps;
    if (step && now >= player.pausedUntil) {
      if (player.failures === 0) player.readyAt = Math.max(step.dueAt, player.readyAt);
      player.isBusy = true;
      sentAt[index] = now;
      const other = 1 + Math.floor(Math.random() * day.highestId);
      if (connections.send(index, requestOf(step, player, other))) {
        wakes.set(index, now + attemptMilliseconds);
        return;
      }
      settle(player, undefined, now, day);
    }
    wakes.set(index, nextWake(player, now));
  }

  const tell = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
  process.stdout.write('ready\n');
  const lines = linesOf(Bun.stdin.stream());
  await lines.next();
  const startedAt = performance.now();
  const end = startedAt + daySeconds * secondMilliseconds;
  let [come, hour] = [0, 0];
  for (let now = startedAt; now < end + lateMilliseconds; now = performance.now()) {
    for (; come < plan.length; come += 1) {
      const { player: index, at, until, vanishes } = plan[come] as (typeof plan)[number];
      const from = startedAt + at * secondMilliseconds;
      if (from > now) break;
      const player = of(index);
      // Still there: an outage kept the game before from its end.
      if (player.isPlaying) {
        player.endsAt = Math.min(end, startedAt + until * secondMilliseconds);
        continue;
      }
      Object.assign(player, { token: tokens[come], readyAt: from });
      begin(player, from, Math.min(end, startedAt + until * secondMilliseconds), vanishes, day);
      playing += 1;
      wake(index, now);
    }
    wakes.due(now, (index) => wake(index, now));
    figures.seen(playing, connections.open);
    for (const until = performance.now() + 4; connections.wait(1) > 0 && performance.now() < until; );
    if (now >= startedAt + (hour + 1) * 3_600 * secondMilliseconds && hour < hours - 1) {
      tell(figures.end(hour));
      figures = createFigures();
      hour += 1;
    }
    if (now >= end && playing === 0) break;
    await new Promise(setImmediate);
  }
  tell(figures.end(hour));
  const saved = players.map((player) => player.saved);
  const last: DayEnd = { saved, made: day.coins.made, unfinished: playing, sessions: plan.length };
  tell(last);
  await Bun.sleep(60_000);
}

if (import.meta.main) await live(JSON.parse(process.argv[2] ?? ''));
