// The History tab of a player: a timeline of the kept states of the metadata, the comparison of any two, and the way back to one.
// The address names the step, so that it can be shared and the Back button works.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { api, dataOf } from '../../api/client.ts';
import { playerKey } from '../../api/queries.ts';
import { useHasScope } from '../../api/session.ts';
import { EmptyState, ListSkeleton, QueryView } from '../../components/states.tsx';
import { preloadEditor } from './editor-parts.ts';
import { HistoryCompare } from './history-compare.tsx';
import { type AuditEntry, type HistoryEntry, historyEntries } from './history-entries.ts';
import { HistoryRestore } from './history-restore.tsx';
import { HistoryTimeline } from './history-timeline.tsx';
import { loadPlayer, loadVersions } from './metadata-api.ts';
import type { PlayerTabProps } from './player-tab.ts';

/** The most entries of the audit that are looked at. There are fewer kept versions than this by default. */
const auditEntries = 100;

export function HistoryTab({ player: { sequentialId }, refetch }: PlayerTabProps) {
  useEffect(preloadEditor, []);
  const maySeeAudit = useHasScope('audit:read');
  const history = useQuery({
    queryKey: playerKey(sequentialId, 'history', maySeeAudit),
    queryFn: async ({ signal }) => {
      const [player, history, audit] = await Promise.all([
        loadPlayer(sequentialId, signal),
        loadVersions(sequentialId, signal),
        maySeeAudit ? loadAudit(sequentialId, signal) : undefined,
      ]);
      return { player, entries: historyEntries(player, history, audit) };
    },
  });
  const [search, setSearch] = useSearchParams();
  const [opened, setOpened] = useState(0);
  const go = (next: Record<string, string>) => {
    setOpened((count) => count + 1);
    setSearch(next);
  };
  return (
    <QueryView
      query={history}
      loading={
        <div className="card">
          <ListSkeleton />
        </div>
      }
    >
      {({ player, entries }) => {
        if (entries.length === 1 && player.metadataBytes === 0) return <NoHistory />;
        const compared = pairOf(search.get('compare'), entries);
        const restored = entryOf(search.get('restore'), entries);
        if (restored && !restored.isCurrent) {
          return (
            <HistoryRestore
              key={opened}
              player={player}
              entry={restored}
              onBack={() => go({})}
              onRestored={() => {
                refetch();
                go({});
              }}
              onStale={() => void history.refetch()}
            />
          );
        }
        if (compared) {
          return (
            <HistoryCompare
              sequentialId={sequentialId}
              entries={entries}
              before={compared[0]}
              after={compared[1]}
              onCompare={(before, after) => setSearch(compareParameters(before, after), { replace: true })}
              onRestore={(entry) => go({ restore: nameOf(entry) })}
              onBack={() => go({})}
            />
          );
        }
        return (
          <HistoryTimeline
            sequentialId={sequentialId}
            entries={entries}
            onCompare={(before, after) => go(compareParameters(before, after))}
            onRestore={(entry) => go({ restore: nameOf(entry) })}
          />
        );
      }}
    </QueryView>
  );
}

async function loadAudit(sequentialId: number, signal: AbortSignal): Promise<readonly AuditEntry[]> {
  const query = { sequentialId, limit: auditEntries };
  const { entries } = await dataOf(api.GET('/api/server/audit', { params: { query }, signal }));
  return entries;
}

const nameOf = ({ isCurrent, version }: HistoryEntry): string => (isCurrent ? 'now' : String(version));

const compareParameters = (before: HistoryEntry, after: HistoryEntry): Record<string, string> => ({
  compare: `${nameOf(before)}..${nameOf(after)}`,
});

function entryOf(
  name: string | null | undefined,
  entries: readonly HistoryEntry[],
): HistoryEntry | undefined {
  if (name === 'now') return entries[0];
  const wanted = /^\d+$/.test(name ?? '') ? Number(name) : Number.NaN;
  // The state that a save made may not be kept: then the next one is what is left of it.
  return entries.findLast(({ version }) => version >= wanted);
}

/** Both entries of `41..now`. */
function pairOf(
  text: string | null,
  entries: readonly HistoryEntry[],
): readonly [HistoryEntry, HistoryEntry] | undefined {
  const [before, after] = (text?.split('..') ?? []).map((name) => entryOf(name, entries));
  return before && after && [before, after];
}

const NoHistory = () => (
  <EmptyState title="No history yet">
    Replaced and deleted states of the metadata appear here. Nothing has been saved for this player.
  </EmptyState>
);
