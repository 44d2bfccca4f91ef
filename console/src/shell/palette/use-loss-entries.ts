// The lost saves of a version of the game whose number is typed into the palette.
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useHasScope } from '../../api/session.ts';
import { LossesIcon } from '../../components/icons.tsx';
import { visibleText } from '../../components/values.tsx';
import { lossesPath } from '../../pages/losses/loss-values.tsx';
import { countByVersion } from '../../pages/losses/losses-api.ts';
import { matching } from './entries.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** The list of versions changes with each loss. The palette is open for a moment. */
const staleMilliseconds = 60_000;
const shownVersions = 5;

/** A number alone is more often that of a player, so a version needs another character beside its digits. */
const mayNameVersion = (text: string): boolean => /\d/.test(text) && /[^\d\s]/.test(text);

/** The versions of the game with lost saves that a text finds, those with most losses first. */
export function useLossEntries(text: string): readonly PaletteEntry[] {
  const mayRead = useHasScope('players:read');
  const isAsked = mayRead && mayNameVersion(text);
  const { data } = useQuery({
    queryKey: ['losses', 'versions'],
    queryFn: ({ signal }) => countByVersion(signal),
    enabled: isAsked,
    staleTime: staleMilliseconds,
  });
  const [, navigate] = useLocation();
  if (!isAsked) return [];
  const entries = (data ?? []).flatMap(({ gameVersion }): PaletteEntry[] =>
    gameVersion === null
      ? []
      : [
          {
            ...{ id: `losses ${gameVersion}`, group: 'Pages', icon: LossesIcon },
            title: `Losses of version ${visibleText(gameVersion)}`,
            words: `v${gameVersion} lost saves`,
            run: () => navigate(lossesPath(gameVersion)),
          },
        ],
  );
  return matching(entries, text).slice(0, shownVersions);
}
