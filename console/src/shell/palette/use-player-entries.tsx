// The players that a text in the palette finds: those of that id or number first, then by a part of the name, then by the beginning of
// the id. The last entry searches for the text on the page of the players.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useHasNames } from '../../api/player-labels.ts';
import { useHasScope } from '../../api/session.ts';
import { PlayersIcon, SearchIcon } from '../../components/icons.tsx';
import { DisplayName, PlayerName } from '../../components/values.tsx';
import { formatFilters, noFilters } from '../../pages/players/filters.ts';
import { findSomePlayers, type Player, playerPath } from '../../pages/players/find-players.ts';
import { isByName } from '../../pages/players/search-body.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** The time after the last key before the service is asked. */
const typingMilliseconds = 120;
const shownPlayers = 7;

export interface PlayerEntries {
  readonly entries: readonly PaletteEntry[];
  /** More may come for this text. */
  readonly isLoading: boolean;
  /** Null without one. */
  readonly error: unknown;
}

export function usePlayerEntries(text: string): PlayerEntries {
  const mayRead = useHasScope('players:read');
  const hasNames = useHasNames();
  const settled = useSettled(text);
  const byName = isByName({ ...noFilters, text: settled }, hasNames === true);
  const isAsked = mayRead && settled !== '';
  const { data, error, isPending } = useQuery({
    queryKey: ['players', 'palette', settled, byName],
    queryFn: ({ signal }) => findSomePlayers(settled, { isByName: byName, most: shownPlayers }, signal),
    enabled: isAsked && hasNames !== undefined,
  });
  const [, navigate] = useLocation();
  if (!mayRead || text === '') return { entries: [], isLoading: false, error: null };
  const isOld = settled !== text;
  const found = isOld ? [] : (data ?? []);
  return {
    entries: [
      ...found.map((player) => playerEntry(player, () => navigate(playerPath(player)))),
      searchEntry(text, () => navigate(`/players?${formatFilters({ ...noFilters, text })}`)),
    ],
    isLoading: isOld || (isPending && error === null),
    error: isOld ? null : error,
  };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const playerEntry = ({ sequentialId, playerId, name }: Player, run: () => void): PaletteEntry => ({
  ...{ id: `player ${sequentialId}`, title: name ?? playerId, icon: PlayersIcon, run },
  group: 'Players',
  label: (
    <span className="palette-player">
      {name ? (
        <>
          <DisplayName name={name} /> <PlayerName playerId={playerId} />
        </>
      ) : (
        <PlayerName playerId={playerId} />
      )}
      <span className="muted numeric">{sequentialId}</span>
    </span>
  ),
});

/** The id of the entry that searches. It gives way to a player who is found. */
export const searchEntryId = 'search for the text';

const searchEntry = (text: string, run: () => void): PaletteEntry => ({
  ...{ id: searchEntryId, title: `Search players for ${text}`, icon: SearchIcon, run },
  group: 'Players',
  label: (
    <>
      Search players for “<bdi>{text}</bdi>”
    </>
  ),
});
