// The rights of the database's user that the statements of the service need, and a look whether a write would work: it reads the
// catalog alone. A write that is rolled back would leave dead rows and use up numbers of transactions.
import type { Queries } from './executor.ts';
import { findWriteFacts } from './sql/statements.ts';

type Verb = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'USAGE';

const all: readonly Verb[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const rowsAlone: readonly Verb[] = ['SELECT', 'INSERT', 'DELETE'];

/**
 * By table, and by the sequence. Not those of migrations and of new partitions, which need the owner of the tables, nor the right to
 * update `players`, which an import of the command line needs.
 */
export const serviceRights: Readonly<Record<string, readonly Verb[]>> = {
  metadata: all,
  active_sessions: all,
  ended_sessions: all,
  players: rowsAlone,
  player_sequential_id: ['USAGE'],
  erased_players: all,
  metadata_versions: all,
  metadata_losses: all,
  idempotency_keys: all,
  server_idempotency_keys: all,
  metadata_indexes: all,
  metadata_index_entries: all,
  rate_limits: all,
  events: ['SELECT', 'INSERT', 'UPDATE'],
  event_ids: ['USAGE'],
  event_runs: ['SELECT', 'INSERT'],
  event_stamper: ['SELECT', 'UPDATE'],
  event_erasures: rowsAlone,
  audit_entries: rowsAlone,
  server_keys: all,
  console_sessions: all,
  console_people: all,
  webhooks: all,
  webhook_senders: all,
  webhook_failures: all,
  webhook_deliveries: all,
  clock_state: ['SELECT', 'INSERT', 'UPDATE'],
  statistics_players: all,
  statistics_days: all,
  statistics_parts: rowsAlone,
  statistics_state: ['SELECT', 'UPDATE'],
};

const needs = Object.entries(serviceRights).flatMap(([name, verbs]) =>
  verbs.map((verb) => [name, verb] as const),
);

const mostNamed = 3;

/** @returns why a write would fail, to end a sentence with; undefined when one would work */
export async function findWriteProblem({ run }: Queries): Promise<string | undefined> {
  const [facts] = await run(findWriteFacts, {
    names: needs.map(([name]) => name),
    verbs: needs.map(([, verb]) => verb),
  });
  if (facts?.isStandby) return 'it is a standby';
  if (facts?.isReadOnly) return 'it is read-only';
  const lacks = facts?.lacks?.split(',') ?? [];
  if (lacks.length === 0) return undefined;
  const more = lacks.length > mostNamed ? ` and ${lacks.length - mostNamed} more` : '';
  return `its user lacks ${lacks.slice(0, mostNamed).join(', ')}${more}`;
}
