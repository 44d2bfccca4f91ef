// The parts of the bay that stay as they are during a level: sea, islands and harbour. They are drawn once into a canvas of their
// own for each level and size.
import type { Island, Level, Point } from './level.ts';
import { createRandom } from './random.ts';

type Drawing = OffscreenCanvasRenderingContext2D;

/** From units of the game to pixels of the screen. */
export interface View {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

export function drawBay(level: Level, view: View, width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(Math.max(width, 1), Math.max(height, 1));
  const drawing = canvas.getContext('2d');
  if (drawing === null) return canvas;
  drawSea(drawing, width, height);
  drawing.setTransform(view.scale, 0, 0, view.scale, view.left, view.top);
  drawRipples(drawing, level);
  drawGlow(drawing, lampOf(level.harbour), 330, 'rgb(255 214 130 / 0.20)');
  for (const island of level.islands) drawIsland(drawing, island);
  drawHarbour(drawing, level.harbour);
  return canvas;
}

/** The lamp of the lighthouse. */
export const lampOf = (harbour: Point): Point => ({ x: harbour.x - 34, y: harbour.y - 22 });

/** The same colour, unseen: a gradient to `transparent` would pass through black. */
export const withoutAlpha = (colour: string): string => colour.replace(/\/.*\)/, '/ 0)');

/** @param colour as `rgb(red green blue / alpha)` */
export function drawGlow(
  drawing: Drawing | CanvasRenderingContext2D,
  { x, y }: Point,
  radius: number,
  colour: string,
): void {
  const glow = drawing.createRadialGradient(x, y, 0, x, y, radius);
  glow.addColorStop(0, colour);
  glow.addColorStop(1, withoutAlpha(colour));
  drawing.fillStyle = glow;
  drawing.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}

function drawSea(drawing: Drawing, width: number, height: number): void {
  const depth = drawing.createLinearGradient(0, 0, width * 0.35, height);
  depth.addColorStop(0, '#0a2747');
  depth.addColorStop(0.55, '#0d4660');
  depth.addColorStop(1, '#12657a');
  drawing.fillStyle = depth;
  drawing.fillRect(0, 0, width, height);
}

function drawRipples(drawing: Drawing, { number, field }: Level): void {
  const random = createRandom(number * 31 + 7);
  drawing.lineCap = 'round';
  drawing.lineWidth = 1.6;
  for (let index = 0; index < 70; index += 1) {
    const [x, y] = [random() * field.width, random() * field.height];
    const width = 9 + random() * 16;
    drawing.strokeStyle = `rgb(190 235 245 / ${0.04 + random() * 0.09})`;
    drawing.beginPath();
    drawing.moveTo(x, y);
    drawing.quadraticCurveTo(x + width / 2, y - 5, x + width, y);
    drawing.quadraticCurveTo(x + 1.5 * width, y + 5, x + 2 * width, y);
    drawing.stroke();
  }
}

/** A closed curve around a place, a little uneven. */
function tracePatch(drawing: Drawing, at: Point, radius: number, seed: number): void {
  const random = createRandom(seed);
  const corners = 13;
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    const away = radius * (0.9 + random() * 0.2);
    return { x: at.x + Math.cos(angle) * away, y: at.y + Math.sin(angle) * away };
  });
  const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const at0 = (index: number): Point => points[index % corners] ?? at;
  const start = middle(at0(corners - 1), at0(0));
  drawing.beginPath();
  drawing.moveTo(start.x, start.y);
  for (let index = 0; index < corners; index += 1) {
    const end = middle(at0(index), at0(index + 1));
    drawing.quadraticCurveTo(at0(index).x, at0(index).y, end.x, end.y);
  }
  drawing.closePath();
}

function drawIsland(drawing: Drawing, island: Island): void {
  const { x, y, radius, seed } = island;
  drawGlow(drawing, island, radius * 1.75, 'rgb(70 225 215 / 0.38)');
  drawing.fillStyle = 'rgb(2 20 36 / 0.35)';
  tracePatch(drawing, { x: x + 5, y: y + 8 }, radius, seed);
  drawing.fill();
  drawing.fillStyle = '#efd9a4';
  tracePatch(drawing, island, radius, seed);
  drawing.fill();
  drawing.lineWidth = 2.5;
  drawing.strokeStyle = 'rgb(255 255 255 / 0.55)';
  drawing.stroke();
  const grass = drawing.createLinearGradient(x - radius, y - radius, x + radius, y + radius);
  grass.addColorStop(0, '#6cc070');
  grass.addColorStop(1, '#25694f');
  drawing.fillStyle = grass;
  tracePatch(drawing, { x: x - radius * 0.05, y: y - radius * 0.07 }, radius * 0.72, seed + 1);
  drawing.fill();
  const random = createRandom(seed + 2);
  for (let index = 0; index < island.palms; index += 1) {
    const angle = random() * 2 * Math.PI;
    const away = radius * 0.36 * (index === 0 ? 0.3 : 1);
    const size = radius * (0.4 + random() * 0.14);
    drawPalm(drawing, { x: x + Math.cos(angle) * away, y: y + Math.sin(angle) * away }, size);
  }
}

function drawPalm(drawing: Drawing, foot: Point, size: number): void {
  const top = { x: foot.x + size * 0.25, y: foot.y - size };
  drawing.lineCap = 'round';
  drawing.strokeStyle = '#7a5230';
  drawing.lineWidth = size * 0.13;
  drawing.beginPath();
  drawing.moveTo(foot.x, foot.y);
  drawing.quadraticCurveTo(foot.x + size * 0.02, foot.y - size * 0.6, top.x, top.y);
  drawing.stroke();
  drawing.lineWidth = size * 0.16;
  for (let leaf = 0; leaf < 6; leaf += 1) {
    const angle = (leaf / 6) * 2 * Math.PI + 0.3;
    drawing.strokeStyle = leaf % 2 === 0 ? '#2f8f55' : '#1f7048';
    drawing.beginPath();
    drawing.moveTo(top.x, top.y);
    drawing.quadraticCurveTo(
      top.x + Math.cos(angle) * size * 0.4,
      top.y + Math.sin(angle) * size * 0.4 - size * 0.2,
      top.x + Math.cos(angle) * size * 0.62,
      top.y + Math.sin(angle) * size * 0.5 + size * 0.1,
    );
    drawing.stroke();
  }
}

function drawHarbour(drawing: Drawing, harbour: Point): void {
  const { x, y } = harbour;
  drawing.fillStyle = '#3c4c5c';
  tracePatch(drawing, { x: x - 40, y: y + 40 }, 46, 11);
  drawing.fill();
  drawing.fillStyle = '#54677a';
  tracePatch(drawing, { x: x - 42, y: y + 36 }, 38, 12);
  drawing.fill();
  drawing.fillStyle = '#8a5a35';
  drawing.fillRect(x - 14, y + 14, 44, 11);
  drawing.strokeStyle = 'rgb(40 22 8 / 0.5)';
  drawing.lineWidth = 1.2;
  for (let plank = -8; plank < 30; plank += 7) {
    drawing.beginPath();
    drawing.moveTo(x + plank, y + 14);
    drawing.lineTo(x + plank, y + 25);
    drawing.stroke();
  }
  drawLighthouse(drawing, lampOf(harbour));
}

function drawLighthouse(drawing: Drawing, lamp: Point): void {
  const foot = lamp.y + 54;
  const half = (at: number): number => 8 + 6 * at;
  for (let band = 0; band < 4; band += 1) {
    const [from, to] = [band / 4, (band + 1) / 4];
    drawing.fillStyle = band % 2 === 0 ? '#f6efe2' : '#d9482f';
    drawing.beginPath();
    drawing.moveTo(lamp.x - half(from), lamp.y + 8 + 46 * from);
    drawing.lineTo(lamp.x + half(from), lamp.y + 8 + 46 * from);
    drawing.lineTo(lamp.x + half(to), lamp.y + 8 + 46 * to);
    drawing.lineTo(lamp.x - half(to), lamp.y + 8 + 46 * to);
    drawing.fill();
  }
  drawing.fillStyle = '#2b3947';
  drawing.fillRect(lamp.x - 11, lamp.y + 5, 22, 4);
  drawing.fillRect(lamp.x - 4, foot - 13, 8, 13);
  drawing.fillStyle = '#ffe9a8';
  drawing.fillRect(lamp.x - 6, lamp.y - 7, 12, 12);
  drawing.fillStyle = '#d9482f';
  drawing.beginPath();
  drawing.moveTo(lamp.x - 9, lamp.y - 7);
  drawing.lineTo(lamp.x, lamp.y - 17);
  drawing.lineTo(lamp.x + 9, lamp.y - 7);
  drawing.fill();
}
