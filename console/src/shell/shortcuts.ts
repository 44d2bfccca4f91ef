// The keys that work on every page: Ctrl+K (Cmd+K on a Mac) for the palette, and / for the search of players. They rest while another
// dialog is open, and / is a character where somebody types.
import { useEffect, useEffectEvent } from 'react';

const isMac = /Mac|iP(?:hone|ad|od)/.test(navigator.platform);

/** The keys of the palette as people read them. */
export const paletteKeys = isMac ? '⌘K' : 'Ctrl K';
/** As `aria-keyshortcuts` takes them. */
export const paletteShortcut = isMac ? 'Meta+K' : 'Control+K';

export interface Shortcuts {
  /** Called as soon as a shortcut may come, which begins with a key of its own. */
  readonly onBegin: () => void;
  /** Opens the palette, and closes it. */
  readonly onPalette: () => void;
  /** Undefined for somebody who may not search. */
  readonly onSearch: (() => void) | undefined;
}

export function useShortcuts({ onBegin, onPalette, onSearch }: Shortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === (isMac ? 'Meta' : 'Control')) return onBegin();
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    const { ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.key.toLowerCase() === 'k' && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey)) {
      if (altKey || shiftKey || isThere(`${dialog}:not(.palette)`)) return;
      event.preventDefault();
      onPalette();
    } else if (event.key === '/' && !ctrlKey && !metaKey && !altKey && onSearch) {
      if (isTyping(event) || isThere(dialog)) return;
      event.preventDefault();
      onSearch();
    }
  });
  useEffect(() => {
    // An effect event may not be handed out.
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** A toast has the role of a dialog too, and a dialog that fades out is closed already. */
const dialog = '[role=dialog]:not(.toast):not([data-closed])';
const isThere = (selector: string): boolean => document.querySelector(selector) !== null;

const typingPlaces =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox]';

/** The editor is in a shadow root, whose elements the path of the event has. */
const isTyping = (event: KeyboardEvent): boolean =>
  event.composedPath().some((place) => place instanceof Element && place.matches(typingPlaces));
