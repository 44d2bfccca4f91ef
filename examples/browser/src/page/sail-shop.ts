// The sails beneath the sea: those that the player owns can be set, the others bought.
import type { Save } from '@playkeep/client';
import { type Sail, sails } from '../sails.ts';
import { buySail, type Progress, setSail } from '../save/progress.ts';
import { elementById } from './elements.ts';
import { tellRefusal } from './save-panel.ts';

export function showSailShop(save: Save<Progress>, isPaused: () => boolean): void {
  const place = elementById('sails', HTMLElement);
  const buttons = sails.map((sail) => ({ sail, button: sailButton(sail) }));
  place.replaceChildren(...buttons.map(({ button }) => button));

  function show(): void {
    const { coins, sail: current, owned = {} } = save.data;
    for (const { sail, button } of buttons) {
      const isOwned = owned[sail.id] === true;
      const price = button.querySelector('small');
      if (price)
        price.textContent = isOwned ? (sail.id === current ? 'set' : 'yours') : `${sail.price} coins`;
      button.setAttribute('aria-pressed', String(sail.id === current));
      button.disabled = isPaused() || (!isOwned && coins < sail.price);
      button.onclick = () => tellRefusal(isOwned ? setSail(save, sail) : buySail(save, sail));
    }
  }

  show();
  save.on('change', show);
  save.on('status', show);
}

function sailButton({ name, cloth, stripes }: Sail & { readonly stripes?: string }): HTMLButtonElement {
  const button = document.createElement('button');
  const swatch = document.createElement('i');
  swatch.style.background =
    stripes === undefined ? cloth : `repeating-linear-gradient(${cloth} 0 5px, ${stripes} 5px 8px)`;
  const price = document.createElement('small');
  button.append(swatch, document.createTextNode(name), price);
  return button;
}
