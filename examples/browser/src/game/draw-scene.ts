// One picture of a voyage: the bay below, then everything that moves. With reduced motion nothing moves but boat, sharks and words.
import { sailOf } from '../sails.ts';
import { drawBay, drawGlow, lampOf, type View } from './draw-bay.ts';
import { drawBoat } from './draw-boat.ts';
import { type Effects, sparkSeconds, wakeSeconds, wordSeconds } from './effects.ts';
import { type Coin, harbourRadius, type Level, type Point, type Shark } from './level.ts';
import { sharkPlace, type Voyage } from './voyage.ts';

export interface Scene {
  readonly voyage: Voyage;
  readonly effects: Effects;
  readonly sailId: string;
  /** Seconds of a clock that goes on during pauses. */
  readonly now: number;
  /** Reduced motion. */
  readonly isCalm: boolean;
  readonly stick: { readonly centre: Point; readonly end: Point } | undefined;
}

export interface SceneDrawer {
  /** The view of the last picture, in CSS pixels. */
  readonly view: View;
  draw(scene: Scene): void;
}

export function createSceneDrawer(canvas: HTMLCanvasElement): SceneDrawer {
  const drawing = canvas.getContext('2d') as CanvasRenderingContext2D;
  let bay: { readonly key: string; readonly picture: OffscreenCanvas } | undefined;
  let view: View = { scale: 1, left: 0, top: 0 };

  function fit({ field }: Level): { readonly ratio: number; readonly pixels: View } {
    const ratio = Math.min(devicePixelRatio, 2);
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const scale = Math.min(width / field.width, height / field.height);
    const left = (width - field.width * scale) / 2;
    const top = (height - field.height * scale) / 2;
    view = { scale: scale / ratio, left: left / ratio, top: top / ratio };
    return { ratio, pixels: { scale, left, top } };
  }

  function draw(scene: Scene): void {
    const { level } = scene.voyage;
    const { ratio, pixels } = fit(level);
    const key = [level.number, level.field.width, canvas.width, canvas.height].join();
    if (bay?.key !== key) bay = { key, picture: drawBay(level, pixels, canvas.width, canvas.height) };
    drawing.setTransform(1, 0, 0, 1, 0, 0);
    drawing.drawImage(bay.picture, 0, 0);
    drawing.setTransform(pixels.scale, 0, 0, pixels.scale, pixels.left, pixels.top);
    drawLamp(drawing, scene);
    drawWake(drawing, scene);
    for (const coin of scene.voyage.coins) drawCoin(drawing, coin, scene);
    for (const shark of level.sharks) drawShark(drawing, shark, scene.voyage.seconds);
    drawVoyageBoat(drawing, scene);
    drawEffects(drawing, scene);
    drawing.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (scene.stick) drawStick(drawing, scene.stick);
  }

  return {
    get view() {
      return view;
    },
    draw,
  };
}

function drawVoyageBoat(drawing: CanvasRenderingContext2D, { voyage, sailId, now, isCalm }: Scene): void {
  const { boat, safeSeconds } = voyage;
  drawing.globalAlpha = safeSeconds > 0 && (isCalm || Math.floor(now * 8) % 2 === 0) ? 0.5 : 1;
  drawBoat(drawing, { ...boat, size: 21, sail: sailOf(sailId), seconds: isCalm ? 0 : now, hasHalo: true });
  drawing.globalAlpha = 1;
}

/** Two beams that go round, and a ring around the harbour when it is time to come home. */
function drawLamp(drawing: CanvasRenderingContext2D, { voyage, now, isCalm }: Scene): void {
  const { harbour } = voyage.level;
  const lamp = lampOf(harbour);
  const isHomeward = voyage.coins.length === 0;
  drawing.save();
  drawing.globalCompositeOperation = 'lighter';
  const angle = isCalm ? -0.7 : now * 0.45;
  for (const beam of [angle, angle + Math.PI]) {
    const light = drawing.createRadialGradient(lamp.x, lamp.y, 6, lamp.x, lamp.y, 720);
    light.addColorStop(0, `rgb(255 225 150 / ${isHomeward ? 0.34 : 0.22})`);
    light.addColorStop(1, 'rgb(255 225 150 / 0)');
    drawing.fillStyle = light;
    drawing.beginPath();
    drawing.moveTo(lamp.x, lamp.y);
    drawing.arc(lamp.x, lamp.y, 720, beam - 0.13, beam + 0.13);
    drawing.fill();
  }
  drawGlow(drawing, lamp, 46, 'rgb(255 220 130 / 0.75)');
  drawing.restore();
  if (!isHomeward) return;
  const pulse = isCalm ? 0.5 : (now * 0.8) % 1;
  drawing.lineWidth = 3;
  drawing.strokeStyle = `rgb(255 224 130 / ${0.9 - 0.8 * pulse})`;
  drawing.beginPath();
  drawing.arc(harbour.x, harbour.y, harbourRadius * (0.7 + 0.5 * pulse), 0, 2 * Math.PI);
  drawing.stroke();
}

function drawWake(drawing: CanvasRenderingContext2D, { effects, now }: Scene): void {
  for (const { x, y, born } of effects.wake) {
    const age = (now - born) / wakeSeconds;
    drawing.fillStyle = `rgb(225 250 255 / ${0.26 * (1 - age)})`;
    drawing.beginPath();
    drawing.ellipse(x, y + 11, 5 + 9 * age, 2 + 4 * age, 0, 0, 2 * Math.PI);
    drawing.fill();
  }
}

function drawCoin(drawing: CanvasRenderingContext2D, { x, y, value }: Coin, { now, isCalm }: Scene): void {
  const isPearl = value > 1;
  const radius = isPearl ? 13 : 10;
  const phase = now * 2.2 + x;
  const turn = isCalm || isPearl ? 1 : Math.max(0.16, Math.abs(Math.cos(phase)));
  const lift = isCalm ? 0 : Math.sin(phase * 0.8) * 2;
  drawing.fillStyle = 'rgb(0 14 26 / 0.35)';
  drawing.beginPath();
  drawing.ellipse(x, y + radius + 4, radius * 0.8, 3, 0, 0, 2 * Math.PI);
  drawing.fill();
  drawing.save();
  drawing.globalCompositeOperation = 'lighter';
  const halo = isPearl ? 'rgb(255 170 220 / 0.55)' : 'rgb(255 196 60 / 0.42)';
  drawGlow(drawing, { x, y: y + lift }, radius * 2.5, halo);
  drawing.restore();
  drawing.save();
  drawing.translate(x, y + lift);
  drawing.scale(turn, 1);
  const metal = drawing.createRadialGradient(-radius * 0.35, -radius * 0.4, 1, 0, 0, radius);
  for (const [at, colour] of isPearl
    ? ([
        [0, '#ffffff'],
        [0.5, '#ffe3f2'],
        [1, '#d58fc0'],
      ] as const)
    : ([
        [0, '#fff6c4'],
        [0.45, '#ffd34e'],
        [1, '#c9830c'],
      ] as const)) {
    metal.addColorStop(at, colour);
  }
  drawing.fillStyle = metal;
  drawing.beginPath();
  drawing.arc(0, 0, radius, 0, 2 * Math.PI);
  drawing.fill();
  if (!isPearl) {
    drawing.lineWidth = 1.6;
    drawing.strokeStyle = 'rgb(140 82 0 / 0.55)';
    drawing.beginPath();
    drawing.arc(0, 0, radius * 0.64, 0, 2 * Math.PI);
    drawing.stroke();
  }
  drawing.restore();
}

function drawShark(drawing: CanvasRenderingContext2D, shark: Shark, seconds: number): void {
  const { x, y } = sharkPlace(shark, seconds);
  const ahead = sharkPlace(shark, seconds + 0.05);
  drawing.save();
  drawing.translate(x, y);
  drawing.strokeStyle = 'rgb(225 250 255 / 0.4)';
  drawing.lineWidth = 1.8;
  drawing.beginPath();
  drawing.ellipse(0, 9, 19, 5, 0, 0, 2 * Math.PI);
  drawing.stroke();
  drawing.scale(ahead.x < x ? -1 : 1, 1);
  drawing.fillStyle = '#1b2836';
  drawing.strokeStyle = '#93a9ba';
  drawing.lineWidth = 1.6;
  drawing.beginPath();
  drawing.moveTo(-15, 9);
  drawing.quadraticCurveTo(-9, -15, 5, -17);
  drawing.quadraticCurveTo(1, -4, 13, 9);
  drawing.closePath();
  drawing.fill();
  drawing.stroke();
  drawing.restore();
}

function drawEffects(drawing: CanvasRenderingContext2D, { effects, now, isCalm }: Scene): void {
  for (const { x, y, velocity, born, colour } of effects.sparks) {
    const age = now - born;
    drawing.globalAlpha = Math.max(0, 1 - age / sparkSeconds);
    drawing.fillStyle = colour;
    drawing.beginPath();
    drawing.arc(x + velocity.x * age, y + velocity.y * age, 2.6, 0, 2 * Math.PI);
    drawing.fill();
  }
  drawing.font = '700 19px system-ui, sans-serif';
  drawing.textAlign = 'center';
  for (const { x, y, text, born, colour } of effects.words) {
    const age = (now - born) / wordSeconds;
    drawing.globalAlpha = Math.max(0, 1 - age ** 2);
    drawing.fillStyle = colour;
    drawing.fillText(text, x, y - 24 - (isCalm ? 0 : 26 * age));
  }
  drawing.globalAlpha = 1;
}

function drawStick(
  drawing: CanvasRenderingContext2D,
  { centre, end }: { readonly centre: Point; readonly end: Point },
): void {
  drawing.lineWidth = 2;
  drawing.strokeStyle = 'rgb(255 255 255 / 0.5)';
  drawing.fillStyle = 'rgb(255 255 255 / 0.22)';
  drawing.beginPath();
  drawing.arc(centre.x, centre.y, 46, 0, 2 * Math.PI);
  drawing.stroke();
  const away = Math.hypot(end.x - centre.x, end.y - centre.y);
  const share = away > 46 ? 46 / away : 1;
  drawing.beginPath();
  drawing.arc(
    centre.x + (end.x - centre.x) * share,
    centre.y + (end.y - centre.y) * share,
    20,
    0,
    2 * Math.PI,
  );
  drawing.fill();
}
