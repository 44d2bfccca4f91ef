// The plan of a launch day: when each player comes, how long they stay, and whether they come back. Times are seconds of that day.

export const hours = 24;
export const daySeconds = hours * 3_600;

/** First visits by hour since the opening, relative to each other: a rush, a night, and an evening. */
export const arrivalsByHour = [
  ...[8, 6, 4, 3, 2, 1.5, 1.2, 1.5, 2, 2.5, 3, 3.5],
  ...[4, 4, 4, 4.5, 5, 6, 7, 8, 8, 7, 5, 4],
] as const;

/** The hours of the two events, and the length of the second in the time of the day. */
export const deployHour = 12;
export const outageHour = 19;
export const outageSeconds = 300;

/** The seconds between two of a kind for a player who plays: those of docs/scaling.md. */
export const everySeconds = { heartbeat: 300, save: 300, read: 600 } as const;
const sessionMeanSeconds = 1_200;
const sessionBounds = [180, 7_200] as const;
/** The share of sessions whose player comes back on the same day, and the pause before on average. */
const returning = 0.4;
const pauseMeanSeconds = 5 * 3_600;
/** The share of games that are killed or lose their network: their session is not stopped. */
const vanishing = 0.2;

export interface PlannedSession {
  readonly player: number;
  readonly at: number;
  readonly until: number;
  readonly vanishes: boolean;
}

const exponential = (mean: number): number => -mean * Math.log(1 - Math.random());

/** @returns a moment of the day, by the weights of its hours */
function arrival(): number {
  const total = arrivalsByHour.reduce((sum, weight) => sum + weight, 0);
  let rest = Math.random() * total;
  const hour = arrivalsByHour.findIndex((weight) => {
    rest -= weight;
    return rest < 0;
  });
  return (Math.max(0, hour) + Math.random()) * 3_600;
}

/** @returns the sessions of all players, in order */
export function planDay(players: number): readonly PlannedSession[] {
  const sessions: PlannedSession[] = [];
  for (let player = 0; player < players; player += 1) {
    for (let at = arrival(); at < daySeconds; ) {
      const seconds = Math.min(Math.max(exponential(sessionMeanSeconds), sessionBounds[0]), sessionBounds[1]);
      sessions.push({ player, at, until: at + seconds, vanishes: Math.random() < vanishing });
      at = Math.random() < returning ? at + seconds + 60 + exponential(pauseMeanSeconds) : daySeconds;
    }
  }
  return sessions.sort((a, b) => a.at - b.at);
}
