// The palette: one field that goes to a player or a page, or does something. A combobox with a list, as the ARIA practices of the W3C
// describe it: the focus stays in the field, and the arrows move the active entry.
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type KeyboardEvent as KeyEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { CloseIcon, SearchIcon } from '../../components/icons.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { FailureText } from '../../components/states.tsx';
import { activeOf, type EntryGroup, grouped, matching, movedBy } from './entries.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { useEntries } from './use-entries.ts';
import { useLossEntries } from './use-loss-entries.ts';
import { searchEntryId, usePlayerEntries } from './use-player-entries.tsx';

export interface PaletteProps {
  readonly onClose: () => void;
  /** The text that was typed before the palette was there. A line feed at its end stands for Enter. */
  readonly typed: RefObject<string>;
}

export function Palette({ onClose, typed }: PaletteProps) {
  const leavesPage = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const choose = (entry: PaletteEntry) => {
    leavesPage.current = !entry.staysOnPage;
    onClose();
    entry.run();
  };
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="dialog-backdrop" />
        <BaseDialog.Popup
          className="palette"
          initialFocus={field}
          // The page that comes takes the focus itself.
          finalFocus={() => !leavesPage.current}
        >
          <BaseDialog.Title className="visually-hidden">Go to a player or a page</BaseDialog.Title>
          <PaletteSearch field={field} firstText={typed.current} onChoose={choose} />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

interface PaletteSearchProps {
  readonly field: RefObject<HTMLInputElement | null>;
  /** A line feed at its end stands for Enter. */
  readonly firstText: string;
  readonly onChoose: (entry: PaletteEntry) => void;
}

/** The places that a key moves the active entry by. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function PaletteSearch({ field, firstText, onChoose }: PaletteSearchProps) {
  const [typed, setTyped] = useState(firstText.replaceAll('\n', ''));
  const [chosen, setChosen] = useState<string>();
  /** The text at which Enter was pressed before its players were there. */
  const [entered, setEntered] = useState(firstText.includes('\n') ? typed.trim() : undefined);
  useFirstKeys(field);
  const text = typed.trim();
  const { groups, isLoading, error } = useFound(text);
  const entries = groups.flatMap((group) => group.entries);
  const active = activeOf(entries, chosen);
  const id = useId();
  const isWaiting = isLoading && (active === undefined || active.id === searchEntryId);
  const goesOn = entered === text && !isWaiting ? active : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is new at each render
  useEffect(() => {
    if (goesOn) onChoose(goesOn);
  }, [goesOn === undefined]);
  const onKeyDown = (event: KeyEvent) => {
    if (event.nativeEvent.isComposing) return;
    const places = steps[event.key];
    if (places !== undefined) {
      event.preventDefault();
      setChosen(movedBy(entries, active, places)?.id);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isWaiting) setEntered(text);
      else if (active) onChoose(active);
    }
  };
  return (
    <>
      <div className="palette-head">
        <SearchIcon />
        <input
          ref={field}
          className="palette-input"
          type="text"
          role="combobox"
          aria-label="Player, page or action"
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? id : undefined}
          aria-activedescendant={active && optionId(id, active)}
          placeholder="Go to a player, a page or an action"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(undefined);
            setEntered(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <BaseDialog.Close className="button button-ghost button-small icon-button" aria-label="Close">
          <CloseIcon />
        </BaseDialog.Close>
      </div>
      {entries.length > 0 && (
        <Options {...{ id, groups, active, onChoose }} onPoint={(entry) => setChosen(entry.id)} />
      )}
      {error !== null && (
        <div className="palette-note">
          <FailureText error={error} />
        </div>
      )}
      <Status count={entries.length} isLoading={isLoading} hasFailed={error !== null} />
      <p className="palette-keys" aria-hidden="true">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
        </span>
        <span>
          <Kbd>Enter</Kbd> open
        </span>
        <span>
          <Kbd>Esc</Kbd> close
        </span>
      </p>
    </>
  );
}

/** The field gets the focus a moment after the palette is there. A key that comes sooner is meant for it. */
function useFirstKeys(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      const isElsewhere = !field.current?.closest('.palette')?.contains(document.activeElement);
      if (!isElsewhere || event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape') return;
      field.current?.focus();
      // A character goes where the focus is now, any other key to the element behind.
      if (event.key.length > 1) event.preventDefault();
    };
    window.addEventListener('keydown', take, true);
    return () => window.removeEventListener('keydown', take, true);
  }, [field]);
}

/** Pages and actions at once, and the players when they are there, so that nothing moves away under the reader. */
function useFound(text: string) {
  const players = usePlayerEntries(text);
  const entries = [...matching(useEntries(), text), ...useLossEntries(text), ...players.entries];
  return { ...players, groups: grouped(entries) };
}

const optionId = (id: string, entry: PaletteEntry): string => `${id}-${entry.id.replaceAll(/[^\w-]/g, '-')}`;

interface OptionsProps {
  readonly id: string;
  readonly groups: readonly EntryGroup<PaletteEntry>[];
  readonly active: PaletteEntry | undefined;
  readonly onChoose: (entry: PaletteEntry) => void;
  readonly onPoint: (entry: PaletteEntry) => void;
}

function Options({ id, groups, active, onChoose, onPoint }: OptionsProps) {
  const activeId = active && optionId(id, active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div id={id} role="listbox" tabIndex={-1} aria-label="Results" className="palette-list">
      {groups.map((part) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
        <div key={part.group} role="group" aria-labelledby={`${id}-${part.group}`}>
          <div id={`${id}-${part.group}`} role="presentation" className="palette-group">
            {part.group}
          </div>
          {part.entries.map((entry) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
            <div
              key={entry.id}
              id={optionId(id, entry)}
              role="option"
              aria-selected={entry === active}
              className="palette-option"
              onPointerMove={() => entry !== active && onPoint(entry)}
              // The focus stays in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(entry)}
            >
              <entry.icon />
              <span className="palette-text">{entry.label ?? entry.title}</span>
              {entry.shortcut !== undefined && <Kbd>{entry.shortcut}</Kbd>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

interface StatusProps {
  readonly count: number;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

/** The number of the entries, which is read out. It is seen where there are none. */
const Status = ({ count, isLoading, hasFailed }: StatusProps) => (
  <p role="status" className={count === 0 && !hasFailed ? 'palette-note muted' : 'visually-hidden'}>
    {isLoading
      ? 'Searching for players…'
      : count === 0
        ? 'Nothing has this name.'
        : `${count} ${count === 1 ? 'entry' : 'entries'}`}
  </p>
);
