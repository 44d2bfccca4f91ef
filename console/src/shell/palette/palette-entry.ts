// An entry of the palette as it is drawn.
import type { ReactNode } from 'react';
import type { Entry } from './entries.ts';

export interface PaletteEntry extends Entry {
  /** Instead of the title, for a player. */
  readonly label?: ReactNode;
  readonly icon: () => ReactNode;
  /** A key that does the same without the palette. */
  readonly shortcut?: string;
  /** The page stays, so that the focus goes back to where it was. */
  readonly staysOnPage?: boolean;
}
