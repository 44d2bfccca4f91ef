// The theme: light, dark or that of the system. The choice is kept in this browser, and shown as an attribute of the document.
import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'system' | 'light' | 'dark';

interface Theme {
  readonly choice: ThemeChoice;
  readonly shown: 'light' | 'dark';
}

const storageKey = 'playkeep.theme';
const prefersDark = globalThis.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let theme = themeOf(readChoice());

function readChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(storageKey);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    // A browser may forbid storage.
    return 'system';
  }
}

function themeOf(choice: ThemeChoice): Theme {
  return { choice, shown: choice === 'system' ? (prefersDark.matches ? 'dark' : 'light') : choice };
}

function show(next: Theme): void {
  theme = next;
  document.documentElement.dataset.theme = next.shown;
  for (const listener of listeners) listener();
}

/** Shows the theme that was chosen, before the first page is drawn. */
export function startTheme(): void {
  show(theme);
  prefersDark.addEventListener('change', () => show(themeOf(theme.choice)));
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // The choice then holds for this page.
  }
  show(themeOf(choice));
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => theme,
  );
