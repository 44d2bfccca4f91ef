// The columns of players that the server API shows, as a player has them for whom nothing was set.
import { players, type ShownPlayer, shownNames } from '../../src/store/ports/rows/players.ts';

/** Tests that compare all facts begin with these, so that a new column changes none of them. */
export const shownDefaults = Object.fromEntries(
  shownNames.flatMap((name) => {
    const { success, data } = players.columns[name].shape.safeParse(undefined);
    return success ? [[name, data]] : [];
  }),
) as unknown as ShownPlayer;
