// Players by a value of their metadata that is indexed, such as their level. The values come from players and are shown as text.
import { useQuery } from '@tanstack/react-query';
import { polled } from '../../api/query-client.ts';
import type { components } from '../../api/schema.ts';
import { ShareBars, type ShareRow } from '../../components/share-bars.tsx';
import { Card, EmptyState } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { visibleText } from '../../components/values.tsx';
import { CsvButton } from './csv-button.tsx';
import { distributionPath, loadDistribution } from './later-statistics.ts';
import { Statistic } from './statistic.tsx';
import type { DeclaredIndex } from './statistics-data.ts';

type Distribution = components['schemas']['MetadataDistribution'];

const pollSeconds = 60;

export function DistributionCard({ index }: { readonly index: DeclaredIndex }) {
  const { pointer, type } = index;
  const distribution = useQuery({
    queryKey: ['statistics', 'distribution', pointer, type],
    queryFn: ({ signal }) => loadDistribution(index, signal),
    ...polled(pollSeconds),
  });
  return (
    <Card
      title={
        <>
          Players by <code className="pointer">{pointer}</code>
        </>
      }
      actions={
        <CsvButton
          name={`players by ${pointer}`}
          path={distributionPath(index)}
          fileName={`players-by${pointer.replaceAll(/[^\w-]+/g, '-')}.csv`}
        />
      }
    >
      <Statistic query={distribution} height={190}>
        {(data) => <DistributionBars distribution={data} />}
      </Statistic>
    </Card>
  );
}

function DistributionBars({ distribution }: { readonly distribution: Distribution }) {
  const { pointer, type, players } = distribution;
  if (players === 0) return <EmptyState title={`No player has a ${type} there`} />;
  return (
    <>
      <ShareBars
        caption={`Players by ${pointer}`}
        labelTitle={type === 'number' ? 'Range' : 'Value'}
        countTitle="Players"
        shownFirst={20}
        rows={rowsOf(distribution)}
      />
      <p className="card-note">
        {formatCount(players)} {players === 1 ? 'player has' : 'players have'} a {type} there now, whatever
        the period.
      </p>
    </>
  );
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

function rowsOf({ ranges = [], values = [] }: Distribution): readonly ShareRow[] {
  if (ranges.length > 0) {
    return ranges.map(({ from, to, players }) => ({
      id: `${from}`,
      label: `${number.format(from)} to below ${number.format(to)}`,
      count: players,
    }));
  }
  return values.map(({ value, players }) => ({
    id: JSON.stringify(value),
    label: value === '' ? <span className="muted">Empty text</span> : <bdi>{visibleText(String(value))}</bdi>,
    count: players,
  }));
}
