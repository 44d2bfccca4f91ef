// Audit: the changes that keys and commands have made, as sentences, by a filter that is in the address of the page.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { shownKeyName, shownMakerName } from '../../../../src/lib/key-name.ts';
import { serverKeysQuery } from '../../api/queries.ts';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { AuditIcon, ChevronRightIcon, RefreshIcon } from '../../components/icons.tsx';
import { Menu } from '../../components/menu.tsx';
import type { SelectOption } from '../../components/select.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../components/states.tsx';
import type { Column } from '../../components/table.tsx';
import { Time } from '../../components/values.tsx';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { type Pages, usePages } from '../../hooks/use-pages.ts';
import { useToggledIds } from '../../hooks/use-toggled-ids.ts';
import { Page } from '../../shell/page.tsx';
import { heads } from '../../shell/page-heads.ts';
import type { AuditEntry } from './audit-entries.ts';
import {
  type AuditFilter,
  emptyFilter,
  isFiltered,
  problemsOf,
  readFilter,
  writeFilter,
} from './audit-filter.ts';
import { EntryDetail } from './entry-detail.tsx';
import { EntrySentence } from './entry-sentence.tsx';
import { ExportDialog } from './export-dialog.tsx';
import type { ExportFormat } from './export-entries.ts';
import { FilterBar } from './filter-bar.tsx';
import { listAuditEntries } from './list-audit-entries.ts';

export function AuditPage() {
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const setFilter = (next: AuditFilter) => setQuery(writeFilter(next));
  const isValid = Object.keys(problemsOf(filter)).length === 0;
  const list = usePages({
    queryKey: ['audit', writeFilter(filter).toString()],
    loadPage: (cursor, signal) => listAuditEntries(filter, cursor, signal),
    enabled: isValid,
  });
  const keys = useKeyOptions(list.rows);
  const [format, setFormat] = useState<ExportFormat>();
  return (
    <Page
      {...heads.audit}
      actions={
        <>
          <Menu
            trigger={<Button disabled={!isValid}>Download</Button>}
            items={[
              { label: 'As CSV, for spreadsheets', onSelect: () => setFormat('csv') },
              { label: 'As JSON, exactly', onSelect: () => setFormat('json') },
            ]}
          />
          <Button icon={<RefreshIcon />} onClick={list.refetch} isBusy={list.isRefreshing}>
            Refresh
          </Button>
        </>
      }
    >
      <div className="card audit">
        <FilterBar filter={filter} onChange={setFilter} keys={keys} />
        <Entries
          list={list}
          filter={filter}
          isValid={isValid}
          onFilter={(change) => setFilter({ ...filter, ...change })}
          onClear={() => setFilter(emptyFilter)}
        />
      </div>
      {format && <ExportDialog filter={filter} format={format} onClose={() => setFormat(undefined)} />}
    </Page>
  );
}

/** The keys that can be chosen: all, if the signed-in key may list them, and those of the entries that are loaded. */
function useKeyOptions(entries: readonly AuditEntry[]): readonly SelectOption<string>[] {
  const mayList = useHasScope('keys:write');
  const { data } = useQuery({ ...serverKeysQuery, enabled: mayList });
  const listed = mayList ? data?.keys : undefined;
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const { keyId, name } of listed ?? []) names.set(keyId, shownKeyName(name));
    for (const { keyId, keyName } of entries)
      if (keyId !== null && !names.has(keyId)) names.set(keyId, shownMakerName({ keyId, keyName }));
    return [...names]
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label, 'en'));
  }, [listed, entries]);
}

interface EntriesProps {
  readonly list: Pages<AuditEntry>;
  readonly filter: AuditFilter;
  readonly isValid: boolean;
  readonly onFilter: (change: Partial<AuditFilter>) => void;
  readonly onClear: () => void;
}

function Entries({ list, filter, isValid, onFilter, onClear }: EntriesProps) {
  const [opened, toggle] = useToggledIds();
  const { rows, error } = list;
  if (!isValid) {
    return <EmptyState title="The filter has a mistake">Correct the field that is marked above.</EmptyState>;
  }
  if (list.isLoading) {
    return <ListSkeleton />;
  }
  if (rows.length === 0 && error !== undefined) return <ErrorState error={error} onRetry={list.loadMore} />;
  if (rows.length === 0 && !list.hasMore)
    return <NoEntries isFiltered={isFiltered(filter)} onClear={onClear} />;
  return (
    <VirtualTable
      caption="Audit, newest first"
      columns={columns(opened, toggle)}
      rows={rows}
      rowKey={({ auditId }) => auditId}
      detail={(entry) =>
        opened.has(entry.auditId) ? <EntryDetail entry={entry} onFilter={onFilter} /> : undefined
      }
      hasMore={list.hasMore}
      isLoadingMore={list.isLoadingMore}
      onLoadMore={list.loadMore}
      error={error}
    />
  );
}

const NoEntries = ({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}) =>
  isFiltered ? (
    <EmptyState
      title="No entry matches"
      icon={<AuditIcon />}
      action={<Button onClick={onClear}>Clear filter</Button>}
    >
      Widen the filter. Entries are kept as long as the setting AUDIT_DAYS says.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing has been changed yet" icon={<AuditIcon />}>
      Changes by server keys and by commands appear here. Changes by players do not.
    </EmptyState>
  );

const columns = (
  opened: ReadonlySet<string>,
  onToggle: (auditId: string) => void,
): readonly Column<AuditEntry>[] => [
  {
    ...{ id: 'entry', title: 'Change', width: '1fr' },
    cell: (entry) => <EntrySentence entry={entry} />,
  },
  {
    id: 'time',
    title: 'Time',
    width: '150px',
    isNumeric: true,
    cell: ({ at }) => <Time at={at} form="absolute" />,
  },
  {
    ...{ id: 'actions', title: 'Details', place: 'end', width: '28px', isTitleHidden: true },
    cell: ({ auditId }) => (
      <Button
        size="small"
        variant="ghost"
        className="button-bare disclosure"
        icon={<ChevronRightIcon />}
        aria-expanded={opened.has(auditId)}
        aria-label="Details of the change"
        onClick={() => onToggle(auditId)}
      />
    ),
  },
];
