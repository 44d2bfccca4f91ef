// Health: the checks of the service in words, with what to do about a problem, and figures of the process that answers.
import { useQuery } from '@tanstack/react-query';
import { polled } from '../../api/query-client.ts';
import { Button } from '../../components/button.tsx';
import { CheckIcon, RefreshIcon, WarningIcon } from '../../components/icons.tsx';
import { asSentence, Badge, Card, ErrorState, Facts, QueryView, StatTile } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { Time, useNow } from '../../components/values.tsx';
import { Page } from '../../shell/page.tsx';
import { heads } from '../../shell/page-heads.ts';
import { Parts, partsOf } from '../../shell/page-skeleton.tsx';
import { type Check, checkText } from './check-texts.ts';
import { type HealthState, loadHealth } from './health-state.ts';
import {
  type JobFigure,
  jobFigures,
  jobText,
  keyFigures,
  type ProcessFigures,
  processFigures,
} from './process-figures.ts';

const pollSeconds = 10;

export function HealthPage() {
  const health = useQuery({
    ...{ queryKey: ['health'], queryFn: ({ signal }) => loadHealth(signal) },
    // Checks of before would say that all is well.
    gcTime: 0,
    ...polled(pollSeconds),
  });
  return (
    <Page
      {...heads.health}
      actions={
        <Button icon={<RefreshIcon />} onClick={() => void health.refetch()} isBusy={health.isFetching}>
          Refresh
        </Button>
      }
    >
      {health.error === null ? (
        <QueryView query={health} loading={<Parts heights={partsOf.health} />}>
          {(state) => (
            <>
              <Checks state={state} />
              {state.process && <Figures figures={state.process} />}
            </>
          )}
        </QueryView>
      ) : (
        <div className="card">
          <ErrorState error={health.error} onRetry={() => void health.refetch()} />
        </div>
      )}
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

function Figures({ figures }: { readonly figures: ProcessFigures }) {
  const now = useNow();
  return (
    <>
      <section className="health-tiles" aria-label="Key figures">
        {keyFigures(figures).map(({ label, value, note, isBad }) => (
          <StatTile key={label} label={label} value={value} note={note} trend={isBad ? 'down' : 'level'} />
        ))}
      </section>
      <Card title="Process">
        <Facts
          facts={processFigures(figures, now).map(({ label, value, warning }) => ({
            label,
            value: (
              <>
                <span className="numeric">{value}</span>
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
      <Card title="Background jobs" isFlush>
        <Table
          caption="Background jobs"
          columns={jobColumns}
          rows={jobFigures(figures)}
          rowKey={({ name }) => name}
        />
      </Card>
    </>
  );
}

const jobColumns: readonly Column<JobFigure>[] = [
  {
    ...{ id: 'job', title: 'Job', place: 'whole', width: '3fr' },
    cell: ({ name }) => (
      <span className="health-job">
        <code>{name}</code>
        <span className="muted">{jobText(name)}</span>
      </span>
    ),
  },
  {
    ...{ id: 'success', title: 'Last success', place: 'top' },
    cell: ({ lastSuccessAt }) => <Time at={lastSuccessAt} none="Not yet" />,
  },
  {
    ...{ id: 'failures', title: 'Failures', place: 'bottom', isNamed: true, isNumeric: true },
    cell: ({ failures, consecutiveFailures }) =>
      failures === 0 ? (
        formatCount(0)
      ) : (
        <Badge tone={consecutiveFailures > 0 ? 'danger' : 'neutral'}>{formatCount(failures)}</Badge>
      ),
  },
];
