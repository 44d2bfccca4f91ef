// The sails beneath the sea: those that the player owns can be set, the others bought.
import type { Save } from '@playkeep/client';
import { type Sail, sails } from '../sails.ts';
import type { PendingChanges } from '../save/pending-changes.ts';
import { buySail, type Progress, setSail } from '../save/progress.ts';
import { elementById } from './elements.ts';

export function showSailShop(save: Save<Progress>, changes: PendingChanges, isPaused: () => boolean): void {
  const place = elementById('sails', HTMLElement);
  const buttons = sails.map((sail) => ({ sail, button: sailButton(sail) }));
  place.replaceChildren(...buttons.map(({ button }) => button));

  function show(): void {
    const { coins, sail: current, owned = {} } = save.data;
    for (const { sail, button } of buttons) {
      const isOwned = sail.price === 0 || owned[sail.id] === true;
      const label = button.querySelector('small');
      if (label) showLabel(label, isOwned, sail.id === current ? 'set' : '', sail.price);
      button.setAttribute('aria-pressed', String(sail.id === current));
      button.disabled = isPaused() || (!isOwned && coins < sail.price);
      button.onclick = () => {
        if (isOwned) changes.made('merge', setSail(save, sail));
        else changes.made('patch', buySail(save, sail));
      };
    }
  }

  show();
  save.on('change', show);
  save.on('status', show);
}

/** A sail that is owned has a word, another one its price. */
function showLabel(label: HTMLElement, isOwned: boolean, word: string, price: number): void {
  label.classList.toggle('price', !isOwned);
  if (isOwned) {
    label.textContent = word;
    return;
  }
  const unit = document.createElement('span');
  unit.className = 'visually-hidden';
  unit.textContent = ' coins';
  label.replaceChildren(String(price), unit);
}

function sailButton({ name, cloth, stripes }: Sail & { readonly stripes?: string }): HTMLButtonElement {
  const button = document.createElement('button');
  const swatch = document.createElement('i');
  swatch.style.background =
    stripes === undefined ? cloth : `repeating-linear-gradient(${cloth} 0 5px, ${stripes} 5px 8px)`;
  const label = document.createElement('small');
  button.append(swatch, document.createTextNode(name), label);
  return button;
}
