// The filters of the list as chips: a click edits one, its cross removes it, and the menu adds one.
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { FilterIcon } from '../../components/icons.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { useServiceState } from '../../hooks/use-service-state.ts';
import { describeMetadata, describePeriod } from './filter-texts.ts';
import {
  countFilters,
  type DeclaredIndex,
  maxMetadataFilters,
  noFilters,
  type PlayerFilters,
} from './filters.ts';
import { MetadataDialog } from './metadata-dialog.tsx';
import { PeriodDialog } from './period-dialog.tsx';

export interface FilterBarProps {
  readonly filters: PlayerFilters;
  readonly onChange: (filters: PlayerFilters) => void;
}

/** The dialog that is open. `at` is the condition that is edited; undefined for a new one. */
type Editing =
  | { readonly kind: 'lastSeen' | 'registered' }
  | { readonly kind: 'metadata'; readonly at?: number; readonly index?: DeclaredIndex | undefined };

const periodNames = { lastSeen: 'Last seen', registered: 'Registered' } as const;

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const [editing, setEditing] = useState<Editing>();
  const indexes = useIndexes();
  const close = () => setEditing(undefined);
  const change = (changes: Partial<PlayerFilters>) => {
    close();
    onChange({ ...filters, ...changes });
  };
  return (
    <div className="filter-bar">
      <Menu
        align="start"
        trigger={
          <Button size="small" icon={<FilterIcon />}>
            Add filter
          </Button>
        }
        items={menuItems({ filters, indexes, change, edit: setEditing })}
      />
      <Chips filters={filters} indexes={indexes} change={change} edit={setEditing} />
      {countFilters(filters) > 0 && (
        <Button size="small" variant="ghost" onClick={() => onChange({ ...noFilters, text: filters.text })}>
          Clear filters
        </Button>
      )}
      {editing && (
        <Editor editing={editing} filters={filters} indexes={indexes} change={change} onClose={close} />
      )}
    </div>
  );
}

/** The declared indexes; undefined where the key may not see them or they are not loaded. */
const useIndexes = (): readonly DeclaredIndex[] | undefined => useServiceState().state?.indexes ?? undefined;

interface Parts {
  readonly filters: PlayerFilters;
  readonly indexes: readonly DeclaredIndex[] | undefined;
  readonly change: (changes: Partial<PlayerFilters>) => void;
  readonly edit: (editing: Editing) => void;
}

function menuItems({ filters, indexes, change, edit }: Parts): readonly MenuItem[] {
  const isFull = filters.metadata.length >= maxMetadataFilters;
  // Without service:read the pointer is typed, and the service says whether there is an index.
  const metadata: readonly MenuItem[] = indexes
    ? indexes.map((index) => ({
        label: `Metadata ${index.pointer}${isUnique(index, indexes) ? '' : ` (${index.type})`}…`,
        isDisabled: isFull,
        onSelect: () => edit({ kind: 'metadata', index }),
      }))
    : [
        {
          label: 'Value of metadata…',
          isDisabled: isFull,
          onSelect: () => edit({ kind: 'metadata' }),
        },
      ];
  return [
    { label: 'Online', onSelect: () => change({ online: true }) },
    { label: 'Offline', onSelect: () => change({ online: false }) },
    { label: 'Suspended', onSelect: () => change({ suspended: true }) },
    { label: 'Not suspended', onSelect: () => change({ suspended: false }) },
    { label: 'Last seen…', onSelect: () => edit({ kind: 'lastSeen' }) },
    { label: 'Registered…', onSelect: () => edit({ kind: 'registered' }) },
    ...metadata,
  ];
}

const isUnique = ({ pointer }: DeclaredIndex, indexes: readonly DeclaredIndex[]): boolean =>
  indexes.filter((index) => index.pointer === pointer).length === 1;

function Chips({ filters, change, edit }: Parts) {
  const { online, suspended, metadata } = filters;
  return (
    <>
      {online !== undefined && (
        <Chip name={online ? 'Online' : 'Offline'} onRemove={() => change({ online: undefined })} />
      )}
      {suspended !== undefined && (
        <Chip
          name={suspended ? 'Suspended' : 'Not suspended'}
          onRemove={() => change({ suspended: undefined })}
        />
      )}
      {(['lastSeen', 'registered'] as const).map((kind) => {
        const period = filters[kind];
        return (
          period && (
            <Chip
              key={kind}
              name={`${periodNames[kind]} ${describePeriod(period)}`}
              onEdit={() => edit({ kind })}
              onRemove={() => change({ [kind]: undefined })}
            />
          )
        );
      })}
      {metadata.map((filter, at) => (
        <Chip
          key={JSON.stringify([filter, at])}
          name={describeMetadata(filter)}
          onEdit={() => edit({ kind: 'metadata', at })}
          onRemove={() => change({ metadata: metadata.filter((_, index) => index !== at) })}
        />
      ))}
    </>
  );
}

function Editor({
  editing,
  filters,
  indexes,
  change,
  onClose,
}: Omit<Parts, 'edit'> & { readonly editing: Editing; readonly onClose: () => void }) {
  if (editing.kind !== 'metadata') {
    const { kind } = editing;
    return (
      <PeriodDialog
        name={periodNames[kind]}
        period={filters[kind]}
        onClose={onClose}
        onApply={(period) => change({ [kind]: period })}
      />
    );
  }
  const { at, index } = editing;
  const { metadata } = filters;
  const filter = at === undefined ? undefined : metadata[at];
  return (
    <MetadataDialog
      filter={filter}
      index={index}
      indexes={indexes}
      onClose={onClose}
      onApply={(next) => change({ metadata: filter ? metadata.with(at ?? 0, next) : [...metadata, next] })}
    />
  );
}
