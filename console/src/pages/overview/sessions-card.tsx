// Sessions by the reason of their end, or by a value of their context, which comes from players and is shown as text.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonMeanings } from '../../api/end-reasons.ts';
import { polled } from '../../api/query-client.ts';
import { ShareBars } from '../../components/share-bars.tsx';
import { Card, EmptyState } from '../../components/states.tsx';
import { CsvButton } from './csv-button.tsx';
import { formatPlayTime } from './figures.ts';
import { dateText } from './period.ts';
import type { PeriodProps } from './players-card.tsx';
import type { SessionsRow, SessionValue } from './session-values.ts';
import { Statistic } from './statistic.tsx';
import { loadSessions, periodKey, sessionsPath } from './statistics-data.ts';

/** @param by `reason`, or a JSON Pointer into the context */
export function SessionsCard({ period, pollSeconds, by }: PeriodProps & { readonly by: string }) {
  const sessions = useQuery({
    queryKey: periodKey(period, 'sessions', by),
    queryFn: ({ signal }) => loadSessions(period, by, signal),
    ...polled(pollSeconds),
  });
  const name = by === 'reason' ? 'end' : by.slice(1);
  const fileName = `sessions-by-${by.replaceAll(/[^\w-]+/g, '-').replace(/^-/, '')}`;
  return (
    <Card
      title={
        by === 'reason' ? (
          'Sessions by reason of their end'
        ) : (
          <>
            Sessions by <code className="pointer">{by}</code>
          </>
        )
      }
      actions={
        <CsvButton
          name={`sessions by ${by}`}
          path={sessionsPath(period, by)}
          fileName={`${fileName}-${dateText(period.from)}-${dateText(period.to)}.csv`}
        />
      }
    >
      <Statistic query={sessions} height={190}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No session in this period" />
          ) : (
            <ShareBars
              caption={`Sessions by ${name}`}
              labelTitle={by === 'reason' ? 'Reason' : 'Value'}
              countTitle="Sessions"
              moreTitles={['Play time']}
              shownFirst={8}
              rows={rows.map((row) => ({
                id: row.value.source,
                label: by === 'reason' ? <Reason value={row.value} /> : <ContextValue value={row.value} />,
                count: row.sessions,
                more: [<PlayTime key="time" row={row} />],
              }))}
            />
          )
        }
      </Statistic>
    </Card>
  );
}

const meanings: ReadonlyMap<string, string> = new Map(Object.entries(reasonMeanings));

const Reason = ({ value: { shown } }: { readonly value: SessionValue }): ReactNode => (
  <>
    {shown} {meanings.has(shown) && <span className="muted">– {meanings.get(shown)}</span>}
  </>
);

function ContextValue({ value: { kind, shown } }: { readonly value: SessionValue }) {
  if (kind === 'none') return <span className="muted">No value</span>;
  if (kind !== 'text') return <span className="mono">{shown}</span>;
  return shown === '' ? <span className="muted">Empty text</span> : <bdi title={shown}>{shown}</bdi>;
}

const PlayTime = ({ row }: { readonly row: SessionsRow }) => (
  <span title={`${row.playSeconds.toLocaleString('en', { maximumFractionDigits: 3 })} seconds`}>
    {formatPlayTime(row.playSeconds)}
  </span>
);
