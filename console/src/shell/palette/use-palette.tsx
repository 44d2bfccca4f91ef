// The palette as the frame holds it: it is loaded when it is first wanted, and keys that are pressed meanwhile are not lost.
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHasScope } from '../../api/session.ts';
import { showToast } from '../../components/toast.tsx';
import { useArrive } from '../arrival.ts';
import { lazyPart } from '../lazy-part.tsx';
import { useShortcuts } from '../shortcuts.ts';
import type { PaletteProps } from './palette.tsx';

const Palette = lazyPart(() => import('./palette.tsx'), 'Palette', KeysBefore);

/** Keeps the keys from the page behind, for the field of the palette. */
function KeysBefore({ onClose, typed }: PaletteProps) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onClose();
    if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
    else if (event.key === 'Enter') typed.current += '\n';
    else if (event.key.length === 1) typed.current += event.key;
  });
  useEffect(() => {
    // An effect event may not be handed out.
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, []);
  return null;
}

export interface PaletteOfFrame {
  readonly openPalette: () => void;
  /** To be drawn anywhere. */
  readonly palette: ReactNode;
}

/** The palette, and the keys that work on every page. */
export function usePalette(): PaletteOfFrame {
  const [isOpen, setOpen] = useState(false);
  const typed = useRef('');
  const close = () => setOpen(false);
  const openPalette = useCallback(() => {
    typed.current = '';
    setOpen(true);
  }, []);
  const arrive = useArrive();
  const maySearch = useHasScope('players:read');
  useShortcuts({
    onBegin: Palette.preload,
    onPalette: () => (isOpen ? close() : openPalette()),
    onSearch: maySearch ? () => arrive('/players', 'search-players') : undefined,
  });
  const onFailed = () => {
    close();
    showToast('The palette could not be loaded', { tone: 'danger', description: 'Reload the page.' });
  };
  return { openPalette, palette: isOpen && <Palette typed={typed} onClose={close} onFailed={onFailed} /> };
}

/** Loads the palette ahead. */
export const preloadPalette = Palette.preload;
