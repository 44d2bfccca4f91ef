// The boat with its sail, in the game and in the choice of a conflict.
import type { Sail } from '../sails.ts';
import { drawGlow } from './draw-bay.ts';
import type { Point } from './level.ts';

export interface DrawnBoat extends Point {
  readonly heading: number;
  readonly size: number;
  readonly sail: Sail;
  /** Seconds, for a boat that rocks; 0 for one that lies still. */
  readonly seconds: number;
  /** The light of its lantern on the sea. */
  readonly hasHalo: boolean;
}

export function drawBoat(drawing: CanvasRenderingContext2D, boat: DrawnBoat): void {
  const { x, y, heading, size, sail, seconds, hasHalo } = boat;
  drawing.save();
  drawing.translate(x, y);
  drawing.globalCompositeOperation = 'lighter';
  if (hasHalo) drawGlow(drawing, { x: 0, y: 0 }, size * 3.6, 'rgb(255 190 92 / 0.28)');
  drawing.globalCompositeOperation = 'source-over';
  // The boat is seen from the side, so it turns to the left or right and leans with its course.
  const isLeft = Math.cos(heading) < 0;
  const lean = Math.sin(heading) * 0.32 + Math.sin(seconds * 2.4) * 0.05;
  drawing.scale((isLeft ? -1 : 1) * size, size);
  drawing.rotate(lean);
  drawHull(drawing);
  drawSails(drawing, sail);
  drawing.restore();
}

/** In units of the size of the boat, with the water at 0.4. */
function drawHull(drawing: CanvasRenderingContext2D): void {
  drawing.fillStyle = 'rgb(2 18 32 / 0.4)';
  drawing.beginPath();
  drawing.ellipse(0, 0.62, 1.05, 0.2, 0, 0, 2 * Math.PI);
  drawing.fill();
  drawing.beginPath();
  drawing.moveTo(-1.05, 0.1);
  drawing.quadraticCurveTo(0, 0.26, 1.22, 0.02);
  drawing.quadraticCurveTo(0.92, 0.66, 0.45, 0.66);
  drawing.lineTo(-0.62, 0.66);
  drawing.quadraticCurveTo(-0.98, 0.56, -1.05, 0.1);
  const wood = drawing.createLinearGradient(0, 0, 0, 0.7);
  wood.addColorStop(0, '#c98549');
  wood.addColorStop(1, '#6e3d1f');
  drawing.fillStyle = wood;
  drawing.fill();
  drawing.lineWidth = 0.09;
  drawing.strokeStyle = '#f6e3bd';
  drawing.beginPath();
  drawing.moveTo(-1.03, 0.14);
  drawing.quadraticCurveTo(0, 0.3, 1.18, 0.07);
  drawing.stroke();
  drawing.lineWidth = 0.1;
  drawing.strokeStyle = '#5b3821';
  drawing.beginPath();
  drawing.moveTo(0, 0.25);
  drawing.lineTo(0, -1.55);
  drawing.stroke();
  drawing.fillStyle = '#ffd978';
  drawing.beginPath();
  drawing.arc(-0.92, -0.1, 0.15, 0, 2 * Math.PI);
  drawing.fill();
}

function drawSails(drawing: CanvasRenderingContext2D, { cloth, stripes }: Sail): void {
  drawing.lineWidth = 0.05;
  drawing.strokeStyle = 'rgb(0 0 0 / 0.28)';
  drawing.beginPath();
  drawing.moveTo(0.08, -1.5);
  drawing.quadraticCurveTo(1.02, -0.7, 0.96, -0.04);
  drawing.lineTo(0.08, 0.04);
  drawing.closePath();
  drawing.fillStyle = cloth;
  drawing.fill();
  drawing.stroke();
  drawing.beginPath();
  drawing.moveTo(-0.08, -1.3);
  drawing.quadraticCurveTo(-0.72, -0.5, -0.78, -0.02);
  drawing.lineTo(-0.08, 0.04);
  drawing.closePath();
  drawing.fill();
  drawing.stroke();
  if (stripes === undefined) return;
  drawing.save();
  drawing.beginPath();
  drawing.moveTo(0.08, -1.5);
  drawing.quadraticCurveTo(1.02, -0.7, 0.96, -0.04);
  drawing.lineTo(-0.78, -0.02);
  drawing.quadraticCurveTo(-0.72, -0.5, -0.08, -1.3);
  drawing.clip();
  drawing.fillStyle = stripes;
  for (const top of [-1.05, -0.68, -0.31]) drawing.fillRect(-1, top, 2.2, 0.15);
  drawing.fillStyle = '#5b3821';
  drawing.fillRect(-0.06, -1.5, 0.12, 1.6);
  drawing.restore();
}

/** A boat alone, in the middle of a small canvas. */
export function drawPortrait(canvas: HTMLCanvasElement, sail: Sail): void {
  const drawing = canvas.getContext('2d');
  if (drawing === null) return;
  drawing.clearRect(0, 0, canvas.width, canvas.height);
  const size = canvas.height * 0.36;
  const place = { x: canvas.width / 2, y: canvas.height * 0.66 };
  drawBoat(drawing, { ...place, heading: 0, size, sail, seconds: 0, hasHalo: false });
}
