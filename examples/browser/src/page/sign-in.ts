// Sign-in by a name, which the browser remembers. The second device gets the name in its address.
import { drawPortrait } from '../game/draw-boat.ts';
import { firstSail } from '../sails.ts';
import { descendant } from './elements.ts';

const storedUnder = 'player';

/** Undefined where nobody has signed in here. */
export const readName = (): string | undefined =>
  new URLSearchParams(location.search).get('player') ?? localStorage.getItem(storedUnder) ?? undefined;

export const forgetName = (): void => localStorage.removeItem(storedUnder);

/** @returns the name of the player, once the server of the game accepts it */
export async function showSignIn(place: HTMLElement): Promise<string> {
  place.hidden = false;
  const form = descendant(place, 'form', HTMLFormElement);
  const field = descendant(form, 'input', HTMLInputElement);
  const error = descendant(form, '.error', HTMLElement);
  drawPortrait(descendant(form, 'canvas', HTMLCanvasElement), firstSail);
  field.focus();
  for (;;) {
    await new Promise<void>((resolve) => {
      form.onsubmit = (event) => {
        event.preventDefault();
        resolve();
      };
    });
    const name = field.value.trim();
    const refusal = await whyRefused(name);
    if (refusal === undefined) {
      localStorage.setItem(storedUnder, name);
      place.hidden = true;
      return name;
    }
    error.textContent = refusal;
  }
}

async function whyRefused(name: string): Promise<string | undefined> {
  try {
    const body = JSON.stringify({ name });
    const response = await fetch('/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return response.ok ? undefined : await response.text();
  } catch {
    return 'The server of the game does not answer.';
  }
}
