// Sparks and words that rise from the sea for a moment, and the wake of the boat. Without motion there are the words alone.
import type { Point } from './level.ts';

interface Spark extends Point {
  readonly velocity: Point;
  readonly born: number;
  readonly colour: string;
}

interface Word extends Point {
  readonly text: string;
  readonly born: number;
  readonly colour: string;
}

export interface Effects {
  readonly sparks: readonly Spark[];
  readonly words: readonly Word[];
  readonly wake: readonly (Point & { readonly born: number })[];
  burst(at: Point, colour: string, count: number): void;
  say(at: Point, text: string, colour: string): void;
  trail(at: Point): void;
  /** Moves everything on. @param now seconds, of the same clock always */
  advance(now: number, isCalm: boolean): void;
  clear(): void;
}

export const sparkSeconds = 0.7;
export const wordSeconds = 1.1;
export const wakeSeconds = 1.4;

export function createEffects(): Effects {
  let sparks: Spark[] = [];
  let words: Word[] = [];
  let wake: (Point & { readonly born: number })[] = [];
  let now = 0;
  return {
    get sparks() {
      return sparks;
    },
    get words() {
      return words;
    },
    get wake() {
      return wake;
    },
    burst(at, colour, count) {
      for (let index = 0; index < count; index += 1) {
        const angle = (index / count) * 2 * Math.PI + Math.random();
        const speed = 40 + Math.random() * 90;
        const velocity = { x: Math.cos(angle) * speed, y: Math.sin(angle) * speed };
        sparks.push({ x: at.x, y: at.y, velocity, colour, born: now });
      }
    },
    say: ({ x, y }, text, colour) => void words.push({ x, y, text, colour, born: now }),
    trail({ x, y }) {
      const last = wake.at(-1);
      if (last === undefined || Math.hypot(last.x - x, last.y - y) > 5) wake.push({ x, y, born: now });
    },
    advance(next, isCalm) {
      now = next;
      sparks = isCalm ? [] : sparks.filter(({ born }) => now - born < sparkSeconds);
      words = words.filter(({ born }) => now - born < wordSeconds);
      wake = isCalm ? [] : wake.filter(({ born }) => now - born < wakeSeconds);
    },
    clear() {
      sparks = [];
      words = [];
      wake = [];
    },
  };
}
