// The comparison of any two states of the history.
import { useQuery } from '@tanstack/react-query';
import { playerKey } from '../../api/queries.ts';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/select.tsx';
import { QueryView, Skeleton } from '../../components/states.tsx';
import { formatBytes, formatCount, formatInstant } from '../../components/value-texts.ts';
import type { Query } from '../../hooks/query.ts';
import { DocumentDiff } from './document-diff.tsx';
import { AuthorName, WrittenWith } from './history-author.tsx';
import type { HistoryEntry } from './history-entries.ts';
import { entryName } from './history-timeline.tsx';
import { loadMetadata, loadVersionText } from './metadata-api.ts';
import { StepPanel } from './step-panel.tsx';

export interface HistoryCompareProps {
  readonly sequentialId: number;
  readonly entries: readonly HistoryEntry[];
  readonly before: HistoryEntry;
  readonly after: HistoryEntry;
  readonly onCompare: (before: HistoryEntry, after: HistoryEntry) => void;
  readonly onRestore: (entry: HistoryEntry) => void;
  readonly onBack: () => void;
}

export function HistoryCompare(props: HistoryCompareProps) {
  const { sequentialId, entries, before, after, onCompare, onRestore, onBack } = props;
  const mayWrite = useHasScope('players:write');
  const older = useEntryText(sequentialId, before);
  const newer = useEntryText(sequentialId, after);
  const candidate = [before, after].find(({ isCurrent }) => !isCurrent);
  return (
    <StepPanel
      title="Compare two states"
      actions={
        <>
          <Button onClick={onBack}>Back to the history</Button>
          {mayWrite && candidate && (
            <Button variant="primary" onClick={() => onRestore(candidate)}>
              Restore version {formatCount(candidate.version)}…
            </Button>
          )}
        </>
      }
    >
      <div className="compare-fields">
        <EntrySelect
          label="From"
          entries={entries}
          value={before}
          onChange={(entry) => onCompare(entry, after)}
        />
        <EntrySelect
          label="To"
          entries={entries}
          value={after}
          onChange={(entry) => onCompare(before, entry)}
        />
      </div>
      <div className="compare-author">
        <p>
          {entryName(after)}: <AuthorName author={after.author} />
        </p>
        <WrittenWith entry={after} />
      </div>
      <QueryView query={older} loading={<Skeleton height={320} />}>
        {(from) => (
          <QueryView query={newer} loading={<Skeleton height={320} />}>
            {(to) => (
              <DocumentDiff
                before={textOf(before, from)}
                after={textOf(after, to)}
                beforeLabel={entryName(before)}
                afterLabel={entryName(after)}
              />
            )}
          </QueryView>
        )}
      </QueryView>
    </StepPanel>
  );
}

/** The exact text of a state. */
export const useEntryText = (sequentialId: number, { version, isCurrent }: HistoryEntry): Query<string> =>
  useQuery<string>({
    queryKey: playerKey(sequentialId, 'text', version, isCurrent),
    queryFn: async ({ signal }) =>
      isCurrent
        ? (await loadMetadata(sequentialId, signal)).text
        : await loadVersionText(sequentialId, version, signal),
  });

/** Undefined for a state without metadata. */
export const textOf = ({ sizeBytes }: HistoryEntry, text: string): string | undefined =>
  sizeBytes === 0 ? undefined : text;

interface EntrySelectProps {
  readonly label: string;
  readonly entries: readonly HistoryEntry[];
  readonly value: HistoryEntry;
  readonly onChange: (entry: HistoryEntry) => void;
}

function EntrySelect({ label, entries, value, onChange }: EntrySelectProps) {
  const now = Date.now();
  const options = entries.map((entry) => ({
    value: String(entry.version),
    label: [
      entryName(entry),
      ...(entry.since === null ? [] : [formatInstant(Date.parse(entry.since), now)]),
      formatBytes(entry.sizeBytes),
    ].join(' · '),
  }));
  return (
    <Select
      label={label}
      options={options}
      value={String(value.version)}
      onChange={(chosen) => {
        const entry = entries.find(({ version }) => String(version) === chosen);
        if (entry) onChange(entry);
      }}
    />
  );
}
