// The players whom the text of the search box names exactly, by id or by number, above those whose ids begin with it.
import { Card, FailureText } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { type Resource, useResource } from '../../hooks/use-resource.ts';
import { findExactPlayers, type Player } from './find-players.ts';
import { playerColumns, playerPath } from './player-columns.tsx';

export const useExactMatches = (text: string): Resource<readonly Player[]> =>
  useResource(text === '' ? undefined : `exact/${text}`, (signal) => findExactPlayers(text, signal));

export function ExactMatches({ matches }: { readonly matches: Resource<readonly Player[]> }) {
  const { data, error } = matches;
  if (error !== undefined && data === undefined) return <FailureText error={error} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <Card title={data.length === 1 ? 'Exact match' : 'Exact matches'} isFlush>
      <Table
        caption="Exact matches"
        columns={playerColumns}
        rows={data}
        rowKey={({ sequentialId }) => sequentialId}
        rowLink={playerPath}
      />
    </Card>
  );
}
