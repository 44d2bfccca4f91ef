// The question about a conflict: both sides as boats, and the player chooses one. It cannot be closed without an answer, and a page
// that goes asks again at its next start.
import { drawPortrait } from '../game/draw-boat.ts';
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
      drawPortrait(descendant(button, 'canvas', HTMLCanvasElement), sail);
      button.onclick = () => {
        dialog.close();
        resolve(sides[name]);
      };
    }
    dialog.showModal();
  });
}
