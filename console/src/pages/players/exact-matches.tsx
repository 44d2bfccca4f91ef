// The players whom the text of the search box names exactly, by id or by number, above those whose ids begin with it.
import { useQuery } from '@tanstack/react-query';
import { Card, FailureText } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import type { Query } from '../../hooks/query.ts';
import { findExactPlayers, type Player, playerPath } from './find-players.ts';
import { columnsFor } from './player-columns.tsx';

export const useExactMatches = (text: string): Query<readonly Player[]> =>
  useQuery<readonly Player[]>({
    queryKey: ['players', 'exact', text],
    queryFn: ({ signal }) => findExactPlayers(text, signal),
    enabled: text !== '',
  });

export function ExactMatches({ matches }: { readonly matches: Query<readonly Player[]> }) {
  const { data, error } = matches;
  if (error !== null && data === undefined) return <FailureText error={error} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <Card title={data.length === 1 ? 'Exact match' : 'Exact matches'} isFlush>
      <Table
        caption="Exact matches"
        columns={columnsFor(data)}
        rows={data}
        rowKey={({ sequentialId }) => sequentialId}
        rowLink={playerPath}
      />
    </Card>
  );
}
