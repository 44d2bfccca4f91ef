// The player that a page is about, as the tabs of the page get it.
import type { components } from '../../api/schema.ts';

export type Player = components['schemas']['PlayerWithReason'];

export interface PlayerTabProps {
  readonly player: Player;
  /** Loads the player again, after a change of them. */
  readonly refetch: () => void;
}
