// Players: a search box, filters that are kept in the address, and the players found, loaded as one scrolls.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useHasNames } from '../../api/player-labels.ts';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { SearchIcon } from '../../components/icons.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { useArrival } from '../../shell/arrival.ts';
import { Page } from '../../shell/page.tsx';
import { ExactMatches, useExactMatches } from './exact-matches.tsx';
import { FilterBar } from './filter-bar.tsx';
import { countFilters, formatFilters, type PlayerFilters, readFilters } from './filters.ts';
import { findOnlyPlayer, playerPath } from './find-players.ts';
import { RegisterDialog } from './register-dialog.tsx';
import { isByName } from './search-body.ts';
import { SearchResults } from './search-results.tsx';
import { SortMenu } from './sort-menu.tsx';
import { usePlayerSearch } from './use-player-search.ts';

/** The time after the last key before the search begins. */
const typingMilliseconds = 250;

export function PlayersPage() {
  const [filters, setFilters] = useFilters();
  const search = usePlayerSearch(filters);
  const matches = useExactMatches(filters.text);
  // The exact matches stand above, so the list below goes without them.
  const exact = new Set(matches.data?.map(({ sequentialId }) => sequentialId));
  const others = search.players.filter(({ sequentialId }) => !exact.has(sequentialId));
  const hasNothingElse =
    exact.size > 0 &&
    others.length === 0 &&
    search.status === 'complete' &&
    (search.players.length > 0 || countFilters(filters) === 0);
  const mayRegister = useHasScope('players:write');
  const [isRegistering, setRegistering] = useState(false);
  useArrival('register-player', () => setRegistering(mayRegister));
  const hasNames = useHasNames() === true;
  const openOnly = useOpenOnly(filters, hasNames);
  const goesByName = filters.text !== '' && isByName(filters, hasNames);
  return (
    <Page
      title="Players"
      actions={
        mayRegister && (
          <Button variant="primary" onClick={() => setRegistering(true)}>
            Register player
          </Button>
        )
      }
    >
      <div className="stack">
        <search className="players-search">
          <SearchBox
            text={filters.text}
            hasNames={hasNames}
            onChange={(text) => setFilters({ ...filters, text }, { replace: true })}
            onEnter={openOnly}
          />
          {hasNames && filters.text !== '' && (
            <Segmented
              label="Search in"
              options={[
                { value: 'name', label: 'Names', title: 'A part of the name' },
                { value: 'id', label: 'Ids', title: 'The beginning of the player id' },
              ]}
              value={filters.isById ? 'id' : 'name'}
              onChange={(by) => setFilters({ ...filters, isById: by === 'id' })}
            />
          )}
          <FilterBar filters={filters} onChange={setFilters} />
          {!goesByName && (
            <SortMenu sort={filters.sort} onChange={(sort) => setFilters({ ...filters, sort })} />
          )}
        </search>
        <ExactMatches matches={matches} />
        {!hasNothingElse && (
          <SearchResults
            filters={filters}
            search={{ ...search, players: others }}
            hasExactMatch={exact.size > 0}
            isByName={goesByName}
            onClear={setFilters}
          />
        )}
      </div>
      {isRegistering && <RegisterDialog onClose={() => setRegistering(false)} />}
    </Page>
  );
}

type SetFilters = (filters: PlayerFilters, options?: { readonly replace?: boolean }) => void;

/** The filters of the address. */
function useFilters(): readonly [PlayerFilters, SetFilters] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  // While the next page is being loaded, this one is still there with the address of the next one.
  const [last, setLast] = useState(search);
  const own = /^\/players\/?$/.test(path) ? search : last;
  if (own !== last) setLast(own);
  const setFilters: SetFilters = (filters, options) => {
    const query = formatFilters(filters);
    navigate(query === '' ? '/players' : `/players?${query}`, options);
  };
  return [readFilters(own), setFilters];
}

/** Opens the page of the one player whom a text means. The list stays where there are several. */
function useOpenOnly(filters: PlayerFilters, hasNames: boolean): (text: string) => void {
  const [, navigate] = useLocation();
  const asked = useRef<AbortController>(undefined);
  useEffect(() => () => asked.current?.abort(), []);
  return (text) => {
    asked.current?.abort();
    const asking = new AbortController();
    asked.current = asking;
    const { signal } = asking;
    void findOnlyPlayer(text, isByName({ ...filters, text }, hasNames), signal).then(
      (player) => player && !signal.aborted && navigate(playerPath(player)),
      // The list shows what went wrong.
      () => undefined,
    );
  };
}

interface SearchBoxProps {
  readonly text: string;
  readonly hasNames: boolean;
  readonly onChange: (text: string) => void;
  /** Called with the text at Enter. */
  readonly onEnter: (text: string) => void;
}

/** A finger would bring up the keyboard over the list, and the keyboard reads the heading of a page first. */
const isByMouse = (): boolean =>
  matchMedia('(hover: hover)').matches && document.querySelector('nav :focus-visible') === null;

/** It searches a moment after the last key. Enter searches at once, and opens the one player who is meant. */
function SearchBox({ text, hasNames, onChange, onEnter }: SearchBoxProps) {
  const [typed, setTyped] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  const begin = () => {
    field.current?.focus();
    field.current?.select();
  };
  useArrival('search-players', begin);
  useArrival('find-players', () => isByMouse() && begin());
  // The address changes by other ways too, such as Back.
  useEffect(() => setTyped(text), [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is new at each render
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => onChange(typed), typingMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, text]);
  return (
    <form
      className="players-search-box"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== text) onChange(typed);
        if (typed !== '') onEnter(typed);
      }}
    >
      <SearchIcon />
      <TextField
        ref={field}
        label={hasNames ? 'Name, player id or number' : 'Player id or number'}
        aria-keyshortcuts="/"
        isLabelHidden
        type="search"
        dir="auto"
        placeholder={
          hasNames ? 'Part of a name, player id, or number' : 'Player id, its beginning, or a number'
        }
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={setTyped}
      />
      <Kbd>/</Kbd>
    </form>
  );
}
