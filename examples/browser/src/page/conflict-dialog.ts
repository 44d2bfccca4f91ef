// The question about a conflict: both sides as boats, and the player chooses one. It cannot be closed without an answer, and a page
// that goes asks again at its next start.
import { drawBoat } from '../game/draw-boat.ts';
import { sailOf } from '../sails.ts';
import type { Progress, SailConflict } from '../save/progress.ts';
import { descendant, elementById } from './elements.ts';

/** @returns the side that the player chose */
export function askAboutConflict(sides: SailConflict): Promise<Progress> {
  const dialog = elementById('conflict', HTMLDialogElement);
  dialog.oncancel = (event) => event.preventDefault();
  return new Promise((resolve) => {
    for (const name of ['mine', 'theirs'] as const) {
      const button = descendant(dialog, `[data-side=${name}]`, HTMLButtonElement);
      const { sail: id, level } = sides[name];
      const sail = sailOf(id);
      descendant(button, 'span', HTMLElement).textContent = `${sail.name}, level ${level}`;
      const canvas = descendant(button, 'canvas', HTMLCanvasElement);
      const drawing = canvas.getContext('2d');
      if (drawing) {
        drawing.clearRect(0, 0, canvas.width, canvas.height);
        drawBoat(drawing, { x: 110, y: 98, heading: 0, size: 52, sail, seconds: 0 });
      }
      button.onclick = () => {
        dialog.close();
        resolve(sides[name]);
      };
    }
    dialog.showModal();
  });
}
