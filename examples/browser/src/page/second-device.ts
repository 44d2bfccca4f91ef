// The second device: the same game from another origin, which has a storage of its own, in a frame beside this one.
import { descendant, elementById } from './elements.ts';

/** A page in the frame of another one shows the game and the queue alone. */
export const isSecondDevice = (): boolean => window.parent !== window;

/** @param origin of the second device */
export function offerSecondDevice(origin: string, player: string): void {
  const button = elementById('second', HTMLButtonElement);
  // The second device has none itself.
  button.hidden = location.origin === origin;
  const place = elementById('second-device', HTMLElement);
  const phone = descendant(place, '.phone', HTMLElement);
  const address = `${origin}/?player=${encodeURIComponent(player)}`;
  elementById('second-link', HTMLAnchorElement).href = address;
  button.onclick = () => {
    const isOpening = place.hidden !== false;
    place.hidden = !isOpening;
    document.body.classList.toggle('with-second', isOpening);
    button.setAttribute('aria-expanded', String(isOpening));
    if (!isOpening) return phone.replaceChildren();
    const frame = document.createElement('iframe');
    frame.title = 'The game on the second device';
    frame.src = address;
    phone.replaceChildren(frame);
    place.scrollIntoView({ block: 'nearest' });
  };
}
