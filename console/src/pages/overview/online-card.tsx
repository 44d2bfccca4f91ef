// Players online: the number now, the curve of the last 24 hours with that of the day before, and what today has brought so far.
import { useQuery } from '@tanstack/react-query';
import { polled } from '../../api/query-client.ts';
import type { components } from '../../api/schema.ts';
import { useHasScope } from '../../api/session.ts';
import { Chart } from '../../components/chart.tsx';
import { Badge, Card, Skeleton } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import type { Query } from '../../hooks/query.ts';
import { CsvButton } from './csv-button.tsx';
import { type FigureName, formatFigure } from './figures.ts';
import { lastTwoDays, type OnlineCurve } from './online-curve.ts';
import { Statistic } from './statistic.tsx';
import { loadOnlineCurve, loadOnlineNow, type StatisticsContext, seriesPath } from './statistics-data.ts';

const onlinePollSeconds = 5;
const curvePollSeconds = 60;
const chartHeight = 236;

type Players = components['schemas']['PlayerStatistics'];

const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface OnlineCardProps {
  readonly context: StatisticsContext;
  /** The figures of today. */
  readonly today: Query<Players>;
}

export function OnlineCard({ context: { now }, today }: OnlineCardProps) {
  const mayReadSessions = useHasScope('sessions:read');
  const online = useQuery({
    queryKey: ['statistics', 'online', mayReadSessions],
    queryFn: ({ signal }) => loadOnlineNow(mayReadSessions, signal),
    ...polled(onlinePollSeconds),
  });
  const curve = useQuery({
    queryKey: ['statistics', 'online-curve'],
    queryFn: ({ signal }) => loadOnlineCurve(now(), signal),
    ...polled(curvePollSeconds),
  });
  const csv = seriesPath(lastTwoDays(now()));
  return (
    <Card
      title="Players online"
      actions={<CsvButton name="players online" path={csv} fileName="players-online.csv" />}
    >
      <div className="online">
        <div className="online-facts">
          <OnlineNow online={online} />
          <TodayFacts today={today.data} highest={highestOf(curve.data, online.data)} />
        </div>
        <div>
          <Statistic query={curve} height={chartHeight + 32}>
            {(data) => <Curve curve={data} />}
          </Statistic>
        </div>
      </div>
    </Card>
  );
}

function OnlineNow({ online: { data, error, refetch } }: { readonly online: Query<number> }) {
  const isLive = error === null;
  return (
    <div className="online-now">
      <p className="tile-label">Online now</p>
      <p className="online-number">
        {data === undefined ? isLive ? <Skeleton height={44} /> : '–' : formatCount(data)}
      </p>
      <span role="status">
        {isLive ? (
          <Badge tone="success" hasDot>
            Live
          </Badge>
        ) : (
          <button type="button" className="online-retry" onClick={() => void refetch()}>
            <Badge tone="warning" hasDot>
              Not live: try again
            </Badge>
          </button>
        )}
      </span>
    </div>
  );
}

/** The points of the curve are five minutes apart, so there may be more players now than at any of them. */
function highestOf(curve: OnlineCurve | undefined, now: number | undefined): string {
  if (!curve) return '–';
  const { at = 0, online = 0 } = curve.highest ?? {};
  if (now !== undefined && now > online) return `${formatCount(now)} now`;
  return online === 0 ? '0' : `${formatCount(online)} at ${time.format(at * 1000)}`;
}

interface TodayFactsProps {
  readonly today: Players | undefined;
  readonly highest: string;
}

const todayFigures: readonly (readonly [FigureName, string])[] = [
  ['active', 'Active'],
  ['new', 'New'],
  ['returning', 'Returning'],
  ['sessions', 'Sessions'],
  ['playSeconds', 'Play time'],
];

function TodayFacts({ today, highest }: TodayFactsProps) {
  const row = today?.rows[0];
  return (
    <>
      <dl className="figures" aria-label="Last 24 hours">
        <div>
          <dt>Highest in 24 hours</dt>
          <dd>{highest}</dd>
        </div>
      </dl>
      <h3 className="figures-title">Today so far</h3>
      <dl className="figures">
        {todayFigures.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd title={row && name === 'playSeconds' ? `${row.playSeconds} seconds` : undefined}>
              {row ? formatFigure(name, row[name]) : '–'}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const Curve = ({ curve: { at, today, yesterday } }: { readonly curve: OnlineCurve }) => (
  <>
    <Chart
      title={`Players online in the last 24 hours and in the 24 hours before, in the time zone ${readersZone}`}
      x={at}
      height={chartHeight}
      series={[
        { label: 'Last 24 hours', values: today, kind: 'area', colour: 1 },
        { label: 'The day before', values: yesterday, colour: 'faint', isDashed: true },
      ]}
      formatValue={formatCount}
    />
    <p className="card-note">Times of day are yours ({readersZone}).</p>
  </>
);
