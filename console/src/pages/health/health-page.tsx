// Health: the checks of the service in words, with what to do about a problem, and figures of the process that answers.
import { useQuery } from '@tanstack/react-query';
import { polled } from '../../api/query-client.ts';
import { Button } from '../../components/button.tsx';
import { CheckIcon, RefreshIcon, WarningIcon } from '../../components/icons.tsx';
import {
  asSentence,
  Badge,
  Card,
  EmptyState,
  ErrorState,
  Facts,
  QueryView,
  Skeleton,
} from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { formatBytes, formatCount, formatDuration } from '../../components/value-texts.ts';
import { Time, useNow } from '../../components/values.tsx';
import { Page } from '../../shell/page.tsx';
import { type Check, checkText } from './check-texts.ts';
import { type HealthState, loadHealth, loadMetrics } from './health-state.ts';
import type { MetricSample } from './metrics-text.ts';
import { type FigureValue, type JobFigure, jobFigures, jobText, processFigures } from './process-figures.ts';

const pollSeconds = 10;

export function HealthPage() {
  const health = useQuery({
    ...{ queryKey: ['health'], queryFn: ({ signal }) => loadHealth(signal) },
    // Checks of before would say that all is well.
    gcTime: 0,
    ...polled(pollSeconds),
  });
  // Not polled: a reading of the metrics begins the delay of the event loop anew, which a monitoring system reads too.
  const metrics = useQuery({
    queryKey: ['metrics'],
    queryFn: async ({ signal }) => ({ samples: await loadMetrics(signal) }),
  });
  const refresh = () => {
    void health.refetch();
    void metrics.refetch();
  };
  return (
    <Page
      title="Health"
      lead="The process that answers this page. With several processes, another one may answer next time."
      actions={
        <Button icon={<RefreshIcon />} onClick={refresh} isBusy={metrics.isFetching}>
          Refresh
        </Button>
      }
    >
      {health.error === null ? (
        <QueryView
          query={health}
          loading={
            <Card>
              <Skeleton lines={6} />
            </Card>
          }
        >
          {(state) => <Checks state={state} />}
        </QueryView>
      ) : (
        <div className="card">
          <ErrorState error={health.error} onRetry={() => void health.refetch()} />
        </div>
      )}
      <QueryView
        query={metrics}
        loading={
          <Card title="Process">
            <Skeleton lines={8} />
          </Card>
        }
      >
        {({ samples }) => (samples ? <Figures samples={samples} /> : <NoFigures />)}
      </QueryView>
    </Page>
  );
}

function Checks({ state: { checks, version, at } }: { readonly state: HealthState }) {
  const problems = checks.filter(({ ok }) => !ok).length;
  const isWell = problems === 0;
  return (
    <section className="card" aria-label="Checks">
      <div className={isWell ? 'health-summary' : 'health-summary health-summary-bad'}>
        <span className="health-mark">{isWell ? <CheckIcon /> : <WarningIcon />}</span>
        <div>
          <h2 aria-live="polite">
            {isWell
              ? 'Everything works'
              : problems === 1
                ? 'One problem'
                : `${formatCount(problems)} problems`}
          </h2>
          <p className="muted">
            {version !== undefined && `Version ${version} · `}checked <Time at={new Date(at).toISOString()} />
          </p>
        </div>
      </div>
      <ul className="health-checks">
        {checks.map((check) => (
          <CheckRow key={check.name} check={check} />
        ))}
      </ul>
    </section>
  );
}

function CheckRow({ check: { name, ok, problem } }: { readonly check: Check }) {
  const { title, passed, remedy } = checkText(name);
  return (
    <li className="health-check">
      <div className="health-check-head">
        <h3>{title}</h3>
        <Badge tone={ok ? 'success' : 'danger'} hasDot>
          {ok ? 'Works' : 'Problem'}
        </Badge>
      </div>
      {ok ? (
        <p className="muted">{passed}</p>
      ) : (
        <>
          <p>{asSentence(problem ?? 'the check failed')}</p>
          <p className="muted">{remedy}</p>
        </>
      )}
    </li>
  );
}

function Figures({ samples }: { readonly samples: readonly MetricSample[] }) {
  const now = useNow();
  const figures = processFigures(samples, now);
  const jobs = jobFigures(samples);
  return (
    <>
      <Card title="Process">
        <Facts
          facts={figures.map(({ label, value, warning }) => ({
            label,
            value: (
              <>
                <span className="numeric">{figureText(value)}</span>
                {warning !== undefined && (
                  <p className="health-warning">
                    <WarningIcon />
                    {warning}
                  </p>
                )}
              </>
            ),
          }))}
        />
      </Card>
      {jobs.length > 0 && (
        <Card title="Background jobs" isFlush>
          <Table caption="Background jobs" columns={jobColumns} rows={jobs} rowKey={({ job }) => job} />
        </Card>
      )}
    </>
  );
}

function figureText(value: FigureValue): string {
  switch (value.kind) {
    case 'seconds':
      return formatDuration(value.amount);
    case 'bytes':
      return formatBytes(value.amount);
    case 'count':
      return formatCount(value.amount);
    case 'share':
      return `${formatCount(value.amount)} of ${formatCount(value.most)}`;
    case 'text':
      return value.text;
  }
}

const jobColumns: readonly Column<JobFigure>[] = [
  {
    ...{ id: 'job', title: 'Job', width: '3fr' },
    cell: ({ job }) => (
      <span className="health-job">
        <code>{job}</code>
        <span className="muted">{jobText(job)}</span>
      </span>
    ),
  },
  {
    ...{ id: 'success', title: 'Last success' },
    cell: ({ lastSuccessAt }) => (
      <Time at={lastSuccessAt === null ? null : new Date(lastSuccessAt).toISOString()} none="Not yet" />
    ),
  },
  {
    ...{ id: 'failures', title: 'Failures', isNumeric: true },
    cell: ({ failures }) =>
      failures === 0 ? formatCount(0) : <Badge tone="warning">{formatCount(failures)}</Badge>,
  },
];

const NoFigures = () => (
  <Card title="Process">
    <EmptyState title="The figures are not shown to this browser">
      The service shows its metrics to its own machine alone, or on <code>METRICS_PORT</code>. Open the
      console on that machine, or read them with your monitoring.
    </EmptyState>
  </Card>
);
