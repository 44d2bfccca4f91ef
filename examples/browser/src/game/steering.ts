// The player's steering: arrow keys or WASD, the mouse, or a finger. With the mouse the boat sails towards the pointer while the
// button is down; a finger is a stick, whose centre is where it touched.
import type { Point } from './level.ts';
import type { Steering } from './voyage.ts';

const keys: Readonly<Record<string, Point>> = {
  ...{ ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } },
  ...{ ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 } },
  ...{ KeyW: { x: 0, y: -1 }, KeyS: { x: 0, y: 1 }, KeyA: { x: -1, y: 0 }, KeyD: { x: 1, y: 0 } },
};

/** A finger this far from where it touched, in CSS pixels, sails at full force. */
const stickPixels = 56;
/** The boat stops before it reaches the pointer. */
const pointerRadius = 14;

export interface SteeringInput {
  /** @param boat in CSS pixels from the left and top of the canvas */
  read(boat: Point): Steering;
  /** The stick that a finger holds, in CSS pixels of the canvas. */
  readonly stick: { readonly centre: Point; readonly end: Point } | undefined;
}

export function followSteering(canvas: HTMLCanvasElement): SteeringInput {
  const pressed = new Set<string>();
  let pointer: { readonly id: number; readonly isFinger: boolean; readonly start: Point } | undefined;
  let at: Point = { x: 0, y: 0 };

  const placeOf = (event: PointerEvent): Point => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  // A button has no use for these keys, so they steer on after it was pressed.
  const isForGame = (target: EventTarget | null): boolean =>
    target === canvas || (target instanceof HTMLButtonElement && target.closest('dialog') === null);
  addEventListener('keydown', (event) => {
    if (!(event.code in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isForGame(event.target)) return;
    pressed.add(event.code);
    // The page must not scroll.
    event.preventDefault();
  });
  addEventListener('keyup', ({ code }) => pressed.delete(code));
  const release = () => {
    pressed.clear();
    pointer = undefined;
  };
  addEventListener('blur', release);
  canvas.addEventListener('pointerdown', (event) => {
    if (pointer !== undefined || event.button !== 0) return;
    at = placeOf(event);
    pointer = { id: event.pointerId, isFinger: event.pointerType === 'touch', start: at };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerId === pointer?.id) at = placeOf(event);
  });
  for (const type of ['pointerup', 'pointercancel'] as const) {
    canvas.addEventListener(type, ({ pointerId }) => {
      if (pointerId === pointer?.id) pointer = undefined;
    });
  }

  function readPointer(boat: Point): Steering {
    if (pointer === undefined) return { x: 0, y: 0 };
    const from = pointer.isFinger ? pointer.start : boat;
    const [x, y] = [at.x - from.x, at.y - from.y];
    const length = Math.hypot(x, y);
    if (length < (pointer.isFinger ? 4 : pointerRadius)) return { x: 0, y: 0 };
    const force = pointer.isFinger ? Math.min(1, length / stickPixels) : 1;
    return { x: (x / length) * force, y: (y / length) * force };
  }

  return {
    read(boat) {
      const sum = readPointer(boat);
      let { x, y } = sum;
      for (const code of pressed) {
        x += keys[code]?.x ?? 0;
        y += keys[code]?.y ?? 0;
      }
      return { x, y };
    },
    get stick() {
      return pointer?.isFinger ? { centre: pointer.start, end: at } : undefined;
    },
  };
}
