// The page of the game: opens the save on this device, and connects its parts with the switches and messages around it.
import { createSounds } from '../game/sound.ts';
import type { AeroplaneMode } from '../save/aeroplane-mode.ts';
import { type Device, openDevice } from '../save/device.ts';
import { followPendingChanges, type PendingChanges } from '../save/pending-changes.ts';
import { askAboutConflict } from './conflict-dialog.ts';
import { descendant, elementById, metaContent } from './elements.ts';
import { startGameView } from './game-view.ts';
import { showSailShop } from './sail-shop.ts';
import { showSavePanel } from './save-panel.ts';
import { isSecondDevice, offerSecondDevice } from './second-device.ts';
import { forgetName } from './sign-in.ts';

export interface GamePageOptions {
  readonly serviceUrl: string;
  readonly player: string;
  readonly device: string;
  readonly aeroplane: AeroplaneMode;
}

export async function startGame({ serviceUrl, player, device, aeroplane }: GamePageOptions): Promise<void> {
  const isSecond = isSecondDevice();
  document.body.classList.toggle('compact', isSecond);
  elementById('player-name', HTMLElement).textContent = player;
  followAeroplaneSwitch(aeroplane);
  offerSecondDevice(metaContent('second-device'), player);
  const sounds = createSounds();
  followSwitch(elementById('sound', HTMLButtonElement), (isOn) => {
    sounds.isOn = isOn;
  });
  const opened = await openDevice({ serviceUrl, player, device, aeroplane, ask: askAboutConflict });
  elementById('game', HTMLElement).hidden = false;
  const isPaused = (): boolean =>
    opened.session.state === 'superseded' || elementById('conflict', HTMLDialogElement).open;
  const pending = followPendingChanges(opened.save);
  showSavePanel(opened, pending, !isSecond);
  showSailShop(opened.save, pending, isPaused);
  offerTakeover(opened, pending);
  elementById('leave', HTMLButtonElement).onclick = async () => {
    await opened.leave();
    forgetName();
    location.assign('/');
  };
  const name = isSecond ? 'second' : 'first';
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  startGameView({ save: opened.save, changes: pending, sounds, device: name, isPaused, calm });
  if (!isSecond) elementById('sea', HTMLElement).focus({ preventScroll: true });
}

/** The message that another device plays, with the choice to go on here. */
function offerTakeover({ session }: Device, pending: PendingChanges): void {
  const overlay = elementById('superseded', HTMLElement);
  const button = elementById('take-over', HTMLButtonElement);
  const text = elementById('superseded-text', HTMLElement);
  const error = descendant(overlay, '.error', HTMLElement);

  const show = (): void => {
    overlay.hidden = session.state !== 'superseded';
  };
  pending.onRead(({ length }) => {
    const changes = length === 1 ? '1 change of this device waits' : `${length} changes of this device wait`;
    text.textContent = length === 0 ? 'Everything of this device is saved.' : `${changes}. Nothing is lost.`;
  });
  session.onState(show);
  show();
  button.onclick = async () => {
    button.disabled = true;
    error.textContent = '';
    try {
      // The save sends again as soon as the new session is active.
      await session.takeOver();
      elementById('sea', HTMLElement).focus({ preventScroll: true });
    } catch {
      error.textContent = 'The service does not answer. Switch the aeroplane mode off, and try again.';
    } finally {
      button.disabled = false;
    }
  };
}

function followAeroplaneSwitch(aeroplane: AeroplaneMode): void {
  const button = elementById('aeroplane', HTMLButtonElement);
  button.setAttribute('aria-checked', String(aeroplane.isOn));
  followSwitch(button, (isOn) => aeroplane.set(isOn));
}

function followSwitch(button: HTMLButtonElement, set: (isOn: boolean) => void): void {
  button.onclick = () => {
    const isOn = button.getAttribute('aria-checked') !== 'true';
    button.setAttribute('aria-checked', String(isOn));
    set(isOn);
  };
}
