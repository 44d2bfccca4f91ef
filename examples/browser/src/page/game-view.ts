// The game on its canvas: a frame of the voyage after the other, and its events as changes of the save. It begins where the save
// is, and goes to another level when another device has finished this one.
import type { Save } from '@playkeep/client';
import { createSceneDrawer } from '../game/draw-scene.ts';
import { createEffects } from '../game/effects.ts';
import { type Field, landscape, makeLevel, type Point, portrait } from '../game/level.ts';
import type { Sounds } from '../game/sound.ts';
import { followSteering } from '../game/steering.ts';
import { beginVoyage, destination, mostHull, sail, type Voyage, type VoyageEvent } from '../game/voyage.ts';
import type { PendingChanges } from '../save/pending-changes.ts';
import { finishLevel, type Progress, takeCoin } from '../save/progress.ts';
import { elementById } from './elements.ts';

export interface GameViewOptions {
  readonly save: Save<Progress>;
  readonly changes: PendingChanges;
  readonly sounds: Sounds;
  /** The name of this device in the log of voyages. */
  readonly device: string;
  /** The game stands still while this is true. */
  readonly isPaused: () => boolean;
  readonly calm: MediaQueryList;
}

const longestStepSeconds = 0.05;
const intermissionSeconds = 1.8;
const lookoutSeconds = 0.2;
const gold = '#ffd34e';

export function startGameView({ save, changes, sounds, device, isPaused, calm }: GameViewOptions): void {
  const canvas = elementById('sea', HTMLCanvasElement);
  const drawer = createSceneDrawer(canvas);
  const input = followSteering(canvas);
  const effects = createEffects();
  const hud = createHud();
  const fieldOf = (): Field => (canvas.clientWidth < canvas.clientHeight ? portrait : landscape);
  let voyage = beginVoyage(makeLevel(save.data.level, fieldOf()));
  let isUnderWay = false;
  let nextAt = 0;
  let lastMilliseconds = performance.now();

  function begin(): void {
    voyage = beginVoyage(makeLevel(save.data.level, fieldOf()));
    isUnderWay = false;
    effects.clear();
    hud.say(`Level ${voyage.level.number}`);
  }

  function tell(event: VoyageEvent, now: number): void {
    if (event.type === 'coin') {
      const { coin } = event;
      effects.burst(coin, coin.value > 1 ? '#ffd6ee' : gold, 12);
      effects.say(coin, `+${coin.value}`, coin.value > 1 ? '#ffd6ee' : gold);
      sounds.play(coin.value > 1 ? 'pearl' : 'coin');
      changes.made('increment', takeCoin(save, coin.value));
    } else if (event.type === 'bitten') {
      effects.burst(event.at, '#ff8a70', 16);
      effects.say(event.at, 'Ouch!', '#ffb3a1');
      sounds.play('bitten');
    } else {
      nextAt = now + intermissionSeconds;
      if (event.type === 'sunk') hud.say('The boat sank. The level begins again.');
      else bringHome(event.seconds);
    }
  }

  function bringHome(voyageSeconds: number): void {
    const { number: level } = voyage.level;
    const seconds = Math.round(voyageSeconds * 10) / 10;
    effects.burst(voyage.boat, gold, 30);
    sounds.play('home');
    hud.say(`Home in ${seconds.toFixed(1)} s`);
    const { merged, appended } = finishLevel(save, { level, seconds, device });
    changes.made('merge', merged);
    changes.made('append', appended);
  }

  function advance(now: number, elapsed: number): void {
    if (voyage.isOver) {
      if (now >= nextAt) begin();
      return;
    }
    if (voyage.level.number !== save.data.level || voyage.level.field !== fieldOf()) begin();
    const { scale, left, top } = drawer.view;
    const steering = input.read({ x: left + voyage.boat.x * scale, y: top + voyage.boat.y * scale });
    const isSteering = steering.x !== 0 || steering.y !== 0;
    if (!isUnderWay && !isSteering) return;
    if (!isUnderWay) hud.say('');
    isUnderWay = true;
    const step = sail(voyage, steering, elapsed);
    voyage = step.voyage;
    effects.trail(voyage.boat);
    for (const event of step.events) tell(event, now);
  }

  function frame(milliseconds: number): void {
    const now = milliseconds / 1_000;
    const elapsed = Math.max(0, Math.min(longestStepSeconds, (milliseconds - lastMilliseconds) / 1_000));
    lastMilliseconds = milliseconds;
    const isStill = isPaused();
    if (!isStill) advance(now, elapsed);
    effects.advance(now, calm.matches);
    const sailId = save.data.sail;
    drawer.draw({ voyage, effects, sailId, now, isCalm: calm.matches || isStill, stick: input.stick });
    hud.show(voyage, save.data.coins, now);
    requestAnimationFrame(frame);
  }

  hud.say(`Level ${voyage.level.number}`);
  requestAnimationFrame(frame);
}

/** The figures above the sea, and the words of the lookout for people who do not see it. */
function createHud() {
  const coins = elementById('hud-coins', HTMLElement);
  const level = elementById('hud-level', HTMLElement);
  const hull = elementById('hud-hull', HTMLElement);
  const time = elementById('hud-time', HTMLElement);
  const banner = elementById('banner', HTMLElement);
  const lookout = elementById('lookout', HTMLElement);
  let toldAt = 0;

  const write = (element: HTMLElement, text: string): void => {
    if (element.textContent !== text) element.textContent = text;
  };

  return {
    say: (text: string) => write(banner, text),
    show(voyage: Voyage, coinCount: number, now: number): void {
      write(coins, String(coinCount));
      write(level, String(voyage.level.number));
      write(hull, '●'.repeat(voyage.hull) + '○'.repeat(mostHull - voyage.hull));
      write(time, voyage.seconds.toFixed(1));
      if (now - toldAt < lookoutSeconds) return;
      toldAt = now;
      write(lookout, describe(voyage));
    },
  };
}

/** Places in per cent of the field, from the left and the top. */
function describe(voyage: Voyage): string {
  const { width, height } = voyage.level.field;
  const placeOf = ({ x, y }: Point): string =>
    `${Math.round((100 * x) / width)} % across and ${Math.round((100 * y) / height)} % down`;
  const goal = voyage.coins.length === 0 ? 'The harbour' : 'The nearest coin';
  return `Your boat is ${placeOf(voyage.boat)}. ${goal} is ${placeOf(destination(voyage))}. ${voyage.coins.length} coins are left.`;
}
