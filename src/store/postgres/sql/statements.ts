// The statements of PostgreSQL.
// Made by `npm run statements` of the SQL files in this folder. A test compares both.
import { bigints, booleans, integers, packed, packedTexts, rareTexts, texts, uuids } from '../arrays.ts';
import type { EndReason } from '../../ports/sessions.ts';
import type { AuditAction } from '../../ports/audit.ts';
import type { Writer } from '../../ports/versions.ts';
import type { Statement } from '../statement.ts';

export interface AcceptStatisticsParameters {
  readonly zone: string | null;
  readonly resetPosition: number | null;
  readonly floorDay: number | null;
  readonly floorUtcDay: number | null;
  readonly droppedBefore: number | null;
  readonly digest: string;
}
export interface AcceptStatisticsRow {
  readonly id: number;
}
export const acceptStatistics: Statement<AcceptStatisticsParameters, AcceptStatisticsRow> = {
  name: 'accept-statistics',
  text: `UPDATE statistics_state
SET zone = \$1::text, reset_position = \$2::bigint, floor_day = \$3::bigint, floor_utc_day = \$4::bigint,
  dropped_before = \$5::bigint, import_digest = \$6::text, importing = 1, version = version + 1
WHERE id = 1 AND zone IS NULL AND NOT EXISTS (SELECT FROM ended_sessions)
RETURNING id::int`,
  encode: (each) => [each.zone, each.resetPosition, each.floorDay, each.floorUtcDay, each.droppedBefore, each.digest],
  parameters: ['zone', 'resetPosition', 'floorDay', 'floorUtcDay', 'droppedBefore', 'digest'],
  columns: ['id'],
};

export interface AcquireCountParameters {
  readonly now: number | null;
  readonly holder: string;
  readonly milliseconds: number;
  readonly skew: number;
}
export interface AcquireCountRow {
  readonly id: number;
}
export const acquireCount: Statement<AcquireCountParameters, AcquireCountRow> = {
  name: 'acquire-count',
  text: `UPDATE statistics_state
SET lease_holder = \$2::text, lease_until = coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + \$3::bigint
WHERE id = 1 AND (lease_holder IS NULL OR lease_holder = \$2::text OR lease_until NOT BETWEEN coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + 1 AND coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + \$3::bigint + \$4::bigint)
RETURNING id::int`,
  encode: (each) => [each.now, each.holder, each.milliseconds, each.skew],
  parameters: ['now', 'holder', 'milliseconds', 'skew'],
  columns: ['id'],
};

export interface AdvanceBuildsParameters {
  readonly indexIds: readonly number[];
  readonly after: number;
  readonly position: number;
  readonly isBuilt: boolean;
  readonly time: number;
}
export interface AdvanceBuildsRow {
}
export const advanceBuilds: Statement<AdvanceBuildsParameters, AdvanceBuildsRow> = {
  name: 'advance-builds',
  text: `UPDATE metadata_indexes
SET build_position = greatest(build_position, \$3::bigint), built_at = CASE WHEN \$4::boolean THEN \$5::bigint END
WHERE index_id = ANY (\$1::bigint[]) AND built_at IS NULL AND build_position >= \$2::bigint`,
  encode: (each) => [bigints(each.indexIds), each.after, each.position, each.isBuilt, each.time],
  parameters: ['indexIds', 'after', 'position', 'isBuilt', 'time'],
  columns: [],
};

export interface AdvanceWebhookParameters {
  readonly webhookId: string;
  readonly leaseNumber: number;
  readonly after: number;
  readonly rangeUntil: number | null;
  readonly rangeAfter: number | null;
  readonly missed: number;
  readonly hasDelivered: boolean;
  readonly lastFailed: boolean;
  readonly isDown: boolean;
  readonly goneUrl: string | null;
  readonly failing: number;
  readonly now: number | null;
  readonly jump: number;
}
export interface AdvanceWebhookRow {
  readonly webhookId: string;
  readonly url: string;
  readonly types: string;
  readonly isOrdered: boolean;
  readonly isEnabled: boolean;
  readonly createdAt: number;
  readonly secret: string;
  readonly signingKey: string | null;
  readonly formerSecret: string | null;
  readonly formerSigningKey: string | null;
  readonly formerUntil: number | null;
  readonly disabledAt: number | null;
  readonly disabledReason: string | null;
  readonly failingSince: number | null;
  readonly sentAfter: number;
  readonly rangeAfter: number | null;
  readonly rangeUntil: number | null;
  readonly missedEvents: number;
}
export const advanceWebhook: Statement<AdvanceWebhookParameters, AdvanceWebhookRow> = {
  name: 'advance-webhook',
  text: `WITH clock (now) AS (SELECT coalesce(\$12::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)), own AS (
  SELECT webhook_id, is_enabled, url,
    CASE WHEN \$8::boolean THEN CASE WHEN \$7::boolean THEN (SELECT now FROM clock) ELSE least(failing_since, (SELECT now FROM clock)) END
      WHEN NOT \$7::boolean THEN failing_since END AS failing_since
  FROM webhooks
  WHERE webhook_id = \$1::text AND lease_number = \$2::bigint
  FOR UPDATE
), judged AS (
  SELECT webhook_id, failing_since,
    CASE WHEN NOT is_enabled THEN NULL WHEN url = \$10::text THEN 'gone'
      WHEN \$9::boolean AND coalesce((SELECT certain_at FROM clock_state WHERE id = 1 AND coalesce(\$12::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) - certain_at > \$13::bigint), coalesce(\$12::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)) - failing_since >= \$11::bigint THEN 'failures' END AS reason
  FROM own
)
UPDATE webhooks
SET sent_after = \$3::bigint, missed_events = webhooks.missed_events + \$6::bigint, failing_since = judged.failing_since,
  range_after = CASE WHEN webhooks.range_until = \$4::bigint THEN \$5::bigint ELSE webhooks.range_after END,
  range_until = CASE WHEN webhooks.range_until = \$4::bigint AND \$5::bigint IS NULL THEN NULL ELSE webhooks.range_until END,
  is_enabled = webhooks.is_enabled AND judged.reason IS NULL,
  disabled_at = CASE WHEN judged.reason IS NULL THEN webhooks.disabled_at ELSE (SELECT now FROM clock) END,
  disabled_reason = coalesce(judged.reason, webhooks.disabled_reason)
FROM judged
WHERE webhooks.webhook_id = judged.webhook_id
RETURNING webhooks.webhook_id AS "webhookId", webhooks.url, webhooks.types, webhooks.is_ordered AS "isOrdered",
  webhooks.is_enabled AS "isEnabled", webhooks.created_at::float8 AS "createdAt", webhooks.secret,
  webhooks.signing_key AS "signingKey", webhooks.former_secret AS "formerSecret",
  webhooks.former_signing_key AS "formerSigningKey", webhooks.former_until::float8 AS "formerUntil",
  webhooks.disabled_at::float8 AS "disabledAt", webhooks.disabled_reason AS "disabledReason",
  webhooks.failing_since::float8 AS "failingSince", webhooks.sent_after::float8 AS "sentAfter",
  webhooks.range_after::float8 AS "rangeAfter", webhooks.range_until::float8 AS "rangeUntil",
  webhooks.missed_events::float8 AS "missedEvents"`,
  encode: (each) => [each.webhookId, each.leaseNumber, each.after, each.rangeUntil, each.rangeAfter, each.missed, each.hasDelivered, each.lastFailed, each.isDown, each.goneUrl, each.failing, each.now, each.jump],
  parameters: ['webhookId', 'leaseNumber', 'after', 'rangeUntil', 'rangeAfter', 'missed', 'hasDelivered', 'lastFailed', 'isDown', 'goneUrl', 'failing', 'now', 'jump'],
  columns: ['webhookId', 'url', 'types', 'isOrdered', 'isEnabled', 'createdAt', 'secret', 'signingKey', 'formerSecret', 'formerSigningKey', 'formerUntil', 'disabledAt', 'disabledReason', 'failingSince', 'sentAfter', 'rangeAfter', 'rangeUntil', 'missedEvents'],
};

export interface AnnounceDropParameters {
  readonly before: number;
}
export interface AnnounceDropRow {
}
export const announceDrop: Statement<AnnounceDropParameters, AnnounceDropRow> = {
  name: 'announce-drop',
  text: `UPDATE statistics_state
SET dropped_before = \$1::bigint, version = version + 1
WHERE id = 1 AND reset_position IS NULL AND (dropped_before IS NULL OR dropped_before < \$1::bigint)`,
  encode: (each) => [each.before],
  parameters: ['before'],
  columns: [],
};

export interface BeginRoleCheckParameters {
  readonly digest: string;
  readonly now: number | null;
  readonly age: number;
  readonly lease: number;
  readonly skew: number;
}
export interface BeginRoleCheckRow {
  readonly tokens: string | null;
}
export const beginRoleCheck: Statement<BeginRoleCheckParameters, BeginRoleCheckRow> = {
  name: 'begin-role-check',
  text: `UPDATE console_sessions
SET checking_until = coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + \$4::bigint
WHERE digest = \$1::text AND confirmed_at NOT BETWEEN coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) - \$3::bigint + 1 AND coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + \$5::bigint
  AND coalesce(checking_until, 0) NOT BETWEEN coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + 1 AND coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + \$4::bigint + \$5::bigint
RETURNING tokens`,
  encode: (each) => [each.digest, each.now, each.age, each.lease, each.skew],
  parameters: ['digest', 'now', 'age', 'lease', 'skew'],
  columns: ['tokens'],
};

export interface BeginSnapshotParameters {
}
export interface BeginSnapshotRow {
}
export const beginSnapshot: Statement<BeginSnapshotParameters, BeginSnapshotRow> = {
  name: 'begin-snapshot',
  text: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`,
  encode: () => [],
  parameters: [],
  columns: [],
};

export interface ChangeStatisticsStateParameters {
  readonly holder: string;
  readonly milliseconds: number;
  readonly version: number;
  readonly now: number | null;
  readonly given: readonly string[];
  readonly zone: string | null;
  readonly asOf: number | null;
  readonly published: string | null;
  readonly askedAt: number | null;
  readonly mergedKey: string | null;
  readonly resetPosition: number | null;
  readonly floorDay: number | null;
  readonly floorUtcDay: number | null;
  readonly droppedBefore: number | null;
  readonly counted: number | null;
  readonly total: number | null;
  readonly importing: number | null;
}
export interface ChangeStatisticsStateRow {
  readonly id: number;
}
export const changeStatisticsState: Statement<ChangeStatisticsStateParameters, ChangeStatisticsStateRow> = {
  name: 'change-statistics-state',
  text: `UPDATE statistics_state
SET version = version + 1, lease_until = coalesce(\$4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + \$2::bigint,
  zone = CASE WHEN 'zone' = ANY (\$5::text[]) THEN \$6::text ELSE zone END,
  as_of = CASE WHEN 'asOf' = ANY (\$5::text[]) THEN \$7::bigint ELSE as_of END,
  published = CASE WHEN 'published' = ANY (\$5::text[]) THEN \$8::text ELSE published END,
  asked_at = CASE WHEN 'askedAt' = ANY (\$5::text[]) THEN \$9::bigint ELSE asked_at END,
  merged_key = CASE WHEN 'mergedKey' = ANY (\$5::text[]) THEN \$10::text ELSE merged_key END,
  reset_position = CASE WHEN 'resetPosition' = ANY (\$5::text[]) THEN \$11::bigint ELSE reset_position END,
  floor_day = CASE WHEN 'floorDay' = ANY (\$5::text[]) THEN \$12::bigint ELSE floor_day END,
  floor_utc_day = CASE WHEN 'floorUtcDay' = ANY (\$5::text[]) THEN \$13::bigint ELSE floor_utc_day END,
  dropped_before = CASE WHEN 'droppedBefore' = ANY (\$5::text[]) THEN \$14::bigint ELSE dropped_before END,
  counted = CASE WHEN 'counted' = ANY (\$5::text[]) THEN \$15::bigint ELSE counted END,
  total = CASE WHEN 'total' = ANY (\$5::text[]) THEN \$16::bigint ELSE total END,
  importing = CASE WHEN 'importing' = ANY (\$5::text[]) THEN \$17::bigint ELSE importing END
WHERE id = 1 AND version = \$3::bigint AND lease_holder = \$1::text AND lease_until > coalesce(\$4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
RETURNING id::int`,
  encode: (each) => [each.holder, each.milliseconds, each.version, each.now, texts(each.given), each.zone, each.asOf, each.published, each.askedAt, each.mergedKey, each.resetPosition, each.floorDay, each.floorUtcDay, each.droppedBefore, each.counted, each.total, each.importing],
  parameters: ['holder', 'milliseconds', 'version', 'now', 'given', 'zone', 'asOf', 'published', 'askedAt', 'mergedKey', 'resetPosition', 'floorDay', 'floorUtcDay', 'droppedBefore', 'counted', 'total', 'importing'],
  columns: ['id'],
};

export interface ChangeWebhookParameters {
  readonly webhookId: string;
  readonly url: string | null;
  readonly types: string | null;
  readonly isOrdered: boolean | null;
  readonly isEnabled: boolean | null;
  readonly now: number | null;
}
export interface ChangeWebhookRow {
  readonly webhookId: string;
}
export const changeWebhook: Statement<ChangeWebhookParameters, ChangeWebhookRow> = {
  name: 'change-webhook',
  text: `UPDATE webhooks
SET url = coalesce(\$2::text, url), types = coalesce(\$3::text, types), is_ordered = coalesce(\$4::boolean, is_ordered),
  is_enabled = coalesce(\$5::boolean, is_enabled),
  disabled_at = CASE WHEN \$5::boolean THEN NULL WHEN NOT \$5::boolean THEN coalesce(\$6::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) ELSE disabled_at END,
  disabled_reason = CASE WHEN \$5::boolean IS NULL THEN disabled_reason END,
  failing_since = CASE WHEN \$5::boolean AND NOT is_enabled AND failing_since IS NOT NULL THEN coalesce(\$6::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) ELSE failing_since END
WHERE webhook_id = \$1::text
RETURNING webhook_id AS "webhookId"`,
  encode: (each) => [each.webhookId, each.url, each.types, each.isOrdered, each.isEnabled, each.now],
  parameters: ['webhookId', 'url', 'types', 'isOrdered', 'isEnabled', 'now'],
  columns: ['webhookId'],
};

export interface CheckStatisticsStateParameters {
}
export interface CheckStatisticsStateRow {
  readonly zone: string | null;
  readonly asOf: number | null;
  readonly hasPublished: boolean;
  readonly mergedKey: string | null;
  readonly resetPosition: number | null;
  readonly floorDay: number | null;
  readonly droppedBefore: number | null;
  readonly importing: number;
  readonly counted: number;
  readonly total: number;
  readonly hasSums: boolean;
}
export const checkStatisticsState: Statement<CheckStatisticsStateParameters, CheckStatisticsStateRow> = {
  name: 'check-statistics-state',
  text: `SELECT zone, as_of::float8 AS "asOf", published IS NOT NULL AS "hasPublished", merged_key AS "mergedKey",
  reset_position::float8 AS "resetPosition", floor_day::float8 AS "floorDay", dropped_before::float8 AS "droppedBefore",
  importing::float8 AS importing, counted::float8 AS counted, total::float8 AS total,
  EXISTS (SELECT FROM statistics_days) OR EXISTS (SELECT FROM statistics_parts) OR EXISTS (SELECT FROM statistics_players) AS "hasSums"
FROM statistics_state
WHERE id = 1`,
  encode: () => [],
  parameters: [],
  columns: ['zone', 'asOf', 'hasPublished', 'mergedKey', 'resetPosition', 'floorDay', 'droppedBefore', 'importing', 'counted', 'total', 'hasSums'],
};

export interface ClaimIdempotencyKeyParameters {
  readonly sequentialId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly now: number | null;
  readonly retention: number;
}
export interface ClaimIdempotencyKeyRow {
  readonly createdAt: number;
}
export const claimIdempotencyKey: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<ClaimIdempotencyKeyParameters, ClaimIdempotencyKeyRow>>> = {
  idempotency_keys: {
  name: 'claim-idempotency-key on idempotency_keys',
  text: `WITH player AS (
  SELECT sequential_id FROM metadata WHERE sequential_id = \$1::bigint FOR NO KEY UPDATE
)
INSERT INTO idempotency_keys (sequential_id, key, fingerprint, outcome, created_at)
SELECT player.sequential_id, \$2::text, \$3::text, NULL,
  coalesce(\$4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
FROM player
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = NULL, brief_outcome = NULL, is_shortened = false,
  created_at = excluded.created_at
WHERE idempotency_keys.created_at <= excluded.created_at - \$5::bigint
RETURNING created_at::float8 AS "createdAt"`,
  encode: (each) => [each.sequentialId, each.key, each.fingerprint, each.now, each.retention],
  parameters: ['sequentialId', 'key', 'fingerprint', 'now', 'retention'],
  columns: ['createdAt'],
},
  server_idempotency_keys: {
  name: 'claim-idempotency-key on server_idempotency_keys',
  text: `WITH player AS (
  SELECT sequential_id FROM metadata WHERE sequential_id = \$1::bigint FOR NO KEY UPDATE
)
INSERT INTO server_idempotency_keys (sequential_id, key, fingerprint, outcome, created_at)
SELECT player.sequential_id, \$2::text, \$3::text, NULL,
  coalesce(\$4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
FROM player
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = NULL, brief_outcome = NULL, is_shortened = false,
  created_at = excluded.created_at
WHERE server_idempotency_keys.created_at <= excluded.created_at - \$5::bigint
RETURNING created_at::float8 AS "createdAt"`,
  encode: (each) => [each.sequentialId, each.key, each.fingerprint, each.now, each.retention],
  parameters: ['sequentialId', 'key', 'fingerprint', 'now', 'retention'],
  columns: ['createdAt'],
},
};

export interface ClearEventsParameters {
  readonly ids: readonly number[];
  readonly after: number;
  readonly upTo: number;
}
export interface ClearEventsRow {
}
export const clearEvents: Statement<ClearEventsParameters, ClearEventsRow> = {
  name: 'clear-events',
  text: `UPDATE events
SET personal = NULL
WHERE id > \$2::bigint AND id <= \$3::bigint AND personal IS NOT NULL AND sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids), each.after, each.upTo],
  parameters: ['ids', 'after', 'upTo'],
  columns: [],
};

export interface CollectNamesParameters {
  readonly from: string;
  readonly to: string;
  readonly most: number;
  readonly after: number;
  readonly wanted: number;
}
export interface CollectNamesRow {
  readonly size: number;
  readonly ids: readonly number[];
}
export const collectNames: Statement<CollectNamesParameters, CollectNamesRow> = {
  name: 'collect-names',
  text: `WITH found AS MATERIALIZED (
  SELECT sequential_id
  FROM players
WHERE player_id >= \$1::text AND player_id < \$2::text
LIMIT \$3::int
)
SELECT (SELECT count(*)::int FROM found) AS size,
  ARRAY(SELECT sequential_id::float8 FROM found WHERE sequential_id > \$4::bigint ORDER BY sequential_id LIMIT \$5::int) AS ids`,
  encode: (each) => [each.from, each.to, each.most, each.after, each.wanted],
  parameters: ['from', 'to', 'most', 'after', 'wanted'],
  columns: ['size', 'ids'],
};

export interface CollectValuesParameters {
  readonly indexId: number;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly most: number;
  readonly after: number;
  readonly wanted: number;
}
export interface CollectValuesRow {
  readonly size: number;
  readonly ids: readonly number[];
}
export const collectValues: Statement<CollectValuesParameters, CollectValuesRow> = {
  name: 'collect-values',
  text: `WITH found AS MATERIALIZED (
  SELECT sequential_id
  FROM metadata_index_entries
WHERE index_id = \$1::bigint AND value >= \$2::bytea AND value < \$3::bytea
LIMIT \$4::int
)
SELECT (SELECT count(*)::int FROM found) AS size,
  ARRAY(SELECT sequential_id::float8 FROM found WHERE sequential_id > \$5::bigint ORDER BY sequential_id LIMIT \$6::int) AS ids`,
  encode: (each) => [each.indexId, each.from, each.to, each.most, each.after, each.wanted],
  parameters: ['indexId', 'from', 'to', 'most', 'after', 'wanted'],
  columns: ['size', 'ids'],
};

export interface CompleteStatisticsParameters {
}
export interface CompleteStatisticsRow {
}
export const completeStatistics: Statement<CompleteStatisticsParameters, CompleteStatisticsRow> = {
  name: 'complete-statistics',
  text: `UPDATE statistics_state
SET importing = 0
WHERE id = 1 AND importing = 1`,
  encode: () => [],
  parameters: [],
  columns: [],
};

export interface ConfirmPersonParameters {
  readonly personId: string;
  readonly mail: string | null;
  readonly scopes: string;
  readonly now: number | null;
}
export interface ConfirmPersonRow {
  readonly personId: string;
}
export const confirmPerson: Statement<ConfirmPersonParameters, ConfirmPersonRow> = {
  name: 'confirm-person',
  text: `UPDATE console_people
SET mail = \$2::text, scopes = \$3::text, confirmed_at = coalesce(\$4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint), role_gone_at = NULL
WHERE person_id = \$1::text
RETURNING person_id AS "personId"`,
  encode: (each) => [each.personId, each.mail, each.scopes, each.now],
  parameters: ['personId', 'mail', 'scopes', 'now'],
  columns: ['personId'],
};

export interface CorrectClockParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
  readonly skew: number;
}
export interface CorrectClockRow {
}
export const correctClock: Statement<CorrectClockParameters, CorrectClockRow> = {
  name: 'correct-clock',
  text: `WITH clock (now) AS (SELECT coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
UPDATE active_sessions
SET corrected_activity = (SELECT now FROM clock)
FROM unnest(\$1::bigint[]) AS input (sequential_id)
WHERE active_sessions.sequential_id = input.sequential_id AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) + \$3::bigint`,
  encode: (each) => [bigints(each.ids), each.now, each.skew],
  parameters: ['ids', 'now', 'skew'],
  columns: [],
};

export interface CorrectDeclarationsParameters {
  readonly time: number;
  readonly latest: number;
}
export interface CorrectDeclarationsRow {
}
export const correctDeclarations: Statement<CorrectDeclarationsParameters, CorrectDeclarationsRow> = {
  name: 'correct-declarations',
  text: `UPDATE metadata_indexes
SET declared_at = \$1::bigint
WHERE declared_at > \$2::bigint`,
  encode: (each) => [each.time, each.latest],
  parameters: ['time', 'latest'],
  columns: [],
};

export interface CountActiveSessionsParameters {
  readonly after: number;
  readonly rows: number;
  readonly now: number | null;
  readonly timeout: number;
}
export interface CountActiveSessionsRow {
  readonly last: number | null;
  readonly looked: number;
  readonly active: number;
}
export const countActiveSessions: Statement<CountActiveSessionsParameters, CountActiveSessionsRow> = {
  name: 'count-active-sessions',
  text: `WITH clock (now) AS (SELECT coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
SELECT max(sequential_id)::float8 AS "last", count(*)::float8 AS "looked", (count(*) FILTER (WHERE coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) - \$4::bigint))::float8 AS "active"
FROM (
  SELECT sequential_id, last_activity, corrected_activity
  FROM active_sessions
  WHERE sequential_id > \$1::bigint
  ORDER BY sequential_id
  LIMIT \$2::int
) AS active_sessions`,
  encode: (each) => [each.after, each.rows, each.now, each.timeout],
  parameters: ['after', 'rows', 'now', 'timeout'],
  columns: ['last', 'looked', 'active'],
};

export interface CountActiveParameters {
  readonly ids: readonly number[];
  readonly sessionIds: readonly string[];
}
export interface CountActiveRow {
  readonly count: number;
}
export const countActive: Statement<CountActiveParameters, CountActiveRow> = {
  name: 'count-active',
  text: `SELECT count(*)::float8 AS count
FROM unnest(\$1::bigint[], \$2::uuid[]) AS input (sequential_id, session_id)
JOIN active_sessions ON active_sessions.sequential_id = input.sequential_id AND active_sessions.session_id = input.session_id`,
  encode: (each) => [bigints(each.ids), uuids(each.sessionIds)],
  parameters: ['ids', 'sessionIds'],
  columns: ['count'],
};

export interface CountAllParameters {
  readonly after: number;
  readonly most: number;
}
export interface CountAllRow {
  readonly size: number;
}
export const countAll: Statement<CountAllParameters, CountAllRow> = {
  name: 'count-all',
  text: `SELECT count(*)::int AS size
FROM (
  SELECT sequential_id
  FROM metadata
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
LIMIT \$2::int
) AS ids`,
  encode: (each) => [each.after, each.most],
  parameters: ['after', 'most'],
  columns: ['size'],
};

export interface CountImportedParameters {
  readonly ids: readonly number[];
  readonly names: readonly string[];
  readonly versions: readonly number[];
  readonly texts: readonly (string | null)[];
}
export interface CountImportedRow {
  readonly count: number;
  readonly same: number;
}
export const countImported: Statement<CountImportedParameters, CountImportedRow> = {
  name: 'count-imported',
  text: `SELECT count(*)::float8 AS count,
  (count(*) FILTER (WHERE metadata.version = input.version AND metadata.text IS NOT DISTINCT FROM input.text))::float8 AS same
FROM unnest(\$1::bigint[], \$2::text[], \$3::bigint[], \$4::text[]) AS input (sequential_id, player_id, version, text)
JOIN players ON players.player_id = input.player_id AND players.sequential_id = input.sequential_id
JOIN metadata ON metadata.sequential_id = input.sequential_id AND metadata.player_id = input.player_id`,
  encode: (each) => [bigints(each.ids), texts(each.names), bigints(each.versions), rareTexts(each.texts)],
  parameters: ['ids', 'names', 'versions', 'texts'],
  columns: ['count', 'same'],
};

export interface CountLossesParameters {
  readonly rows: number;
  readonly limit: number;
}
export interface CountLossesRow {
  readonly gameVersion: string | null;
  readonly losses: number;
  readonly open: number;
  readonly lastLostAt: number;
}
export const countLosses: Statement<CountLossesParameters, CountLossesRow> = {
  name: 'count-losses',
  text: `SELECT game_version AS "gameVersion", count(*)::float8 AS losses, count(*) FILTER (WHERE restored_at IS NULL)::float8 AS open,
  max(lost_at)::float8 AS "lastLostAt"
FROM (
  SELECT game_version, restored_at, lost_at FROM metadata_losses
  ORDER BY lost_at DESC, sequential_id DESC, version DESC
  LIMIT \$1::int
) AS newest
GROUP BY game_version
ORDER BY count(*) DESC, max(lost_at) DESC
LIMIT \$2::int`,
  encode: (each) => [each.rows, each.limit],
  parameters: ['rows', 'limit'],
  columns: ['gameVersion', 'losses', 'open', 'lastLostAt'],
};

export interface CountMarkedParameters {
  readonly from: number;
}
export interface CountMarkedRow {
  readonly sessions: number;
  readonly milliseconds: number;
}
export const countMarked: Statement<CountMarkedParameters, CountMarkedRow> = {
  name: 'count-marked',
  text: `SELECT count(*)::float8 AS sessions, coalesce(sum(ended_at - started_at), 0)::float8 AS milliseconds
FROM ended_sessions
WHERE counted = 1 AND ended_at >= \$1::bigint`,
  encode: (each) => [each.from],
  parameters: ['from'],
  columns: ['sessions', 'milliseconds'],
};

export interface CountNamesParameters {
  readonly from: string;
  readonly to: string;
  readonly most: number;
}
export interface CountNamesRow {
  readonly size: number;
}
export const countNames: Statement<CountNamesParameters, CountNamesRow> = {
  name: 'count-names',
  text: `SELECT count(*)::int AS size
FROM (
  SELECT sequential_id
  FROM players
WHERE player_id >= \$1::text AND player_id < \$2::text
LIMIT \$3::int
) AS ids`,
  encode: (each) => [each.from, each.to, each.most],
  parameters: ['from', 'to', 'most'],
  columns: ['size'],
};

export interface CountOnlineParameters {
  readonly after: number;
  readonly most: number;
}
export interface CountOnlineRow {
  readonly size: number;
}
export const countOnline: Statement<CountOnlineParameters, CountOnlineRow> = {
  name: 'count-online',
  text: `SELECT count(*)::int AS size
FROM (
  SELECT sequential_id
  FROM active_sessions
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
LIMIT \$2::int
) AS ids`,
  encode: (each) => [each.after, each.most],
  parameters: ['after', 'most'],
  columns: ['size'],
};

export interface CountPeopleParameters {
}
export interface CountPeopleRow {
  readonly people: number;
}
export const countPeople: Statement<CountPeopleParameters, CountPeopleRow> = {
  name: 'count-people',
  text: `SELECT count(*)::float8 AS people
FROM console_people`,
  encode: () => [],
  parameters: [],
  columns: ['people'],
};

export interface CountServerKeysParameters {
}
export interface CountServerKeysRow {
  readonly keys: number;
}
export const countServerKeys: Statement<CountServerKeysParameters, CountServerKeysRow> = {
  name: 'count-server-keys',
  text: `SELECT count(*)::float8 AS keys
FROM server_keys`,
  encode: () => [],
  parameters: [],
  columns: ['keys'],
};

export interface CountStartsParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
}
export interface CountStartsRow {
  readonly sequentialId: number;
}
export const countStarts: Statement<CountStartsParameters, CountStartsRow> = {
  name: 'count-starts',
  text: `WITH clock (now) AS (SELECT coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true))
UPDATE metadata
SET unseen_starts = metadata.unseen_starts + 1
FROM unnest(\$1::bigint[]) AS input (sequential_id)
WHERE metadata.sequential_id = input.sequential_id AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)) AND (SELECT now FROM clock) IS NOT NULL
RETURNING metadata.sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [bigints(each.ids), each.now],
  parameters: ['ids', 'now'],
  columns: ['sequentialId'],
};

export interface CountSuspendedParameters {
  readonly after: number;
  readonly most: number;
}
export interface CountSuspendedRow {
  readonly size: number;
}
export const countSuspended: Statement<CountSuspendedParameters, CountSuspendedRow> = {
  name: 'count-suspended',
  text: `SELECT count(*)::int AS size
FROM (
  SELECT sequential_id
  FROM metadata
WHERE suspended_until IS NOT NULL AND sequential_id > \$1::bigint
ORDER BY sequential_id
LIMIT \$2::int
) AS ids`,
  encode: (each) => [each.after, each.most],
  parameters: ['after', 'most'],
  columns: ['size'],
};

export interface CountUncountedParameters {
}
export interface CountUncountedRow {
  readonly count: number;
}
export const countUncounted: Statement<CountUncountedParameters, CountUncountedRow> = {
  name: 'count-uncounted',
  text: `SELECT count(*)::float8 AS count
FROM ended_sessions
WHERE counted <> 1`,
  encode: () => [],
  parameters: [],
  columns: ['count'],
};

export interface CountUnplacedEventsParameters {
  readonly before: number;
}
export interface CountUnplacedEventsRow {
  readonly count: number;
}
export const countUnplacedEvents: Statement<CountUnplacedEventsParameters, CountUnplacedEventsRow> = {
  name: 'count-unplaced-events',
  text: `SELECT count(*)::float8 AS count
FROM events
WHERE at < \$1::bigint
  AND id > greatest((SELECT settled FROM event_stamper WHERE event_stamper.id = 1), (SELECT settled FROM event_runs ORDER BY position DESC LIMIT 1))
  AND NOT EXISTS (
    SELECT FROM event_runs WHERE event_runs.id <= events.id AND event_runs.id + event_runs.count > events.id
  )`,
  encode: (each) => [each.before],
  parameters: ['before'],
  columns: ['count'],
};

export interface CountValueParameters {
  readonly indexId: number;
  readonly value: Uint8Array;
  readonly after: number;
  readonly most: number;
}
export interface CountValueRow {
  readonly size: number;
}
export const countValue: Statement<CountValueParameters, CountValueRow> = {
  name: 'count-value',
  text: `SELECT count(*)::int AS size
FROM (
  SELECT sequential_id
  FROM metadata_index_entries
WHERE index_id = \$1::bigint AND value = \$2::bytea AND sequential_id > \$3::bigint
ORDER BY sequential_id
LIMIT \$4::int
) AS ids`,
  encode: (each) => [each.indexId, each.value, each.after, each.most],
  parameters: ['indexId', 'value', 'after', 'most'],
  columns: ['size'],
};

export interface CountValuesParameters {
  readonly indexId: number;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly most: number;
}
export interface CountValuesRow {
  readonly size: number;
}
export const countValues: Statement<CountValuesParameters, CountValuesRow> = {
  name: 'count-values',
  text: `SELECT count(*)::int AS size
FROM (
  SELECT sequential_id
  FROM metadata_index_entries
WHERE index_id = \$1::bigint AND value >= \$2::bytea AND value < \$3::bytea
LIMIT \$4::int
) AS ids`,
  encode: (each) => [each.indexId, each.from, each.to, each.most],
  parameters: ['indexId', 'from', 'to', 'most'],
  columns: ['size'],
};

export interface CountVersionsParameters {
  readonly ids: readonly number[];
  readonly versions: readonly number[];
}
export interface CountVersionsRow {
  readonly count: number;
}
export const countVersions: Statement<CountVersionsParameters, CountVersionsRow> = {
  name: 'count-versions',
  text: `SELECT count(*)::float8 AS count
FROM unnest(\$1::bigint[], \$2::bigint[]) AS input (sequential_id, version)
JOIN metadata_versions ON metadata_versions.sequential_id = input.sequential_id AND metadata_versions.version = input.version`,
  encode: (each) => [bigints(each.ids), bigints(each.versions)],
  parameters: ['ids', 'versions'],
  columns: ['count'],
};

export interface CountWebhookFailuresParameters {
  readonly webhookId: string;
}
export interface CountWebhookFailuresRow {
  readonly pending: number;
}
export const countWebhookFailures: Statement<CountWebhookFailuresParameters, CountWebhookFailuresRow> = {
  name: 'count-webhook-failures',
  text: `SELECT count(*)::float8 AS pending
FROM webhook_failures
WHERE webhook_id = \$1::text AND next_at IS NOT NULL`,
  encode: (each) => [each.webhookId],
  parameters: ['webhookId'],
  columns: ['pending'],
};

export interface CountWebhooksParameters {
}
export interface CountWebhooksRow {
  readonly webhooks: number;
}
export const countWebhooks: Statement<CountWebhooksParameters, CountWebhooksRow> = {
  name: 'count-webhooks',
  text: `SELECT count(*)::float8 AS webhooks
FROM webhooks`,
  encode: () => [],
  parameters: [],
  columns: ['webhooks'],
};

export interface CountWrongMarksParameters {
}
export interface CountWrongMarksRow {
  readonly count: number;
}
export const countWrongMarks: Statement<CountWrongMarksParameters, CountWrongMarksRow> = {
  name: 'count-wrong-marks',
  text: `SELECT count(*)::float8 AS count
FROM ended_sessions
WHERE counted <> 1 AND counted <> 0 AND counted <> 2`,
  encode: () => [],
  parameters: [],
  columns: ['count'],
};

export interface CreateServerKeyParameters {
  readonly keyId: string;
  readonly digest: string;
  readonly name: string;
  readonly scopes: string;
  readonly lifetime: number | null;
  readonly now: number | null;
  readonly madeBy: string | null;
  readonly makerId: string | null;
}
export interface CreateServerKeyRow {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly madeBy: string | null;
}
export const createServerKey: Statement<CreateServerKeyParameters, CreateServerKeyRow> = {
  name: 'create-server-key',
  text: `WITH clock (now) AS (SELECT coalesce(\$6::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
INSERT INTO server_keys (key_id, digest, name, scopes, created_at, expires_at, made_by)
SELECT \$1::uuid, \$2::text, \$3::text, \$4::text, (SELECT now FROM clock), least((SELECT now FROM clock) + \$5::bigint, maker.expires_at), \$7::text
FROM (SELECT 1) AS one
LEFT JOIN server_keys AS maker ON maker.key_id = \$8::uuid
WHERE maker.expires_at IS NULL OR maker.expires_at > (SELECT now FROM clock)
RETURNING server_keys.key_id::text AS "keyId", server_keys.name, server_keys.scopes, server_keys.created_at::float8 AS "createdAt",
  server_keys.expires_at::float8 AS "expiresAt", server_keys.last_used_at::float8 AS "lastUsedAt", server_keys.made_by AS "madeBy"`,
  encode: (each) => [each.keyId, each.digest, each.name, each.scopes, each.lifetime, each.now, each.madeBy, each.makerId],
  parameters: ['keyId', 'digest', 'name', 'scopes', 'lifetime', 'now', 'madeBy', 'makerId'],
  columns: ['keyId', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'madeBy'],
};

export interface DeleteActiveDaysParameters {
  readonly ids: readonly number[];
}
export interface DeleteActiveDaysRow {
}
export const deleteActiveDays: Statement<DeleteActiveDaysParameters, DeleteActiveDaysRow> = {
  name: 'delete-active-days',
  text: `DELETE FROM statistics_players
WHERE sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: [],
};

export interface DeleteBucketParameters {
  readonly digest: string;
}
export interface DeleteBucketRow {
}
export const deleteBucket: Statement<DeleteBucketParameters, DeleteBucketRow> = {
  name: 'delete-bucket',
  text: `DELETE FROM rate_limits
WHERE player_digest = \$1::text`,
  encode: (each) => [each.digest],
  parameters: ['digest'],
  columns: [],
};

export interface DeleteConsoleSessionParameters {
  readonly digest: string;
}
export interface DeleteConsoleSessionRow {
  readonly tokens: string | null;
}
export const deleteConsoleSession: Statement<DeleteConsoleSessionParameters, DeleteConsoleSessionRow> = {
  name: 'delete-console-session',
  text: `DELETE FROM console_sessions
WHERE digest = \$1::text
RETURNING tokens`,
  encode: (each) => [each.digest],
  parameters: ['digest'],
  columns: ['tokens'],
};

export interface DeleteEndedConsoleSessionsParameters {
  readonly now: number | null;
  readonly idle: number;
  readonly lifetime: number;
  readonly skew: number;
}
export interface DeleteEndedConsoleSessionsRow {
}
export const deleteEndedConsoleSessions: Statement<DeleteEndedConsoleSessionsParameters, DeleteEndedConsoleSessionsRow> = {
  name: 'delete-ended-console-sessions',
  text: `DELETE FROM console_sessions
WHERE digest IN (
  SELECT digest
  FROM console_sessions
  WHERE expires_at <= coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) OR last_used_at + \$2::bigint <= coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) OR expires_at > coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + \$3::bigint + \$4::bigint
  FOR UPDATE SKIP LOCKED
)`,
  encode: (each) => [each.now, each.idle, each.lifetime, each.skew],
  parameters: ['now', 'idle', 'lifetime', 'skew'],
  columns: [],
};

export interface DeleteEntriesParameters {
  readonly ids: readonly number[];
  readonly indexIds: readonly number[];
}
export interface DeleteEntriesRow {
}
export const deleteEntries: Statement<DeleteEntriesParameters, DeleteEntriesRow> = {
  name: 'delete-entries',
  text: `DELETE FROM metadata_index_entries
WHERE sequential_id = ANY (\$1::bigint[]) AND index_id = ANY (\$2::bigint[])`,
  encode: (each) => [bigints(each.ids), bigints(each.indexIds)],
  parameters: ['ids', 'indexIds'],
  columns: [],
};

export interface DeleteErasedParameters {
  readonly digests: readonly string[];
}
export interface DeleteErasedRow {
}
export const deleteErased: Statement<DeleteErasedParameters, DeleteErasedRow> = {
  name: 'delete-erased',
  text: `DELETE FROM erased_players
WHERE player_digest = ANY (\$1::text[])`,
  encode: (each) => [texts(each.digests)],
  parameters: ['digests'],
  columns: [],
};

export interface DeleteEventErasuresParameters {
  readonly ids: readonly number[];
}
export interface DeleteEventErasuresRow {
}
export const deleteEventErasures: Statement<DeleteEventErasuresParameters, DeleteEventErasuresRow> = {
  name: 'delete-event-erasures',
  text: `DELETE FROM event_erasures WHERE sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: [],
};

export interface DeleteFullBucketsParameters {
  readonly nowMicroseconds: number | null;
  readonly after: string;
  readonly last: string;
}
export interface DeleteFullBucketsRow {
}
export const deleteFullBuckets: Statement<DeleteFullBucketsParameters, DeleteFullBucketsRow> = {
  name: 'delete-full-buckets',
  text: `DELETE FROM rate_limits
WHERE player_digest IN (
  SELECT player_digest
  FROM rate_limits
  WHERE player_digest > \$2::text AND player_digest <= \$3::text AND full_at < coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000000)::bigint)
  ORDER BY player_digest
  FOR UPDATE SKIP LOCKED
)`,
  encode: (each) => [each.nowMicroseconds, each.after, each.last],
  parameters: ['nowMicroseconds', 'after', 'last'],
  columns: [],
};

export interface DeleteLossesParameters {
  readonly lossDroppedIds: readonly number[];
  readonly lossDroppedVersions: readonly number[];
  readonly written: readonly number[];
}
export interface DeleteLossesRow {
}
export const deleteLosses: Statement<DeleteLossesParameters, DeleteLossesRow> = {
  name: 'delete-losses',
  text: `DELETE FROM metadata_losses
USING unnest(\$1::bigint[], \$2::bigint[]) AS surplus (sequential_id, version)
WHERE metadata_losses.sequential_id = ANY (\$3::bigint[]) AND metadata_losses.sequential_id = surplus.sequential_id
  AND metadata_losses.version = surplus.version`,
  encode: (each) => [bigints(each.lossDroppedIds), bigints(each.lossDroppedVersions), bigints(each.written)],
  parameters: ['lossDroppedIds', 'lossDroppedVersions', 'written'],
  columns: [],
};

export interface DeleteMetadataParameters {
  readonly ids: readonly number[];
}
export interface DeleteMetadataRow {
}
export const deleteMetadata: Statement<DeleteMetadataParameters, DeleteMetadataRow> = {
  name: 'delete-metadata',
  text: `DELETE FROM metadata
WHERE sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: [],
};

export interface DeleteOldPeopleParameters {
  readonly now: number | null;
  readonly kept: number;
  readonly jump: number;
}
export interface DeleteOldPeopleRow {
}
export const deleteOldPeople: Statement<DeleteOldPeopleParameters, DeleteOldPeopleRow> = {
  name: 'delete-old-people',
  text: `DELETE FROM console_people
WHERE confirmed_at < coalesce((SELECT certain_at FROM clock_state WHERE id = 1 AND coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) - certain_at > \$3::bigint), coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)) - \$2::bigint
  AND NOT EXISTS (SELECT 1 FROM server_keys WHERE server_keys.made_by = console_people.person_id)`,
  encode: (each) => [each.now, each.kept, each.jump],
  parameters: ['now', 'kept', 'jump'],
  columns: [],
};

export interface DeletePartsParameters {
}
export interface DeletePartsRow {
}
export const deleteParts: Statement<DeletePartsParameters, DeletePartsRow> = {
  name: 'delete-parts',
  text: `DELETE FROM statistics_parts`,
  encode: () => [],
  parameters: [],
  columns: [],
};

export interface DeletePlayerParameters {
  readonly playerId: string;
  readonly onlyId: number | null;
}
export interface DeletePlayerRow {
  readonly sequentialId: number;
}
export const deletePlayer: Statement<DeletePlayerParameters, DeletePlayerRow> = {
  name: 'delete-player',
  text: `DELETE FROM players
WHERE player_id = \$1::text AND (\$2::bigint IS NULL OR sequential_id = \$2::bigint)
RETURNING sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [each.playerId, each.onlyId],
  parameters: ['playerId', 'onlyId'],
  columns: ['sequentialId'],
};

export interface DeletePlayersParameters {
  readonly names: readonly string[];
}
export interface DeletePlayersRow {
  readonly sequentialId: number;
}
export const deletePlayers: Statement<DeletePlayersParameters, DeletePlayersRow> = {
  name: 'delete-players',
  text: `DELETE FROM players
WHERE player_id = ANY (\$1::text[])
RETURNING sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [texts(each.names)],
  parameters: ['names'],
  columns: ['sequentialId'],
};

export interface DeleteRowsParameters {
  readonly sequentialId: number;
}
export interface DeleteRowsRow {
}
export const deleteRows: Readonly<Record<'metadata' | 'metadata_index_entries' | 'metadata_versions' | 'metadata_losses' | 'idempotency_keys' | 'server_idempotency_keys', Statement<DeleteRowsParameters, DeleteRowsRow>>> = {
  metadata: {
  name: 'delete-rows on metadata',
  text: `DELETE FROM metadata
WHERE sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId],
  parameters: ['sequentialId'],
  columns: [],
},
  metadata_index_entries: {
  name: 'delete-rows on metadata_index_entries',
  text: `DELETE FROM metadata_index_entries
WHERE sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId],
  parameters: ['sequentialId'],
  columns: [],
},
  metadata_versions: {
  name: 'delete-rows on metadata_versions',
  text: `DELETE FROM metadata_versions
WHERE sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId],
  parameters: ['sequentialId'],
  columns: [],
},
  metadata_losses: {
  name: 'delete-rows on metadata_losses',
  text: `DELETE FROM metadata_losses
WHERE sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId],
  parameters: ['sequentialId'],
  columns: [],
},
  idempotency_keys: {
  name: 'delete-rows on idempotency_keys',
  text: `DELETE FROM idempotency_keys
WHERE sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId],
  parameters: ['sequentialId'],
  columns: [],
},
  server_idempotency_keys: {
  name: 'delete-rows on server_idempotency_keys',
  text: `DELETE FROM server_idempotency_keys
WHERE sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId],
  parameters: ['sequentialId'],
  columns: [],
},
};

export interface DeleteServerKeysParameters {
  readonly keyIds: readonly string[];
}
export interface DeleteServerKeysRow {
}
export const deleteServerKeys: Statement<DeleteServerKeysParameters, DeleteServerKeysRow> = {
  name: 'delete-server-keys',
  text: `DELETE FROM server_keys
WHERE key_id::text = ANY (\$1::text[])`,
  encode: (each) => [texts(each.keyIds)],
  parameters: ['keyIds'],
  columns: [],
};

export interface DeleteSessionsOfPersonParameters {
  readonly personId: string;
}
export interface DeleteSessionsOfPersonRow {
}
export const deleteSessionsOfPerson: Statement<DeleteSessionsOfPersonParameters, DeleteSessionsOfPersonRow> = {
  name: 'delete-sessions-of-person',
  text: `DELETE FROM console_sessions
WHERE key_digest = \$1::text`,
  encode: (each) => [each.personId],
  parameters: ['personId'],
  columns: [],
};

export interface DeleteSumsFromParameters {
  readonly day: number;
  readonly utcDay: number;
}
export interface DeleteSumsFromRow {
}
export const deleteSumsFrom: Statement<DeleteSumsFromParameters, DeleteSumsFromRow> = {
  name: 'delete-sums-from',
  text: `DELETE FROM statistics_days
WHERE day >= CASE WHEN kind = 'online' THEN \$2::bigint ELSE \$1::bigint END`,
  encode: (each) => [each.day, each.utcDay],
  parameters: ['day', 'utcDay'],
  columns: [],
};

export interface DeleteSumsParameters {
  readonly kinds: readonly string[];
  readonly days: readonly number[];
}
export interface DeleteSumsRow {
}
export const deleteSums: Statement<DeleteSumsParameters, DeleteSumsRow> = {
  name: 'delete-sums',
  text: `DELETE FROM statistics_days
USING unnest(\$1::text[], \$2::bigint[]) AS input (kind, day)
WHERE statistics_days.kind = input.kind AND statistics_days.day = input.day`,
  encode: (each) => [texts(each.kinds), bigints(each.days)],
  parameters: ['kinds', 'days'],
  columns: [],
};

export interface DeleteSurplusConsoleSessionsParameters {
  readonly keyDigest: string;
  readonly kept: number;
}
export interface DeleteSurplusConsoleSessionsRow {
}
export const deleteSurplusConsoleSessions: Statement<DeleteSurplusConsoleSessionsParameters, DeleteSurplusConsoleSessionsRow> = {
  name: 'delete-surplus-console-sessions',
  text: `DELETE FROM console_sessions
WHERE digest IN (
  SELECT digest
  FROM console_sessions
  WHERE key_digest = \$1::text
  ORDER BY last_used_at DESC, digest
  OFFSET \$2::int
)`,
  encode: (each) => [each.keyDigest, each.kept],
  parameters: ['keyDigest', 'kept'],
  columns: [],
};

export interface DeleteWebhookFailuresParameters {
  readonly webhookId: string;
  readonly eventIds: readonly number[];
  readonly dueAts: readonly (number | null)[];
}
export interface DeleteWebhookFailuresRow {
}
export const deleteWebhookFailures: Statement<DeleteWebhookFailuresParameters, DeleteWebhookFailuresRow> = {
  name: 'delete-webhook-failures',
  text: `DELETE FROM webhook_failures AS own
USING unnest(\$2::bigint[], \$3::bigint[]) AS done (event_id, due_at)
WHERE own.webhook_id = \$1::text AND own.event_id = done.event_id
  AND (done.due_at IS NULL OR own.next_at = done.due_at)`,
  encode: (each) => [each.webhookId, bigints(each.eventIds), bigints(each.dueAts)],
  parameters: ['webhookId', 'eventIds', 'dueAts'],
  columns: [],
};

export interface DeleteWebhookSendersParameters {
  readonly holder: string | null;
  readonly age: number;
  readonly now: number | null;
  readonly skew: number;
}
export interface DeleteWebhookSendersRow {
}
export const deleteWebhookSenders: Statement<DeleteWebhookSendersParameters, DeleteWebhookSendersRow> = {
  name: 'delete-webhook-senders',
  text: `DELETE FROM webhook_senders
WHERE holder = \$1::text OR (\$1::text IS NULL AND alive_at NOT BETWEEN coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) - \$2::bigint + 1 AND coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + \$4::bigint)`,
  encode: (each) => [each.holder, each.age, each.now, each.skew],
  parameters: ['holder', 'age', 'now', 'skew'],
  columns: [],
};

export interface DeleteWebhookParameters {
  readonly webhookId: string;
}
export interface DeleteWebhookRow {
}
export const deleteWebhook: Statement<DeleteWebhookParameters, DeleteWebhookRow> = {
  name: 'delete-webhook',
  text: `WITH failures AS (
  DELETE FROM webhook_failures
  WHERE webhook_id = \$1::text
), deliveries AS (
  DELETE FROM webhook_deliveries
  WHERE webhook_id = \$1::text
)
DELETE FROM webhooks
WHERE webhook_id = \$1::text`,
  encode: (each) => [each.webhookId],
  parameters: ['webhookId'],
  columns: [],
};

export interface DescribePlayersParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
  readonly timeout: number;
}
export interface DescribePlayersRow {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly suspendedUntil: number | null;
  readonly version: number;
  readonly metadataBytes: number;
  readonly now: number;
  readonly online: boolean;
  readonly lastSeenAt: number | null;
  readonly label: string | null;
}
export const describePlayers: Statement<DescribePlayersParameters, DescribePlayersRow> = {
  name: 'describe-players',
  text: `WITH clock (now) AS (SELECT coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
SELECT metadata.sequential_id::float8 AS "sequentialId", metadata.player_id AS "playerId",
  metadata.suspended_until::float8 AS "suspendedUntil", version::float8, coalesce(octet_length(text), 0) AS "metadataBytes", (SELECT now FROM clock)::float8 AS "now",
  coalesce(coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) - \$3::bigint, false) AS "online",
  coalesce(
    last_activity,
    (
      SELECT ended_at
      FROM ended_sessions
      WHERE ended_sessions.sequential_id = metadata.sequential_id AND ended_at >= coalesce(metadata.last_seen_at, 0)
      ORDER BY ended_at DESC
      LIMIT 1
    ),
    (
      SELECT ended_at
      FROM ended_sessions
      WHERE ended_sessions.sequential_id = metadata.sequential_id AND metadata.last_seen_at IS NOT NULL
      ORDER BY ended_at DESC
      LIMIT 1
    ),
    last_seen_at
  )::float8 AS "lastSeenAt",
  label
FROM metadata
LEFT JOIN active_sessions ON active_sessions.sequential_id = metadata.sequential_id
WHERE metadata.sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids), each.now, each.timeout],
  parameters: ['ids', 'now', 'timeout'],
  columns: ['sequentialId', 'playerId', 'suspendedUntil', 'version', 'metadataBytes', 'now', 'online', 'lastSeenAt', 'label'],
};

export interface DropGivenUpEventsParameters {
  readonly webhookId: string;
  readonly kept: number;
}
export interface DropGivenUpEventsRow {
}
export const dropGivenUpEvents: Statement<DropGivenUpEventsParameters, DropGivenUpEventsRow> = {
  name: 'drop-given-up-events',
  text: `WITH dropped AS (
  DELETE FROM webhook_failures
  WHERE webhook_id = \$1::text AND event_id IN (
    SELECT event_id
    FROM webhook_failures
    WHERE webhook_id = \$1::text AND next_at IS NULL
    ORDER BY event_id DESC
    OFFSET \$2::bigint
  )
  RETURNING event_id
)
UPDATE webhooks
SET missed_events = missed_events + (SELECT count(*) FROM dropped)
WHERE webhook_id = \$1::text AND EXISTS (SELECT FROM dropped)`,
  encode: (each) => [each.webhookId, each.kept],
  parameters: ['webhookId', 'kept'],
  columns: [],
};

export interface DropIndexesParameters {
  readonly pointer: string;
  readonly type: string | null;
}
export interface DropIndexesRow {
  readonly indexId: number;
  readonly pointer: string;
  readonly type: string;
  readonly createdAt: number;
  readonly declaredAt: number;
  readonly buildPosition: number;
  readonly builtAt: number | null;
}
export const dropIndexes: Statement<DropIndexesParameters, DropIndexesRow> = {
  name: 'drop-indexes',
  text: `DELETE FROM metadata_indexes
WHERE pointer = \$1::text AND (\$2::text IS NULL OR type = \$2::text)
RETURNING index_id::float8 AS "indexId", pointer, type, created_at::float8 AS "createdAt", declared_at::float8 AS "declaredAt",
  build_position::float8 AS "buildPosition", built_at::float8 AS "builtAt"`,
  encode: (each) => [each.pointer, each.type],
  parameters: ['pointer', 'type'],
  columns: ['indexId', 'pointer', 'type', 'createdAt', 'declaredAt', 'buildPosition', 'builtAt'],
};

export interface DropOldIndexesParameters {
  readonly before: number;
}
export interface DropOldIndexesRow {
  readonly indexId: number;
  readonly pointer: string;
  readonly type: string;
  readonly createdAt: number;
  readonly declaredAt: number;
  readonly buildPosition: number;
  readonly builtAt: number | null;
}
export const dropOldIndexes: Statement<DropOldIndexesParameters, DropOldIndexesRow> = {
  name: 'drop-old-indexes',
  text: `DELETE FROM metadata_indexes
WHERE declared_at < \$1::bigint
RETURNING index_id::float8 AS "indexId", pointer, type, created_at::float8 AS "createdAt", declared_at::float8 AS "declaredAt",
  build_position::float8 AS "buildPosition", built_at::float8 AS "builtAt"`,
  encode: (each) => [each.before],
  parameters: ['before'],
  columns: ['indexId', 'pointer', 'type', 'createdAt', 'declaredAt', 'buildPosition', 'builtAt'],
};

export interface DropOutlivedFailuresParameters {
  readonly oldest: number;
}
export interface DropOutlivedFailuresRow {
}
export const dropOutlivedFailures: Statement<DropOutlivedFailuresParameters, DropOutlivedFailuresRow> = {
  name: 'drop-outlived-failures',
  text: `WITH locked AS (
  SELECT webhook_id
  FROM webhooks
  WHERE EXISTS (
    SELECT FROM webhook_failures AS old
    WHERE old.webhook_id = webhooks.webhook_id AND old.next_at IS NULL AND old.event_id < \$1::bigint
  )
  ORDER BY webhook_id
  FOR UPDATE
), dropped AS (
  DELETE FROM webhook_failures
  USING locked
  WHERE webhook_failures.webhook_id = locked.webhook_id AND next_at IS NULL AND event_id < \$1::bigint
  RETURNING webhook_failures.webhook_id
)
UPDATE webhooks
SET missed_events = missed_events + counts.events
FROM (SELECT webhook_id, count(*) AS events FROM dropped GROUP BY webhook_id) AS counts
WHERE webhooks.webhook_id = counts.webhook_id`,
  encode: (each) => [each.oldest],
  parameters: ['oldest'],
  columns: [],
};

export interface DropWebhookLeasesParameters {
  readonly webhookIds: readonly string[];
  readonly takesAll: boolean;
  readonly holder: string;
}
export interface DropWebhookLeasesRow {
}
export const dropWebhookLeases: Statement<DropWebhookLeasesParameters, DropWebhookLeasesRow> = {
  name: 'drop-webhook-leases',
  text: `UPDATE webhooks
SET lease_holder = NULL, lease_until = 0
WHERE lease_holder = \$3::text AND (\$2::boolean OR webhook_id = ANY (\$1::text[]))`,
  encode: (each) => [texts(each.webhookIds), each.takesAll, each.holder],
  parameters: ['webhookIds', 'takesAll', 'holder'],
  columns: [],
};

export interface EditMetadataParameters {
  readonly ids: readonly number[];
  readonly versions: readonly number[];
  readonly requiredSessionIds: readonly (string | null)[];
  readonly sessionIds: readonly (string | null)[];
  readonly byServer: readonly boolean[];
  readonly keptAts: readonly (number | null)[];
  readonly newStarts: readonly number[];
  readonly texts: readonly (string | null)[];
  readonly keyIds: readonly (string | null)[];
  readonly lastWrites: readonly (string | null)[];
  readonly now: number | null;
  readonly timeout: number;
  readonly droppedIds: readonly number[];
  readonly droppedVersions: readonly number[];
  readonly keptSequentialId: readonly number[];
  readonly keptVersion: readonly number[];
  readonly keptWrittenAt: readonly (number | null)[];
  readonly keptSessionId: readonly (string | null)[];
  readonly keptBy: readonly Writer[];
  readonly keptKeyId: readonly (string | null)[];
  readonly keptKeptAt: readonly number[];
  readonly keptMilestone: readonly boolean[];
  readonly keptSizeBytes: readonly number[];
  readonly keptBaseVersion: readonly (number | null)[];
  readonly keptContent: readonly Uint8Array[];
  readonly auditedAuditId: readonly string[];
  readonly auditedKeyId: readonly (string | null)[];
  readonly auditedKeyName: readonly string[];
  readonly auditedAction: readonly AuditAction[];
  readonly auditedSequentialId: readonly (number | null)[];
  readonly auditedDetail: readonly (string | null)[];
  readonly auditedRequestId: readonly (string | null)[];
  readonly newestIndex: number;
  readonly indexIds: readonly number[];
  readonly entryStarts: readonly number[];
  readonly entryLengths: readonly number[];
  readonly entryBytes: Uint8Array;
  readonly labels: readonly (string | null)[];
  readonly foldedNames: readonly (string | null)[];
  readonly isUnchanged: readonly boolean[];
  readonly idempotencyKeys: readonly (string | null)[];
  readonly fingerprints: readonly (string | null)[];
  readonly outcomes: readonly (string | null)[];
  readonly briefOutcomes: readonly (string | null)[];
  readonly retention: number;
}
export interface EditMetadataRow {
  readonly sequentialId: number;
  readonly writtenAt: number | null;
}
export const editMetadata: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<EditMetadataParameters, EditMetadataRow>>> = {
  idempotency_keys: {
  name: 'edit-metadata on idempotency_keys',
  text: `WITH input AS (
  SELECT * FROM unnest(\$1::bigint[], \$2::bigint[], \$3::uuid[], \$4::uuid[], \$5::boolean[], \$6::bigint[], \$7::bigint[], \$8::int[], \$9::int[],
    \$11::text[], \$12::text[], \$44::boolean[], \$45::text[], \$46::text[], \$47::int[], \$48::int[], \$50::int[], \$51::int[],
    \$42::text[], \$43::text[]
  ) WITH ORDINALITY
    AS input (sequential_id, version, required_session_id, session_id, by_server, kept_at, new_starts, start, length, key_id, last_writes,
      is_unchanged, key, fingerprint, outcome_start, outcome_length, brief_start, brief_length, label, folded_name,
      position)
),
clock (now) AS (SELECT coalesce(\$13::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true)),
locked AS (
  SELECT input.*
  FROM input JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE (input.required_session_id IS NOT NULL OR input.key IS NOT NULL) AND metadata.version = input.version
    AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$13::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))) AND (SELECT now FROM clock) IS NOT NULL
  FOR NO KEY UPDATE OF metadata
),
active AS (
  SELECT active_sessions.sequential_id
  FROM locked JOIN active_sessions ON active_sessions.sequential_id = locked.sequential_id
  WHERE active_sessions.session_id = locked.required_session_id
    AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) - \$14::bigint
  ORDER BY active_sessions.sequential_id
  FOR KEY SHARE OF active_sessions
),
claimed AS (
  INSERT INTO idempotency_keys (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
  SELECT locked.sequential_id, locked.key, locked.fingerprint,
    convert_from(substring(\$49::bytea FROM locked.outcome_start FOR locked.outcome_length), 'UTF8'),
    convert_from(substring(\$52::bytea FROM locked.brief_start FOR locked.brief_length), 'UTF8'),
    (SELECT now FROM clock)
  FROM locked
  WHERE locked.key IS NOT NULL AND (locked.required_session_id IS NULL OR locked.is_unchanged
    OR EXISTS (SELECT FROM active WHERE active.sequential_id = locked.sequential_id))
  ON CONFLICT (sequential_id, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, outcome = excluded.outcome, brief_outcome = excluded.brief_outcome, is_shortened = false,
    created_at = excluded.created_at
  WHERE idempotency_keys.created_at <= excluded.created_at - \$53::bigint
  RETURNING sequential_id
),
updated AS (
  UPDATE metadata
  SET text = convert_from(substring(\$10::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
    written_at = (SELECT now FROM clock), written_session_id = input.session_id, by_server = input.by_server, written_key_id = input.key_id,
    kept_at = coalesce(input.kept_at, metadata.kept_at), unseen_starts = metadata.unseen_starts - input.new_starts,
    last_writes = coalesce(decode(input.last_writes, 'hex'), metadata.last_writes), index_set = \$37::bigint, indexed_version = metadata.version + 1,
    label_version = metadata.version + 1, label = input.label, folded_name = input.folded_name
  FROM input
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$13::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)))
    AND (input.required_session_id IS NULL OR EXISTS (SELECT FROM active WHERE active.sequential_id = input.sequential_id))
    AND (input.key IS NULL OR input.sequential_id = ANY (ARRAY(SELECT sequential_id FROM claimed)))
    AND input.is_unchanged IS NOT TRUE
  RETURNING metadata.sequential_id, metadata.written_at, input.position
),
deleted AS (
  DELETE FROM metadata_versions
  USING unnest(\$15::bigint[], \$16::bigint[]) AS surplus (sequential_id, version)
  WHERE metadata_versions.sequential_id = surplus.sequential_id AND metadata_versions.version = surplus.version
    AND EXISTS (SELECT FROM updated WHERE updated.sequential_id = surplus.sequential_id)
),
inserted AS (
  INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version, content)
  SELECT kept.sequential_id, kept.version, kept.written_at, kept.session_id, kept.by_server = 'server', kept.key_id, kept.kept_at, kept.milestone,
  kept.size_bytes, kept.base_version, substring(\$29::bytea FROM kept.content_start FOR kept.content_length)
  FROM unnest(\$17::bigint[], \$18::bigint[], \$19::bigint[], \$20::uuid[], \$21::text[], \$22::text[], \$23::bigint[], \$24::boolean[],
  \$25::int[], \$26::bigint[], \$27::int[], \$28::int[])
  AS kept (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version,
  content_start, content_length)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = kept.sequential_id)
  ON CONFLICT (sequential_id, version) DO UPDATE SET base_version = excluded.base_version, content = excluded.content
),
audited AS (
  INSERT INTO audit_entries (sequential_id, audit_id, key_id, key_name, action, detail, request_id, at)
  SELECT entry.sequential_id, entry.audit_id, entry.key_id, entry.key_name, entry.action, entry.detail, entry.request_id, (SELECT now FROM clock)
  FROM unnest(\$30::uuid[], \$31::text[], \$32::text[], \$33::text[], \$34::bigint[], \$35::text[], \$36::text[])
  AS entry (audit_id, key_id, key_name, action, sequential_id, detail, request_id)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = entry.sequential_id)
),
indexed AS (
  INSERT INTO metadata_index_entries (sequential_id, index_id, value)
  SELECT input.sequential_id, index.id, CASE WHEN (\$40::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number] >= 0
      THEN substring(\$41::bytea FROM (\$39::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number]
        FOR (\$40::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number])
    END
  FROM updated AS input CROSS JOIN unnest(\$38::bigint[]) WITH ORDINALITY AS index (id, number)
  ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
    WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value
)
SELECT sequential_id::float8 AS "sequentialId", written_at::float8 AS "writtenAt" FROM updated
UNION ALL
SELECT sequential_id::float8, NULL FROM claimed WHERE sequential_id = ANY (ARRAY(SELECT sequential_id FROM input WHERE is_unchanged))`,
  encode: (each) => [bigints(each.ids), bigints(each.versions), uuids(each.requiredSessionIds), uuids(each.sessionIds), booleans(each.byServer), bigints(each.keptAts), bigints(each.newStarts), ...packedTexts(each.texts), rareTexts(each.keyIds), rareTexts(each.lastWrites), each.now, each.timeout, bigints(each.droppedIds), bigints(each.droppedVersions), bigints(each.keptSequentialId), bigints(each.keptVersion), bigints(each.keptWrittenAt), uuids(each.keptSessionId), texts(each.keptBy), rareTexts(each.keptKeyId), bigints(each.keptKeptAt), booleans(each.keptMilestone), integers(each.keptSizeBytes), bigints(each.keptBaseVersion), ...packed(each.keptContent), uuids(each.auditedAuditId), rareTexts(each.auditedKeyId), texts(each.auditedKeyName), texts(each.auditedAction), bigints(each.auditedSequentialId), rareTexts(each.auditedDetail), rareTexts(each.auditedRequestId), each.newestIndex, bigints(each.indexIds), integers(each.entryStarts), integers(each.entryLengths), each.entryBytes, rareTexts(each.labels), rareTexts(each.foldedNames), booleans(each.isUnchanged), rareTexts(each.idempotencyKeys), rareTexts(each.fingerprints), ...packedTexts(each.outcomes), ...packedTexts(each.briefOutcomes), each.retention],
  parameters: ['ids', 'versions', 'requiredSessionIds', 'sessionIds', 'byServer', 'keptAts', 'newStarts', 'texts', 'keyIds', 'lastWrites', 'now', 'timeout', 'droppedIds', 'droppedVersions', 'keptSequentialId', 'keptVersion', 'keptWrittenAt', 'keptSessionId', 'keptBy', 'keptKeyId', 'keptKeptAt', 'keptMilestone', 'keptSizeBytes', 'keptBaseVersion', 'keptContent', 'auditedAuditId', 'auditedKeyId', 'auditedKeyName', 'auditedAction', 'auditedSequentialId', 'auditedDetail', 'auditedRequestId', 'newestIndex', 'indexIds', 'entryStarts', 'entryLengths', 'entryBytes', 'labels', 'foldedNames', 'isUnchanged', 'idempotencyKeys', 'fingerprints', 'outcomes', 'briefOutcomes', 'retention'],
  columns: ['sequentialId', 'writtenAt'],
},
  server_idempotency_keys: {
  name: 'edit-metadata on server_idempotency_keys',
  text: `WITH input AS (
  SELECT * FROM unnest(\$1::bigint[], \$2::bigint[], \$3::uuid[], \$4::uuid[], \$5::boolean[], \$6::bigint[], \$7::bigint[], \$8::int[], \$9::int[],
    \$11::text[], \$12::text[], \$44::boolean[], \$45::text[], \$46::text[], \$47::int[], \$48::int[], \$50::int[], \$51::int[],
    \$42::text[], \$43::text[]
  ) WITH ORDINALITY
    AS input (sequential_id, version, required_session_id, session_id, by_server, kept_at, new_starts, start, length, key_id, last_writes,
      is_unchanged, key, fingerprint, outcome_start, outcome_length, brief_start, brief_length, label, folded_name,
      position)
),
clock (now) AS (SELECT coalesce(\$13::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true)),
locked AS (
  SELECT input.*
  FROM input JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE (input.required_session_id IS NOT NULL OR input.key IS NOT NULL) AND metadata.version = input.version
    AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$13::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))) AND (SELECT now FROM clock) IS NOT NULL
  FOR NO KEY UPDATE OF metadata
),
active AS (
  SELECT active_sessions.sequential_id
  FROM locked JOIN active_sessions ON active_sessions.sequential_id = locked.sequential_id
  WHERE active_sessions.session_id = locked.required_session_id
    AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) - \$14::bigint
  ORDER BY active_sessions.sequential_id
  FOR KEY SHARE OF active_sessions
),
claimed AS (
  INSERT INTO server_idempotency_keys (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
  SELECT locked.sequential_id, locked.key, locked.fingerprint,
    convert_from(substring(\$49::bytea FROM locked.outcome_start FOR locked.outcome_length), 'UTF8'),
    convert_from(substring(\$52::bytea FROM locked.brief_start FOR locked.brief_length), 'UTF8'),
    (SELECT now FROM clock)
  FROM locked
  WHERE locked.key IS NOT NULL AND (locked.required_session_id IS NULL OR locked.is_unchanged
    OR EXISTS (SELECT FROM active WHERE active.sequential_id = locked.sequential_id))
  ON CONFLICT (sequential_id, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, outcome = excluded.outcome, brief_outcome = excluded.brief_outcome, is_shortened = false,
    created_at = excluded.created_at
  WHERE server_idempotency_keys.created_at <= excluded.created_at - \$53::bigint
  RETURNING sequential_id
),
updated AS (
  UPDATE metadata
  SET text = convert_from(substring(\$10::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
    written_at = (SELECT now FROM clock), written_session_id = input.session_id, by_server = input.by_server, written_key_id = input.key_id,
    kept_at = coalesce(input.kept_at, metadata.kept_at), unseen_starts = metadata.unseen_starts - input.new_starts,
    last_writes = coalesce(decode(input.last_writes, 'hex'), metadata.last_writes), index_set = \$37::bigint, indexed_version = metadata.version + 1,
    label_version = metadata.version + 1, label = input.label, folded_name = input.folded_name
  FROM input
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$13::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)))
    AND (input.required_session_id IS NULL OR EXISTS (SELECT FROM active WHERE active.sequential_id = input.sequential_id))
    AND (input.key IS NULL OR input.sequential_id = ANY (ARRAY(SELECT sequential_id FROM claimed)))
    AND input.is_unchanged IS NOT TRUE
  RETURNING metadata.sequential_id, metadata.written_at, input.position
),
deleted AS (
  DELETE FROM metadata_versions
  USING unnest(\$15::bigint[], \$16::bigint[]) AS surplus (sequential_id, version)
  WHERE metadata_versions.sequential_id = surplus.sequential_id AND metadata_versions.version = surplus.version
    AND EXISTS (SELECT FROM updated WHERE updated.sequential_id = surplus.sequential_id)
),
inserted AS (
  INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version, content)
  SELECT kept.sequential_id, kept.version, kept.written_at, kept.session_id, kept.by_server = 'server', kept.key_id, kept.kept_at, kept.milestone,
  kept.size_bytes, kept.base_version, substring(\$29::bytea FROM kept.content_start FOR kept.content_length)
  FROM unnest(\$17::bigint[], \$18::bigint[], \$19::bigint[], \$20::uuid[], \$21::text[], \$22::text[], \$23::bigint[], \$24::boolean[],
  \$25::int[], \$26::bigint[], \$27::int[], \$28::int[])
  AS kept (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version,
  content_start, content_length)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = kept.sequential_id)
  ON CONFLICT (sequential_id, version) DO UPDATE SET base_version = excluded.base_version, content = excluded.content
),
audited AS (
  INSERT INTO audit_entries (sequential_id, audit_id, key_id, key_name, action, detail, request_id, at)
  SELECT entry.sequential_id, entry.audit_id, entry.key_id, entry.key_name, entry.action, entry.detail, entry.request_id, (SELECT now FROM clock)
  FROM unnest(\$30::uuid[], \$31::text[], \$32::text[], \$33::text[], \$34::bigint[], \$35::text[], \$36::text[])
  AS entry (audit_id, key_id, key_name, action, sequential_id, detail, request_id)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = entry.sequential_id)
),
indexed AS (
  INSERT INTO metadata_index_entries (sequential_id, index_id, value)
  SELECT input.sequential_id, index.id, CASE WHEN (\$40::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number] >= 0
      THEN substring(\$41::bytea FROM (\$39::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number]
        FOR (\$40::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number])
    END
  FROM updated AS input CROSS JOIN unnest(\$38::bigint[]) WITH ORDINALITY AS index (id, number)
  ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
    WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value
)
SELECT sequential_id::float8 AS "sequentialId", written_at::float8 AS "writtenAt" FROM updated
UNION ALL
SELECT sequential_id::float8, NULL FROM claimed WHERE sequential_id = ANY (ARRAY(SELECT sequential_id FROM input WHERE is_unchanged))`,
  encode: (each) => [bigints(each.ids), bigints(each.versions), uuids(each.requiredSessionIds), uuids(each.sessionIds), booleans(each.byServer), bigints(each.keptAts), bigints(each.newStarts), ...packedTexts(each.texts), rareTexts(each.keyIds), rareTexts(each.lastWrites), each.now, each.timeout, bigints(each.droppedIds), bigints(each.droppedVersions), bigints(each.keptSequentialId), bigints(each.keptVersion), bigints(each.keptWrittenAt), uuids(each.keptSessionId), texts(each.keptBy), rareTexts(each.keptKeyId), bigints(each.keptKeptAt), booleans(each.keptMilestone), integers(each.keptSizeBytes), bigints(each.keptBaseVersion), ...packed(each.keptContent), uuids(each.auditedAuditId), rareTexts(each.auditedKeyId), texts(each.auditedKeyName), texts(each.auditedAction), bigints(each.auditedSequentialId), rareTexts(each.auditedDetail), rareTexts(each.auditedRequestId), each.newestIndex, bigints(each.indexIds), integers(each.entryStarts), integers(each.entryLengths), each.entryBytes, rareTexts(each.labels), rareTexts(each.foldedNames), booleans(each.isUnchanged), rareTexts(each.idempotencyKeys), rareTexts(each.fingerprints), ...packedTexts(each.outcomes), ...packedTexts(each.briefOutcomes), each.retention],
  parameters: ['ids', 'versions', 'requiredSessionIds', 'sessionIds', 'byServer', 'keptAts', 'newStarts', 'texts', 'keyIds', 'lastWrites', 'now', 'timeout', 'droppedIds', 'droppedVersions', 'keptSequentialId', 'keptVersion', 'keptWrittenAt', 'keptSessionId', 'keptBy', 'keptKeyId', 'keptKeptAt', 'keptMilestone', 'keptSizeBytes', 'keptBaseVersion', 'keptContent', 'auditedAuditId', 'auditedKeyId', 'auditedKeyName', 'auditedAction', 'auditedSequentialId', 'auditedDetail', 'auditedRequestId', 'newestIndex', 'indexIds', 'entryStarts', 'entryLengths', 'entryBytes', 'labels', 'foldedNames', 'isUnchanged', 'idempotencyKeys', 'fingerprints', 'outcomes', 'briefOutcomes', 'retention'],
  columns: ['sequentialId', 'writtenAt'],
},
};

export interface EditMetadataWithEventsParameters {
  readonly ids: readonly number[];
  readonly versions: readonly number[];
  readonly requiredSessionIds: readonly (string | null)[];
  readonly sessionIds: readonly (string | null)[];
  readonly byServer: readonly boolean[];
  readonly keptAts: readonly (number | null)[];
  readonly newStarts: readonly number[];
  readonly texts: readonly (string | null)[];
  readonly keyIds: readonly (string | null)[];
  readonly lastWrites: readonly (string | null)[];
  readonly now: number | null;
  readonly timeout: number;
  readonly droppedIds: readonly number[];
  readonly droppedVersions: readonly number[];
  readonly keptSequentialId: readonly number[];
  readonly keptVersion: readonly number[];
  readonly keptWrittenAt: readonly (number | null)[];
  readonly keptSessionId: readonly (string | null)[];
  readonly keptBy: readonly Writer[];
  readonly keptKeyId: readonly (string | null)[];
  readonly keptKeptAt: readonly number[];
  readonly keptMilestone: readonly boolean[];
  readonly keptSizeBytes: readonly number[];
  readonly keptBaseVersion: readonly (number | null)[];
  readonly keptContent: readonly Uint8Array[];
  readonly auditedAuditId: readonly string[];
  readonly auditedKeyId: readonly (string | null)[];
  readonly auditedKeyName: readonly string[];
  readonly auditedAction: readonly AuditAction[];
  readonly auditedSequentialId: readonly (number | null)[];
  readonly auditedDetail: readonly (string | null)[];
  readonly auditedRequestId: readonly (string | null)[];
  readonly newestIndex: number;
  readonly indexIds: readonly number[];
  readonly entryStarts: readonly number[];
  readonly entryLengths: readonly number[];
  readonly entryBytes: Uint8Array;
  readonly labels: readonly (string | null)[];
  readonly foldedNames: readonly (string | null)[];
  readonly isUnchanged: readonly boolean[];
  readonly idempotencyKeys: readonly (string | null)[];
  readonly fingerprints: readonly (string | null)[];
  readonly outcomes: readonly (string | null)[];
  readonly briefOutcomes: readonly (string | null)[];
  readonly retention: number;
  readonly toldTypes: readonly (number | null)[];
  readonly toldData: readonly (string | null)[];
  readonly toldPersonal: readonly (string | null)[];
  readonly toldMembers: readonly (string | null)[];
  readonly mostMemberBytes: number;
}
export interface EditMetadataWithEventsRow {
  readonly sequentialId: number;
  readonly writtenAt: number | null;
}
export const editMetadataWithEvents: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<EditMetadataWithEventsParameters, EditMetadataWithEventsRow>>> = {
  idempotency_keys: {
  name: 'edit-metadata-with-events on idempotency_keys',
  text: `WITH input AS (
  SELECT * FROM unnest(\$1::bigint[], \$2::bigint[], \$3::uuid[], \$4::uuid[], \$5::boolean[], \$6::bigint[], \$7::bigint[], \$8::int[], \$9::int[],
    \$11::text[], \$12::text[], \$44::boolean[], \$45::text[], \$46::text[], \$47::int[], \$48::int[], \$50::int[], \$51::int[],
    \$42::text[], \$43::text[]
    , \$59::int[], \$60::int[]
  ) WITH ORDINALITY
    AS input (sequential_id, version, required_session_id, session_id, by_server, kept_at, new_starts, start, length, key_id, last_writes,
      is_unchanged, key, fingerprint, outcome_start, outcome_length, brief_start, brief_length, label, folded_name,
      members_start, members_length,
      position)
),
clock (now) AS (SELECT coalesce(\$13::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true)),
locked AS (
  SELECT input.*
  FROM input JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE (input.required_session_id IS NOT NULL OR input.key IS NOT NULL) AND metadata.version = input.version
    AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$13::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))) AND (SELECT now FROM clock) IS NOT NULL
  FOR NO KEY UPDATE OF metadata
),
active AS (
  SELECT active_sessions.sequential_id
  FROM locked JOIN active_sessions ON active_sessions.sequential_id = locked.sequential_id
  WHERE active_sessions.session_id = locked.required_session_id
    AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) - \$14::bigint
  ORDER BY active_sessions.sequential_id
  FOR KEY SHARE OF active_sessions
),
claimed AS (
  INSERT INTO idempotency_keys (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
  SELECT locked.sequential_id, locked.key, locked.fingerprint,
    convert_from(substring(\$49::bytea FROM locked.outcome_start FOR locked.outcome_length), 'UTF8'),
    convert_from(substring(\$52::bytea FROM locked.brief_start FOR locked.brief_length), 'UTF8'),
    (SELECT now FROM clock)
  FROM locked
  WHERE locked.key IS NOT NULL AND (locked.required_session_id IS NULL OR locked.is_unchanged
    OR EXISTS (SELECT FROM active WHERE active.sequential_id = locked.sequential_id))
  ON CONFLICT (sequential_id, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, outcome = excluded.outcome, brief_outcome = excluded.brief_outcome, is_shortened = false,
    created_at = excluded.created_at
  WHERE idempotency_keys.created_at <= excluded.created_at - \$53::bigint
  RETURNING sequential_id
),
updated AS (
  UPDATE metadata
  SET text = convert_from(substring(\$10::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
    written_at = (SELECT now FROM clock), written_session_id = input.session_id, by_server = input.by_server, written_key_id = input.key_id,
    kept_at = coalesce(input.kept_at, metadata.kept_at), unseen_starts = metadata.unseen_starts - input.new_starts,
    last_writes = coalesce(decode(input.last_writes, 'hex'), metadata.last_writes), index_set = \$37::bigint, indexed_version = metadata.version + 1,
    label_version = metadata.version + 1, label = input.label, folded_name = input.folded_name
    , told_period = (SELECT now FROM clock) / 2592000000,
    told_bytes = CASE WHEN metadata.told_period = (SELECT now FROM clock) / 2592000000 THEN metadata.told_bytes ELSE 0 END + coalesce(input.members_length, 0)
  FROM input
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$13::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)))
    AND (input.required_session_id IS NULL OR EXISTS (SELECT FROM active WHERE active.sequential_id = input.sequential_id))
    AND (input.key IS NULL OR input.sequential_id = ANY (ARRAY(SELECT sequential_id FROM claimed)))
    AND input.is_unchanged IS NOT TRUE
  RETURNING metadata.sequential_id, metadata.written_at, input.position
    , input.members_start, input.members_length, metadata.told_bytes
),
deleted AS (
  DELETE FROM metadata_versions
  USING unnest(\$15::bigint[], \$16::bigint[]) AS surplus (sequential_id, version)
  WHERE metadata_versions.sequential_id = surplus.sequential_id AND metadata_versions.version = surplus.version
    AND EXISTS (SELECT FROM updated WHERE updated.sequential_id = surplus.sequential_id)
),
inserted AS (
  INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version, content)
  SELECT kept.sequential_id, kept.version, kept.written_at, kept.session_id, kept.by_server = 'server', kept.key_id, kept.kept_at, kept.milestone,
  kept.size_bytes, kept.base_version, substring(\$29::bytea FROM kept.content_start FOR kept.content_length)
  FROM unnest(\$17::bigint[], \$18::bigint[], \$19::bigint[], \$20::uuid[], \$21::text[], \$22::text[], \$23::bigint[], \$24::boolean[],
  \$25::int[], \$26::bigint[], \$27::int[], \$28::int[])
  AS kept (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version,
  content_start, content_length)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = kept.sequential_id)
  ON CONFLICT (sequential_id, version) DO UPDATE SET base_version = excluded.base_version, content = excluded.content
),
audited AS (
  INSERT INTO audit_entries (sequential_id, audit_id, key_id, key_name, action, detail, request_id, at)
  SELECT entry.sequential_id, entry.audit_id, entry.key_id, entry.key_name, entry.action, entry.detail, entry.request_id, (SELECT now FROM clock)
  FROM unnest(\$30::uuid[], \$31::text[], \$32::text[], \$33::text[], \$34::bigint[], \$35::text[], \$36::text[])
  AS entry (audit_id, key_id, key_name, action, sequential_id, detail, request_id)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = entry.sequential_id)
),
indexed AS (
  INSERT INTO metadata_index_entries (sequential_id, index_id, value)
  SELECT input.sequential_id, index.id, CASE WHEN (\$40::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number] >= 0
      THEN substring(\$41::bytea FROM (\$39::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number]
        FOR (\$40::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number])
    END
  FROM updated AS input CROSS JOIN unnest(\$38::bigint[]) WITH ORDINALITY AS index (id, number)
  ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
    WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value
)
, told AS (
  INSERT INTO events (at, type, sequential_id, data, personal)
  SELECT (SELECT now FROM clock), event.type, updated.sequential_id,
    convert_from(substring(\$57::bytea FROM event.start FOR event.length), 'UTF8'),
    coalesce(CASE WHEN updated.told_bytes <= \$62::bigint
      THEN '{"members":' || convert_from(substring(\$61::bytea FROM updated.members_start FOR updated.members_length), 'UTF8') END || coalesce(',' || substring(event.personal FROM 2), '}'), event.personal)
  FROM updated JOIN unnest(\$54::int[], \$55::int[], \$56::int[], \$58::text[]) WITH ORDINALITY
    AS event (type, start, length, personal, position) ON event.position = updated.position
)
SELECT sequential_id::float8 AS "sequentialId", written_at::float8 AS "writtenAt" FROM updated
UNION ALL
SELECT sequential_id::float8, NULL FROM claimed WHERE sequential_id = ANY (ARRAY(SELECT sequential_id FROM input WHERE is_unchanged))`,
  encode: (each) => [bigints(each.ids), bigints(each.versions), uuids(each.requiredSessionIds), uuids(each.sessionIds), booleans(each.byServer), bigints(each.keptAts), bigints(each.newStarts), ...packedTexts(each.texts), rareTexts(each.keyIds), rareTexts(each.lastWrites), each.now, each.timeout, bigints(each.droppedIds), bigints(each.droppedVersions), bigints(each.keptSequentialId), bigints(each.keptVersion), bigints(each.keptWrittenAt), uuids(each.keptSessionId), texts(each.keptBy), rareTexts(each.keptKeyId), bigints(each.keptKeptAt), booleans(each.keptMilestone), integers(each.keptSizeBytes), bigints(each.keptBaseVersion), ...packed(each.keptContent), uuids(each.auditedAuditId), rareTexts(each.auditedKeyId), texts(each.auditedKeyName), texts(each.auditedAction), bigints(each.auditedSequentialId), rareTexts(each.auditedDetail), rareTexts(each.auditedRequestId), each.newestIndex, bigints(each.indexIds), integers(each.entryStarts), integers(each.entryLengths), each.entryBytes, rareTexts(each.labels), rareTexts(each.foldedNames), booleans(each.isUnchanged), rareTexts(each.idempotencyKeys), rareTexts(each.fingerprints), ...packedTexts(each.outcomes), ...packedTexts(each.briefOutcomes), each.retention, integers(each.toldTypes), ...packedTexts(each.toldData), rareTexts(each.toldPersonal), ...packedTexts(each.toldMembers), each.mostMemberBytes],
  parameters: ['ids', 'versions', 'requiredSessionIds', 'sessionIds', 'byServer', 'keptAts', 'newStarts', 'texts', 'keyIds', 'lastWrites', 'now', 'timeout', 'droppedIds', 'droppedVersions', 'keptSequentialId', 'keptVersion', 'keptWrittenAt', 'keptSessionId', 'keptBy', 'keptKeyId', 'keptKeptAt', 'keptMilestone', 'keptSizeBytes', 'keptBaseVersion', 'keptContent', 'auditedAuditId', 'auditedKeyId', 'auditedKeyName', 'auditedAction', 'auditedSequentialId', 'auditedDetail', 'auditedRequestId', 'newestIndex', 'indexIds', 'entryStarts', 'entryLengths', 'entryBytes', 'labels', 'foldedNames', 'isUnchanged', 'idempotencyKeys', 'fingerprints', 'outcomes', 'briefOutcomes', 'retention', 'toldTypes', 'toldData', 'toldPersonal', 'toldMembers', 'mostMemberBytes'],
  columns: ['sequentialId', 'writtenAt'],
},
  server_idempotency_keys: {
  name: 'edit-metadata-with-events on server_idempotency_keys',
  text: `WITH input AS (
  SELECT * FROM unnest(\$1::bigint[], \$2::bigint[], \$3::uuid[], \$4::uuid[], \$5::boolean[], \$6::bigint[], \$7::bigint[], \$8::int[], \$9::int[],
    \$11::text[], \$12::text[], \$44::boolean[], \$45::text[], \$46::text[], \$47::int[], \$48::int[], \$50::int[], \$51::int[],
    \$42::text[], \$43::text[]
    , \$59::int[], \$60::int[]
  ) WITH ORDINALITY
    AS input (sequential_id, version, required_session_id, session_id, by_server, kept_at, new_starts, start, length, key_id, last_writes,
      is_unchanged, key, fingerprint, outcome_start, outcome_length, brief_start, brief_length, label, folded_name,
      members_start, members_length,
      position)
),
clock (now) AS (SELECT coalesce(\$13::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true)),
locked AS (
  SELECT input.*
  FROM input JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE (input.required_session_id IS NOT NULL OR input.key IS NOT NULL) AND metadata.version = input.version
    AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$13::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))) AND (SELECT now FROM clock) IS NOT NULL
  FOR NO KEY UPDATE OF metadata
),
active AS (
  SELECT active_sessions.sequential_id
  FROM locked JOIN active_sessions ON active_sessions.sequential_id = locked.sequential_id
  WHERE active_sessions.session_id = locked.required_session_id
    AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) - \$14::bigint
  ORDER BY active_sessions.sequential_id
  FOR KEY SHARE OF active_sessions
),
claimed AS (
  INSERT INTO server_idempotency_keys (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
  SELECT locked.sequential_id, locked.key, locked.fingerprint,
    convert_from(substring(\$49::bytea FROM locked.outcome_start FOR locked.outcome_length), 'UTF8'),
    convert_from(substring(\$52::bytea FROM locked.brief_start FOR locked.brief_length), 'UTF8'),
    (SELECT now FROM clock)
  FROM locked
  WHERE locked.key IS NOT NULL AND (locked.required_session_id IS NULL OR locked.is_unchanged
    OR EXISTS (SELECT FROM active WHERE active.sequential_id = locked.sequential_id))
  ON CONFLICT (sequential_id, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, outcome = excluded.outcome, brief_outcome = excluded.brief_outcome, is_shortened = false,
    created_at = excluded.created_at
  WHERE server_idempotency_keys.created_at <= excluded.created_at - \$53::bigint
  RETURNING sequential_id
),
updated AS (
  UPDATE metadata
  SET text = convert_from(substring(\$10::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
    written_at = (SELECT now FROM clock), written_session_id = input.session_id, by_server = input.by_server, written_key_id = input.key_id,
    kept_at = coalesce(input.kept_at, metadata.kept_at), unseen_starts = metadata.unseen_starts - input.new_starts,
    last_writes = coalesce(decode(input.last_writes, 'hex'), metadata.last_writes), index_set = \$37::bigint, indexed_version = metadata.version + 1,
    label_version = metadata.version + 1, label = input.label, folded_name = input.folded_name
    , told_period = (SELECT now FROM clock) / 2592000000,
    told_bytes = CASE WHEN metadata.told_period = (SELECT now FROM clock) / 2592000000 THEN metadata.told_bytes ELSE 0 END + coalesce(input.members_length, 0)
  FROM input
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (input.by_server OR (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$13::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)))
    AND (input.required_session_id IS NULL OR EXISTS (SELECT FROM active WHERE active.sequential_id = input.sequential_id))
    AND (input.key IS NULL OR input.sequential_id = ANY (ARRAY(SELECT sequential_id FROM claimed)))
    AND input.is_unchanged IS NOT TRUE
  RETURNING metadata.sequential_id, metadata.written_at, input.position
    , input.members_start, input.members_length, metadata.told_bytes
),
deleted AS (
  DELETE FROM metadata_versions
  USING unnest(\$15::bigint[], \$16::bigint[]) AS surplus (sequential_id, version)
  WHERE metadata_versions.sequential_id = surplus.sequential_id AND metadata_versions.version = surplus.version
    AND EXISTS (SELECT FROM updated WHERE updated.sequential_id = surplus.sequential_id)
),
inserted AS (
  INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version, content)
  SELECT kept.sequential_id, kept.version, kept.written_at, kept.session_id, kept.by_server = 'server', kept.key_id, kept.kept_at, kept.milestone,
  kept.size_bytes, kept.base_version, substring(\$29::bytea FROM kept.content_start FOR kept.content_length)
  FROM unnest(\$17::bigint[], \$18::bigint[], \$19::bigint[], \$20::uuid[], \$21::text[], \$22::text[], \$23::bigint[], \$24::boolean[],
  \$25::int[], \$26::bigint[], \$27::int[], \$28::int[])
  AS kept (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version,
  content_start, content_length)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = kept.sequential_id)
  ON CONFLICT (sequential_id, version) DO UPDATE SET base_version = excluded.base_version, content = excluded.content
),
audited AS (
  INSERT INTO audit_entries (sequential_id, audit_id, key_id, key_name, action, detail, request_id, at)
  SELECT entry.sequential_id, entry.audit_id, entry.key_id, entry.key_name, entry.action, entry.detail, entry.request_id, (SELECT now FROM clock)
  FROM unnest(\$30::uuid[], \$31::text[], \$32::text[], \$33::text[], \$34::bigint[], \$35::text[], \$36::text[])
  AS entry (audit_id, key_id, key_name, action, sequential_id, detail, request_id)
  WHERE EXISTS (SELECT FROM updated WHERE updated.sequential_id = entry.sequential_id)
),
indexed AS (
  INSERT INTO metadata_index_entries (sequential_id, index_id, value)
  SELECT input.sequential_id, index.id, CASE WHEN (\$40::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number] >= 0
      THEN substring(\$41::bytea FROM (\$39::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number]
        FOR (\$40::int[])[(input.position - 1) * cardinality(\$38::bigint[]) + index.number])
    END
  FROM updated AS input CROSS JOIN unnest(\$38::bigint[]) WITH ORDINALITY AS index (id, number)
  ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
    WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value
)
, told AS (
  INSERT INTO events (at, type, sequential_id, data, personal)
  SELECT (SELECT now FROM clock), event.type, updated.sequential_id,
    convert_from(substring(\$57::bytea FROM event.start FOR event.length), 'UTF8'),
    coalesce(CASE WHEN updated.told_bytes <= \$62::bigint
      THEN '{"members":' || convert_from(substring(\$61::bytea FROM updated.members_start FOR updated.members_length), 'UTF8') END || coalesce(',' || substring(event.personal FROM 2), '}'), event.personal)
  FROM updated JOIN unnest(\$54::int[], \$55::int[], \$56::int[], \$58::text[]) WITH ORDINALITY
    AS event (type, start, length, personal, position) ON event.position = updated.position
)
SELECT sequential_id::float8 AS "sequentialId", written_at::float8 AS "writtenAt" FROM updated
UNION ALL
SELECT sequential_id::float8, NULL FROM claimed WHERE sequential_id = ANY (ARRAY(SELECT sequential_id FROM input WHERE is_unchanged))`,
  encode: (each) => [bigints(each.ids), bigints(each.versions), uuids(each.requiredSessionIds), uuids(each.sessionIds), booleans(each.byServer), bigints(each.keptAts), bigints(each.newStarts), ...packedTexts(each.texts), rareTexts(each.keyIds), rareTexts(each.lastWrites), each.now, each.timeout, bigints(each.droppedIds), bigints(each.droppedVersions), bigints(each.keptSequentialId), bigints(each.keptVersion), bigints(each.keptWrittenAt), uuids(each.keptSessionId), texts(each.keptBy), rareTexts(each.keptKeyId), bigints(each.keptKeptAt), booleans(each.keptMilestone), integers(each.keptSizeBytes), bigints(each.keptBaseVersion), ...packed(each.keptContent), uuids(each.auditedAuditId), rareTexts(each.auditedKeyId), texts(each.auditedKeyName), texts(each.auditedAction), bigints(each.auditedSequentialId), rareTexts(each.auditedDetail), rareTexts(each.auditedRequestId), each.newestIndex, bigints(each.indexIds), integers(each.entryStarts), integers(each.entryLengths), each.entryBytes, rareTexts(each.labels), rareTexts(each.foldedNames), booleans(each.isUnchanged), rareTexts(each.idempotencyKeys), rareTexts(each.fingerprints), ...packedTexts(each.outcomes), ...packedTexts(each.briefOutcomes), each.retention, integers(each.toldTypes), ...packedTexts(each.toldData), rareTexts(each.toldPersonal), ...packedTexts(each.toldMembers), each.mostMemberBytes],
  parameters: ['ids', 'versions', 'requiredSessionIds', 'sessionIds', 'byServer', 'keptAts', 'newStarts', 'texts', 'keyIds', 'lastWrites', 'now', 'timeout', 'droppedIds', 'droppedVersions', 'keptSequentialId', 'keptVersion', 'keptWrittenAt', 'keptSessionId', 'keptBy', 'keptKeyId', 'keptKeptAt', 'keptMilestone', 'keptSizeBytes', 'keptBaseVersion', 'keptContent', 'auditedAuditId', 'auditedKeyId', 'auditedKeyName', 'auditedAction', 'auditedSequentialId', 'auditedDetail', 'auditedRequestId', 'newestIndex', 'indexIds', 'entryStarts', 'entryLengths', 'entryBytes', 'labels', 'foldedNames', 'isUnchanged', 'idempotencyKeys', 'fingerprints', 'outcomes', 'briefOutcomes', 'retention', 'toldTypes', 'toldData', 'toldPersonal', 'toldMembers', 'mostMemberBytes'],
  columns: ['sequentialId', 'writtenAt'],
},
};

export interface EndLossesParameters {
  readonly restoredIds: readonly number[];
  readonly restoredVersions: readonly number[];
  readonly restoredAt: number;
  readonly written: readonly number[];
}
export interface EndLossesRow {
}
export const endLosses: Statement<EndLossesParameters, EndLossesRow> = {
  name: 'end-losses',
  text: `UPDATE metadata_losses
SET restored_at = \$3::bigint
FROM unnest(\$1::bigint[], \$2::bigint[]) AS restored (sequential_id, version)
WHERE metadata_losses.sequential_id = ANY (\$4::bigint[]) AND metadata_losses.sequential_id = restored.sequential_id
  AND metadata_losses.version > restored.version AND metadata_losses.restored_at IS NULL`,
  encode: (each) => [bigints(each.restoredIds), bigints(each.restoredVersions), each.restoredAt, bigints(each.written)],
  parameters: ['restoredIds', 'restoredVersions', 'restoredAt', 'written'],
  columns: [],
};

export interface EndRoleCheckParameters {
  readonly digest: string;
  readonly tokens: string;
  readonly now: number | null;
}
export interface EndRoleCheckRow {
}
export const endRoleCheck: Statement<EndRoleCheckParameters, EndRoleCheckRow> = {
  name: 'end-role-check',
  text: `UPDATE console_sessions
SET confirmed_at = coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint), checking_until = NULL, tokens = \$2::text
WHERE digest = \$1::text`,
  encode: (each) => [each.digest, each.tokens, each.now],
  parameters: ['digest', 'tokens', 'now'],
  columns: [],
};

export interface EndSessionsParameters {
  readonly ids: readonly number[];
  readonly reasons: readonly EndReason[];
  readonly sessionIds: readonly (string | null)[];
  readonly now: number | null;
  readonly timeout: number;
  readonly onlyExpired: boolean;
}
export interface EndSessionsRow {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly reason: EndReason;
  readonly contextBytes: number | null;
}
export const endSessions: Statement<EndSessionsParameters, EndSessionsRow> = {
  name: 'end-sessions',
  text: `WITH clock (now) AS (SELECT coalesce(\$4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true)),
deleted AS (
  DELETE FROM active_sessions
  USING unnest(\$1::bigint[], \$2::text[], \$3::uuid[]) AS input (sequential_id, reason, session_id)
  WHERE active_sessions.sequential_id = input.sequential_id AND (input.session_id IS NULL OR active_sessions.session_id = input.session_id)
    AND (SELECT now FROM clock) IS NOT NULL AND (NOT \$6::boolean OR coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= (SELECT now FROM clock) - \$5::bigint)
  RETURNING active_sessions.sequential_id, active_sessions.session_id, active_sessions.started_at,
    active_sessions.last_activity, active_sessions.context, active_sessions.installation_id, input.reason, coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= (SELECT now FROM clock) - \$5::bigint AS expired
)
INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context, installation_id)
SELECT sequential_id, CASE WHEN expired THEN last_activity ELSE greatest((SELECT now FROM clock), last_activity) END,
  session_id, started_at, CASE WHEN expired THEN 'expired' ELSE reason END, context, installation_id
FROM deleted
ON CONFLICT (sequential_id, ended_at, session_id) DO UPDATE SET reason = excluded.reason
RETURNING sequential_id::float8 AS "sequentialId", ended_at::float8 AS "endedAt", session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", reason, octet_length(context) AS "contextBytes"`,
  encode: (each) => [bigints(each.ids), texts(each.reasons), uuids(each.sessionIds), each.now, each.timeout, each.onlyExpired],
  parameters: ['ids', 'reasons', 'sessionIds', 'now', 'timeout', 'onlyExpired'],
  columns: ['sequentialId', 'endedAt', 'sessionId', 'startedAt', 'reason', 'contextBytes'],
};

export interface EndSessionsWithEventsParameters {
  readonly ids: readonly number[];
  readonly reasons: readonly EndReason[];
  readonly sessionIds: readonly (string | null)[];
  readonly now: number | null;
  readonly timeout: number;
  readonly onlyExpired: boolean;
  readonly toldType: number;
  readonly ownContextBytes: number;
}
export interface EndSessionsWithEventsRow {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly reason: EndReason;
  readonly contextBytes: number | null;
}
export const endSessionsWithEvents: Statement<EndSessionsWithEventsParameters, EndSessionsWithEventsRow> = {
  name: 'end-sessions-with-events',
  text: `WITH clock (now) AS (SELECT coalesce(\$4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true)),
locked AS (
  SELECT metadata.sequential_id FROM unnest(\$1::bigint[]) AS input (sequential_id) JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE (SELECT now FROM clock) IS NOT NULL
  FOR NO KEY UPDATE OF metadata
),
deleted AS (
  DELETE FROM active_sessions
  USING unnest(\$1::bigint[], \$2::text[], \$3::uuid[]) AS input (sequential_id, reason, session_id)
  WHERE active_sessions.sequential_id = input.sequential_id AND (input.session_id IS NULL OR active_sessions.session_id = input.session_id)
    AND (SELECT now FROM clock) IS NOT NULL AND (NOT \$6::boolean OR coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= (SELECT now FROM clock) - \$5::bigint)
    AND (SELECT count(*) FROM locked) >= 0
  RETURNING active_sessions.sequential_id, active_sessions.session_id, active_sessions.started_at,
    active_sessions.last_activity, active_sessions.context, active_sessions.installation_id, input.reason, coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= (SELECT now FROM clock) - \$5::bigint AS expired
)
, ended AS (
INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context, installation_id)
SELECT sequential_id, CASE WHEN expired THEN last_activity ELSE greatest((SELECT now FROM clock), last_activity) END,
  session_id, started_at, CASE WHEN expired THEN 'expired' ELSE reason END, context, installation_id
FROM deleted
ON CONFLICT (sequential_id, ended_at, session_id) DO UPDATE SET reason = excluded.reason
RETURNING sequential_id::float8 AS "sequentialId", ended_at::float8 AS "endedAt", session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", reason, octet_length(context) AS "contextBytes"
  , context
),
told AS (
  INSERT INTO events (at, type, sequential_id, data, personal)
  SELECT (SELECT now FROM clock), \$7::int, "sequentialId"::bigint, '{"sessionId":"' || "sessionId" || '","startedAt":' || "startedAt"::bigint
      || ',"endedAt":' || "endedAt"::bigint || ',"reason":"' || reason
      || CASE WHEN "contextBytes" > \$8::int THEN '","inSession":true}' ELSE '"}' END,
    CASE WHEN "contextBytes" <= \$8::int THEN '{"context":' || context || '}' END
  FROM ended
)
SELECT "sequentialId", "endedAt", "sessionId", "startedAt", reason, "contextBytes" FROM ended`,
  encode: (each) => [bigints(each.ids), texts(each.reasons), uuids(each.sessionIds), each.now, each.timeout, each.onlyExpired, each.toldType, each.ownContextBytes],
  parameters: ['ids', 'reasons', 'sessionIds', 'now', 'timeout', 'onlyExpired', 'toldType', 'ownContextBytes'],
  columns: ['sequentialId', 'endedAt', 'sessionId', 'startedAt', 'reason', 'contextBytes'],
};

export interface FilterByValuesParameters {
  readonly ids: readonly number[];
  readonly indexIds: readonly number[];
  readonly lowers: readonly string[];
  readonly uppers: readonly string[];
}
export interface FilterByValuesRow {
  readonly sequentialId: number;
}
export const filterByValues: Statement<FilterByValuesParameters, FilterByValuesRow> = {
  name: 'filter-by-values',
  text: `SELECT sequential_id::float8 AS "sequentialId"
FROM unnest(\$2::bigint[], \$3::text[], \$4::text[]) AS range (index_id, lower, upper)
JOIN metadata_index_entries AS entry ON entry.index_id = range.index_id
  AND coalesce(value >= decode(lower, 'hex') AND value < decode(upper, 'hex'), false)
WHERE entry.sequential_id = ANY (\$1::bigint[]) AND entry.index_id = ANY (\$2::bigint[])
GROUP BY sequential_id
HAVING count(*) = cardinality(\$2::bigint[])`,
  encode: (each) => [bigints(each.ids), bigints(each.indexIds), texts(each.lowers), texts(each.uppers)],
  parameters: ['ids', 'indexIds', 'lowers', 'uppers'],
  columns: ['sequentialId'],
};

export interface FindActiveDaysParameters {
  readonly ids: readonly number[];
}
export interface FindActiveDaysRow {
  readonly id: number;
  readonly days: string;
}
export const findActiveDays: Statement<FindActiveDaysParameters, FindActiveDaysRow> = {
  name: 'find-active-days',
  text: `SELECT sequential_id::float8 AS id, days FROM statistics_players WHERE sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: ['id', 'days'],
};

export interface FindAnnouncedDropParameters {
  readonly before: number;
}
export interface FindAnnouncedDropRow {
  readonly id: number;
}
export const findAnnouncedDrop: Statement<FindAnnouncedDropParameters, FindAnnouncedDropRow> = {
  name: 'find-announced-drop',
  text: `SELECT id::int
FROM statistics_state
WHERE id = 1 AND dropped_before >= \$1::bigint AND reset_position IS NULL`,
  encode: (each) => [each.before],
  parameters: ['before'],
  columns: ['id'],
};

export interface FindCertainTimeParameters {
  readonly now: number | null;
  readonly jump: number;
}
export interface FindCertainTimeRow {
  readonly time: number;
}
export const findCertainTime: Statement<FindCertainTimeParameters, FindCertainTimeRow> = {
  name: 'find-certain-time',
  text: `SELECT (coalesce((SELECT certain_at FROM clock_state WHERE id = 1 AND coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) - certain_at > \$2::bigint), coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)))::float8 AS time`,
  encode: (each) => [each.now, each.jump],
  parameters: ['now', 'jump'],
  columns: ['time'],
};

export interface FindClockRecordParameters {
}
export interface FindClockRecordRow {
  readonly certainAt: number;
  readonly doubtedAt: number | null;
  readonly waited: number;
}
export const findClockRecord: Statement<FindClockRecordParameters, FindClockRecordRow> = {
  name: 'find-clock-record',
  text: `SELECT certain_at::float8 AS "certainAt", doubted_at::float8 AS "doubtedAt", waited::float8
FROM clock_state
WHERE id = 1`,
  encode: () => [],
  parameters: [],
  columns: ['certainAt', 'doubtedAt', 'waited'],
};

export interface FindConsoleSessionsParameters {
  readonly digests: readonly string[];
  readonly now: number | null;
}
export interface FindConsoleSessionsRow {
  readonly digest: string;
  readonly keyDigest: string;
  readonly expiresAt: number;
  readonly lastUsedAt: number;
  readonly confirmedAt: number | null;
  readonly now: number;
}
export const findConsoleSessions: Statement<FindConsoleSessionsParameters, FindConsoleSessionsRow> = {
  name: 'find-console-sessions',
  text: `SELECT digest, key_digest AS "keyDigest", expires_at::float8 AS "expiresAt", last_used_at::float8 AS "lastUsedAt",
  confirmed_at::float8 AS "confirmedAt", (coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))::float8 AS now
FROM console_sessions
WHERE digest = ANY (\$1::text[])`,
  encode: (each) => [texts(each.digests), each.now],
  parameters: ['digests', 'now'],
  columns: ['digest', 'keyDigest', 'expiresAt', 'lastUsedAt', 'confirmedAt', 'now'],
};

export interface FindContentsParameters {
  readonly ids: readonly number[];
  readonly versions: readonly number[];
}
export interface FindContentsRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly content: Uint8Array;
}
export const findContents: Statement<FindContentsParameters, FindContentsRow> = {
  name: 'find-contents',
  text: `SELECT kept.sequential_id::float8 AS "sequentialId", kept.version::float8, content
FROM unnest(\$1::bigint[], \$2::bigint[]) AS input (sequential_id, version)
JOIN metadata_versions AS kept ON kept.sequential_id = input.sequential_id AND kept.version = input.version`,
  encode: (each) => [bigints(each.ids), bigints(each.versions)],
  parameters: ['ids', 'versions'],
  columns: ['sequentialId', 'version', 'content'],
};

export interface FindDaySumsParameters {
  readonly kinds: readonly string[];
  readonly days: readonly number[];
}
export interface FindDaySumsRow {
  readonly kind: string;
  readonly day: number;
  readonly sums: string;
}
export const findDaySums: Statement<FindDaySumsParameters, FindDaySumsRow> = {
  name: 'find-day-sums',
  text: `SELECT statistics_days.kind, statistics_days.day::float8 AS day, sums
FROM unnest(\$1::text[], \$2::bigint[]) AS input (kind, day)
JOIN statistics_days ON statistics_days.kind = input.kind AND statistics_days.day = input.day`,
  encode: (each) => [texts(each.kinds), bigints(each.days)],
  parameters: ['kinds', 'days'],
  columns: ['kind', 'day', 'sums'],
};

export interface FindEndOfRowsParameters {
  readonly after: number;
  readonly skipped: number;
}
export interface FindEndOfRowsRow {
  readonly end: number;
}
export const findEndOfRows: Readonly<Record<'metadata' | 'active_sessions' | 'metadata_versions' | 'metadata_losses' | 'metadata_index_entries' | 'idempotency_keys' | 'server_idempotency_keys', Statement<FindEndOfRowsParameters, FindEndOfRowsRow>>> = {
  metadata: {
  name: 'find-end-of-rows on metadata',
  text: `SELECT sequential_id::float8 AS "end"
FROM metadata
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
OFFSET \$2::int
LIMIT 1`,
  encode: (each) => [each.after, each.skipped],
  parameters: ['after', 'skipped'],
  columns: ['end'],
},
  active_sessions: {
  name: 'find-end-of-rows on active_sessions',
  text: `SELECT sequential_id::float8 AS "end"
FROM active_sessions
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
OFFSET \$2::int
LIMIT 1`,
  encode: (each) => [each.after, each.skipped],
  parameters: ['after', 'skipped'],
  columns: ['end'],
},
  metadata_versions: {
  name: 'find-end-of-rows on metadata_versions',
  text: `SELECT sequential_id::float8 AS "end"
FROM metadata_versions
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
OFFSET \$2::int
LIMIT 1`,
  encode: (each) => [each.after, each.skipped],
  parameters: ['after', 'skipped'],
  columns: ['end'],
},
  metadata_losses: {
  name: 'find-end-of-rows on metadata_losses',
  text: `SELECT sequential_id::float8 AS "end"
FROM metadata_losses
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
OFFSET \$2::int
LIMIT 1`,
  encode: (each) => [each.after, each.skipped],
  parameters: ['after', 'skipped'],
  columns: ['end'],
},
  metadata_index_entries: {
  name: 'find-end-of-rows on metadata_index_entries',
  text: `SELECT sequential_id::float8 AS "end"
FROM metadata_index_entries
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
OFFSET \$2::int
LIMIT 1`,
  encode: (each) => [each.after, each.skipped],
  parameters: ['after', 'skipped'],
  columns: ['end'],
},
  idempotency_keys: {
  name: 'find-end-of-rows on idempotency_keys',
  text: `SELECT sequential_id::float8 AS "end"
FROM idempotency_keys
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
OFFSET \$2::int
LIMIT 1`,
  encode: (each) => [each.after, each.skipped],
  parameters: ['after', 'skipped'],
  columns: ['end'],
},
  server_idempotency_keys: {
  name: 'find-end-of-rows on server_idempotency_keys',
  text: `SELECT sequential_id::float8 AS "end"
FROM server_idempotency_keys
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
OFFSET \$2::int
LIMIT 1`,
  encode: (each) => [each.after, each.skipped],
  parameters: ['after', 'skipped'],
  columns: ['end'],
},
};

export interface FindEndedAtParameters {
  readonly after: number;
  readonly rows: number;
}
export interface FindEndedAtRow {
  readonly id: number;
}
export const findEndedAt: Statement<FindEndedAtParameters, FindEndedAtRow> = {
  name: 'find-ended-at',
  text: `SELECT sequential_id::float8 AS id
FROM ended_sessions
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
LIMIT 1 OFFSET \$2::int`,
  encode: (each) => [each.after, each.rows],
  parameters: ['after', 'rows'],
  columns: ['id'],
};

export interface FindEndedParameters {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly since: number;
  readonly rows: number;
}
export interface FindEndedRow {
  readonly reason: EndReason;
}
export const findEnded: Statement<FindEndedParameters, FindEndedRow> = {
  name: 'find-ended',
  text: `SELECT reason
FROM (
  (
    SELECT session_id, reason
    FROM ended_sessions
    WHERE sequential_id = \$1::bigint AND ended_at >= \$3::bigint
    ORDER BY ended_at, session_id
    LIMIT \$4::int
  )
  UNION ALL
  (
    SELECT session_id, reason
    FROM ended_sessions
    WHERE sequential_id = \$1::bigint
    ORDER BY ended_at DESC, session_id DESC
    LIMIT \$4::int
  )
) AS candidates
WHERE session_id = \$2::uuid
LIMIT 1`,
  encode: (each) => [each.sequentialId, each.sessionId, each.since, each.rows],
  parameters: ['sequentialId', 'sessionId', 'since', 'rows'],
  columns: ['reason'],
};

export interface FindErasedParameters {
  readonly digests: readonly string[];
}
export interface FindErasedRow {
  readonly digest: string;
}
export const findErased: Statement<FindErasedParameters, FindErasedRow> = {
  name: 'find-erased',
  text: `SELECT player_digest AS "digest"
FROM erased_players
WHERE player_digest = ANY (\$1::text[])`,
  encode: (each) => [texts(each.digests)],
  parameters: ['digests'],
  columns: ['digest'],
};

export interface FindEventBoundsParameters {
}
export interface FindEventBoundsRow {
  readonly lowest: number | null;
  readonly highest: number | null;
}
export const findEventBounds: Statement<FindEventBoundsParameters, FindEventBoundsRow> = {
  name: 'find-event-bounds',
  text: `SELECT min(id)::float8 AS lowest, max(id)::float8 AS highest FROM events`,
  encode: () => [],
  parameters: [],
  columns: ['lowest', 'highest'],
};

export interface FindEventContextsParameters {
  readonly ids: readonly number[];
  readonly sessionIds: readonly string[];
  readonly since: readonly number[];
  readonly rows: number;
}
export interface FindEventContextsRow {
  readonly sessionId: string;
  readonly context: string;
}
export const findEventContexts: Statement<FindEventContextsParameters, FindEventContextsRow> = {
  name: 'find-event-contexts',
  text: `SELECT input.session_id::text AS "sessionId", session.context
FROM unnest(\$1::bigint[], \$2::uuid[], \$3::bigint[]) AS input (sequential_id, session_id, since)
JOIN LATERAL (
  SELECT context FROM active_sessions
  WHERE active_sessions.sequential_id = input.sequential_id AND active_sessions.session_id = input.session_id
  UNION ALL
  SELECT context
  FROM (
    SELECT session_id, context FROM ended_sessions
    WHERE ended_sessions.sequential_id = input.sequential_id
      AND (ended_sessions.ended_at, ended_sessions.session_id) >= (input.since, input.session_id)
      AND ended_sessions.ended_at >= input.since
    ORDER BY ended_at, session_id
    LIMIT \$4::int
  ) AS ended
  WHERE ended.session_id = input.session_id
) AS session ON session.context IS NOT NULL`,
  encode: (each) => [bigints(each.ids), uuids(each.sessionIds), bigints(each.since), each.rows],
  parameters: ['ids', 'sessionIds', 'since', 'rows'],
  columns: ['sessionId', 'context'],
};

export interface FindExportedStatisticsParameters {
}
export interface FindExportedStatisticsRow {
  readonly zone: string;
  readonly mergedKey: string | null;
  readonly resetPosition: number | null;
  readonly floorDay: number | null;
  readonly floorUtcDay: number | null;
  readonly droppedBefore: number | null;
}
export const findExportedStatistics: Statement<FindExportedStatisticsParameters, FindExportedStatisticsRow> = {
  name: 'find-exported-statistics',
  text: `SELECT zone, merged_key AS "mergedKey", reset_position::float8 AS "resetPosition", floor_day::float8 AS "floorDay",
  floor_utc_day::float8 AS "floorUtcDay", dropped_before::float8 AS "droppedBefore"
FROM statistics_state
WHERE id = 1 AND zone IS NOT NULL AND importing = 0`,
  encode: () => [],
  parameters: [],
  columns: ['zone', 'mergedKey', 'resetPosition', 'floorDay', 'floorUtcDay', 'droppedBefore'],
};

export interface FindFeedBoundsParameters {
}
export interface FindFeedBoundsRow {
  readonly oldest: number | null;
  readonly newest: number;
}
export const findFeedBounds: Statement<FindFeedBoundsParameters, FindFeedBoundsRow> = {
  name: 'find-feed-bounds',
  text: `SELECT (SELECT min(position) FROM event_runs)::float8 AS oldest,
  greatest((SELECT position + count - 1 FROM event_runs ORDER BY position DESC LIMIT 1), event_stamper.floor)::float8 AS newest
FROM event_stamper
WHERE event_stamper.id = 1`,
  encode: () => [],
  parameters: [],
  columns: ['oldest', 'newest'],
};

export interface FindForEditParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
  readonly timeout: number;
  readonly idempotencyKeys: readonly (string | null)[];
  readonly byInstallation: readonly boolean[];
  readonly retention: number;
}
export interface FindForEditRow {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly text: string | null;
  readonly version: number;
  readonly writtenAt: number | null;
  readonly sessionId: string | null;
  readonly byServer: boolean;
  readonly keyId: string | null;
  readonly keptAt: number | null;
  readonly unseenStarts: number;
  readonly suspendedUntil: number | null;
  readonly activeSessionId: string | null;
  readonly now: number;
  readonly lastWrites: string | null;
  readonly fingerprint: string | null;
  readonly outcome: string | null;
  readonly isShortened: boolean | null;
}
export const findForEdit: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<FindForEditParameters, FindForEditRow>>> = {
  idempotency_keys: {
  name: 'find-for-edit on idempotency_keys',
  text: `WITH clock (now) AS (SELECT coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
SELECT metadata.sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", written_session_id::text AS "sessionId", by_server AS "byServer", written_key_id AS "keyId",
  kept_at::float8 AS "keptAt", unseen_starts::float8 AS "unseenStarts",
  CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) THEN metadata.suspended_until::float8 END AS "suspendedUntil",
  active_sessions.session_id::text AS "activeSessionId", (SELECT now FROM clock)::float8 AS "now",
  CASE WHEN input.by_installation THEN encode(last_writes, 'hex') END AS "lastWrites",
  used.fingerprint, used.outcome, used.is_shortened AS "isShortened"
FROM unnest(\$1::bigint[], \$4::text[], \$5::boolean[]) AS input (sequential_id, key, by_installation)
JOIN metadata ON metadata.sequential_id = input.sequential_id
LEFT JOIN active_sessions ON active_sessions.sequential_id = input.sequential_id AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) - \$3::bigint
LEFT JOIN LATERAL (
  SELECT fingerprint, outcome, is_shortened
  FROM idempotency_keys
  WHERE sequential_id = input.sequential_id AND key = input.key AND created_at + \$6::bigint > (SELECT now FROM clock)
  OFFSET 0
) AS used ON true`,
  encode: (each) => [bigints(each.ids), each.now, each.timeout, rareTexts(each.idempotencyKeys), booleans(each.byInstallation), each.retention],
  parameters: ['ids', 'now', 'timeout', 'idempotencyKeys', 'byInstallation', 'retention'],
  columns: ['sequentialId', 'playerId', 'text', 'version', 'writtenAt', 'sessionId', 'byServer', 'keyId', 'keptAt', 'unseenStarts', 'suspendedUntil', 'activeSessionId', 'now', 'lastWrites', 'fingerprint', 'outcome', 'isShortened'],
},
  server_idempotency_keys: {
  name: 'find-for-edit on server_idempotency_keys',
  text: `WITH clock (now) AS (SELECT coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
SELECT metadata.sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", written_session_id::text AS "sessionId", by_server AS "byServer", written_key_id AS "keyId",
  kept_at::float8 AS "keptAt", unseen_starts::float8 AS "unseenStarts",
  CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) THEN metadata.suspended_until::float8 END AS "suspendedUntil",
  active_sessions.session_id::text AS "activeSessionId", (SELECT now FROM clock)::float8 AS "now",
  CASE WHEN input.by_installation THEN encode(last_writes, 'hex') END AS "lastWrites",
  used.fingerprint, used.outcome, used.is_shortened AS "isShortened"
FROM unnest(\$1::bigint[], \$4::text[], \$5::boolean[]) AS input (sequential_id, key, by_installation)
JOIN metadata ON metadata.sequential_id = input.sequential_id
LEFT JOIN active_sessions ON active_sessions.sequential_id = input.sequential_id AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) - \$3::bigint
LEFT JOIN LATERAL (
  SELECT fingerprint, outcome, is_shortened
  FROM server_idempotency_keys
  WHERE sequential_id = input.sequential_id AND key = input.key AND created_at + \$6::bigint > (SELECT now FROM clock)
  OFFSET 0
) AS used ON true`,
  encode: (each) => [bigints(each.ids), each.now, each.timeout, rareTexts(each.idempotencyKeys), booleans(each.byInstallation), each.retention],
  parameters: ['ids', 'now', 'timeout', 'idempotencyKeys', 'byInstallation', 'retention'],
  columns: ['sequentialId', 'playerId', 'text', 'version', 'writtenAt', 'sessionId', 'byServer', 'keyId', 'keptAt', 'unseenStarts', 'suspendedUntil', 'activeSessionId', 'now', 'lastWrites', 'fingerprint', 'outcome', 'isShortened'],
},
};

export interface FindHeldPlayersParameters {
  readonly webhookId: string;
  readonly ids: readonly number[];
}
export interface FindHeldPlayersRow {
  readonly sequentialId: number;
}
export const findHeldPlayers: Statement<FindHeldPlayersParameters, FindHeldPlayersRow> = {
  name: 'find-held-players',
  text: `SELECT DISTINCT sequential_id::float8 AS "sequentialId"
FROM webhook_failures
WHERE webhook_id = \$1::text AND next_at IS NOT NULL AND sequential_id = ANY (\$2::bigint[])`,
  encode: (each) => [each.webhookId, bigints(each.ids)],
  parameters: ['webhookId', 'ids'],
  columns: ['sequentialId'],
};

export interface FindHistorySizeParameters {
  readonly sequentialId: number;
  readonly maxRows: number;
}
export interface FindHistorySizeRow {
  readonly rows: number;
  readonly contextBytes: number;
}
export const findHistorySize: Statement<FindHistorySizeParameters, FindHistorySizeRow> = {
  name: 'find-history-size',
  text: `SELECT count(*)::float8 AS "rows", coalesce(sum(octet_length(context)), 0)::float8 AS "contextBytes"
FROM (
  SELECT context
  FROM ended_sessions
  WHERE sequential_id = \$1::bigint
  ORDER BY ended_at DESC, session_id DESC
  LIMIT \$2::int
) AS newest`,
  encode: (each) => [each.sequentialId, each.maxRows],
  parameters: ['sequentialId', 'maxRows'],
  columns: ['rows', 'contextBytes'],
};

export interface FindImportParameters {
  readonly digest: string;
}
export interface FindImportRow {
  readonly importing: boolean;
}
export const findImport: Statement<FindImportParameters, FindImportRow> = {
  name: 'find-import',
  text: `SELECT importing = 1 AS importing
FROM statistics_state
WHERE id = 1 AND import_digest = \$1::text`,
  encode: (each) => [each.digest],
  parameters: ['digest'],
  columns: ['importing'],
};

export interface FindImportedErasedParameters {
  readonly names: readonly string[];
  readonly registeredAts: readonly number[];
}
export interface FindImportedErasedRow {
  readonly name: string;
}
export const findImportedErased: Statement<FindImportedErasedParameters, FindImportedErasedRow> = {
  name: 'find-imported-erased',
  text: `SELECT named.player_id AS name
FROM unnest(\$1::text[], \$2::bigint[]) AS named (player_id, registered_at)
JOIN erased_players ON player_digest = encode(sha256(convert_to(named.player_id, 'UTF8')), 'hex') AND erased_at >= named.registered_at`,
  encode: (each) => [texts(each.names), bigints(each.registeredAts)],
  parameters: ['names', 'registeredAts'],
  columns: ['name'],
};

export interface FindIndexesParameters {
  readonly pointer: string;
}
export interface FindIndexesRow {
  readonly indexId: number;
  readonly pointer: string;
  readonly type: string;
  readonly createdAt: number;
  readonly declaredAt: number;
  readonly buildPosition: number;
  readonly builtAt: number | null;
}
export const findIndexes: Statement<FindIndexesParameters, FindIndexesRow> = {
  name: 'find-indexes',
  text: `SELECT index_id::float8 AS "indexId", pointer, type, created_at::float8 AS "createdAt", declared_at::float8 AS "declaredAt",
  build_position::float8 AS "buildPosition", built_at::float8 AS "builtAt"
FROM metadata_indexes
WHERE pointer = \$1::text
ORDER BY index_id`,
  encode: (each) => [each.pointer],
  parameters: ['pointer'],
  columns: ['indexId', 'pointer', 'type', 'createdAt', 'declaredAt', 'buildPosition', 'builtAt'],
};

export interface FindKeptVersionsParameters {
  readonly ids: readonly number[];
}
export interface FindKeptVersionsRow {
  readonly id: number;
  readonly version: number;
}
export const findKeptVersions: Statement<FindKeptVersionsParameters, FindKeptVersionsRow> = {
  name: 'find-kept-versions',
  text: `SELECT sequential_id::float8 AS id, version::float8 AS version
FROM metadata_versions
WHERE sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: ['id', 'version'],
};

export interface FindLargestIndexValueParameters {
  readonly indexId: number;
}
export interface FindLargestIndexValueRow {
  readonly value: Uint8Array;
}
export const findLargestIndexValue: Statement<FindLargestIndexValueParameters, FindLargestIndexValueRow> = {
  name: 'find-largest-index-value',
  text: `SELECT value
FROM metadata_index_entries
WHERE index_id = \$1::bigint AND value IS NOT NULL
ORDER BY value DESC
LIMIT 1`,
  encode: (each) => [each.indexId],
  parameters: ['indexId'],
  columns: ['value'],
};

export interface FindLastActiveParameters {
  readonly after: number;
  readonly skipped: number;
}
export interface FindLastActiveRow {
  readonly sequentialId: number;
}
export const findLastActive: Statement<FindLastActiveParameters, FindLastActiveRow> = {
  name: 'find-last-active',
  text: `SELECT sequential_id::float8 AS "sequentialId"
FROM active_sessions
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
OFFSET \$2::int
LIMIT 1`,
  encode: (each) => [each.after, each.skipped],
  parameters: ['after', 'skipped'],
  columns: ['sequentialId'],
};

export interface FindLastAuditedOfPlayerParameters {
  readonly sequentialId: number;
  readonly at: number;
  readonly auditId: string;
  readonly from: number;
  readonly skipped: number;
}
export interface FindLastAuditedOfPlayerRow {
  readonly at: number;
  readonly auditId: string;
}
export const findLastAuditedOfPlayer: Statement<FindLastAuditedOfPlayerParameters, FindLastAuditedOfPlayerRow> = {
  name: 'find-last-audited-of-player',
  text: `SELECT at::float8, audit_id::text AS "auditId"
FROM audit_entries
WHERE (at, audit_id) < (\$2::bigint, \$3::uuid) AND at >= \$4::bigint AND sequential_id = \$1::bigint
ORDER BY at DESC, audit_id DESC
OFFSET \$5::int
LIMIT 1`,
  encode: (each) => [each.sequentialId, each.at, each.auditId, each.from, each.skipped],
  parameters: ['sequentialId', 'at', 'auditId', 'from', 'skipped'],
  columns: ['at', 'auditId'],
};

export interface FindLastAuditedParameters {
  readonly at: number;
  readonly auditId: string;
  readonly from: number;
  readonly skipped: number;
}
export interface FindLastAuditedRow {
  readonly at: number;
  readonly auditId: string;
}
export const findLastAudited: Statement<FindLastAuditedParameters, FindLastAuditedRow> = {
  name: 'find-last-audited',
  text: `SELECT at::float8, audit_id::text AS "auditId"
FROM audit_entries
WHERE (at, audit_id) < (\$1::bigint, \$2::uuid) AND at >= \$3::bigint
ORDER BY at DESC, audit_id DESC
OFFSET \$4::int
LIMIT 1`,
  encode: (each) => [each.at, each.auditId, each.from, each.skipped],
  parameters: ['at', 'auditId', 'from', 'skipped'],
  columns: ['at', 'auditId'],
};

export interface FindLastGivenParameters {
}
export interface FindLastGivenRow {
  readonly last: number;
}
export const findLastGiven: Statement<FindLastGivenParameters, FindLastGivenRow> = {
  name: 'find-last-given',
  text: `SELECT (CASE WHEN is_called THEN last_value ELSE 0 END)::float8 AS last
FROM player_sequential_id`,
  encode: () => [],
  parameters: [],
  columns: ['last'],
};

export interface FindLastIdParameters {
}
export interface FindLastIdRow {
  readonly last: number | null;
}
export const findLastId: Statement<FindLastIdParameters, FindLastIdRow> = {
  name: 'find-last-id',
  text: `SELECT max(sequential_id)::float8 AS last
FROM metadata`,
  encode: () => [],
  parameters: [],
  columns: ['last'],
};

export interface FindLastLossOfVersionParameters {
  readonly gameVersion: string;
  readonly lostAt: number;
  readonly sequentialId: number;
  readonly version: number;
  readonly from: number;
  readonly skipped: number;
}
export interface FindLastLossOfVersionRow {
  readonly lostAt: number;
  readonly sequentialId: number;
  readonly version: number;
}
export const findLastLossOfVersion: Statement<FindLastLossOfVersionParameters, FindLastLossOfVersionRow> = {
  name: 'find-last-loss-of-version',
  text: `SELECT lost_at::float8 AS "lostAt", sequential_id::float8 AS "sequentialId", version::float8
FROM metadata_losses
WHERE game_version = \$1::text AND (lost_at, sequential_id, version) < (\$2::bigint, \$3::bigint, \$4::bigint) AND lost_at >= \$5::bigint
ORDER BY metadata_losses.lost_at DESC, metadata_losses.sequential_id DESC, metadata_losses.version DESC
OFFSET \$6::int
LIMIT 1`,
  encode: (each) => [each.gameVersion, each.lostAt, each.sequentialId, each.version, each.from, each.skipped],
  parameters: ['gameVersion', 'lostAt', 'sequentialId', 'version', 'from', 'skipped'],
  columns: ['lostAt', 'sequentialId', 'version'],
};

export interface FindLastLossParameters {
  readonly lostAt: number;
  readonly sequentialId: number;
  readonly version: number;
  readonly from: number;
  readonly skipped: number;
}
export interface FindLastLossRow {
  readonly lostAt: number;
  readonly sequentialId: number;
  readonly version: number;
}
export const findLastLoss: Statement<FindLastLossParameters, FindLastLossRow> = {
  name: 'find-last-loss',
  text: `SELECT lost_at::float8 AS "lostAt", sequential_id::float8 AS "sequentialId", version::float8
FROM metadata_losses
WHERE (lost_at, sequential_id, version) < (\$1::bigint, \$2::bigint, \$3::bigint) AND lost_at >= \$4::bigint
ORDER BY metadata_losses.lost_at DESC, metadata_losses.sequential_id DESC, metadata_losses.version DESC
OFFSET \$5::int
LIMIT 1`,
  encode: (each) => [each.lostAt, each.sequentialId, each.version, each.from, each.skipped],
  parameters: ['lostAt', 'sequentialId', 'version', 'from', 'skipped'],
  columns: ['lostAt', 'sequentialId', 'version'],
};

export interface FindLockedBucketsParameters {
  readonly digests: readonly string[];
}
export interface FindLockedBucketsRow {
  readonly digest: string;
}
export const findLockedBuckets: Statement<FindLockedBucketsParameters, FindLockedBucketsRow> = {
  name: 'find-locked-buckets',
  text: `WITH free AS (
  SELECT player_digest FROM rate_limits WHERE player_digest = ANY (\$1::text[]) FOR UPDATE SKIP LOCKED
)
SELECT player_digest AS "digest"
FROM rate_limits
WHERE player_digest = ANY (\$1::text[]) AND player_digest <> ALL (ARRAY(SELECT player_digest FROM free))`,
  encode: (each) => [texts(each.digests)],
  parameters: ['digests'],
  columns: ['digest'],
};

export interface FindLockedParameters {
  readonly ids: readonly number[];
}
export interface FindLockedRow {
  readonly sequentialId: number;
}
export const findLocked: Readonly<Record<'metadata' | 'active_sessions', Statement<FindLockedParameters, FindLockedRow>>> = {
  metadata: {
  name: 'find-locked on metadata',
  text: `WITH free AS (
  SELECT sequential_id FROM metadata WHERE sequential_id = ANY (\$1::bigint[]) FOR UPDATE SKIP LOCKED
)
SELECT sequential_id::float8 AS "sequentialId"
FROM metadata
WHERE sequential_id = ANY (\$1::bigint[]) AND sequential_id <> ALL (ARRAY(SELECT sequential_id FROM free))`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: ['sequentialId'],
},
  active_sessions: {
  name: 'find-locked on active_sessions',
  text: `WITH free AS (
  SELECT sequential_id FROM active_sessions WHERE sequential_id = ANY (\$1::bigint[]) FOR UPDATE SKIP LOCKED
)
SELECT sequential_id::float8 AS "sequentialId"
FROM active_sessions
WHERE sequential_id = ANY (\$1::bigint[]) AND sequential_id <> ALL (ARRAY(SELECT sequential_id FROM free))`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: ['sequentialId'],
},
};

export interface FindLongestWebhookQueueParameters {
  readonly webhookId: string;
  readonly ids: readonly number[];
}
export interface FindLongestWebhookQueueRow {
  readonly sequentialId: number;
  readonly events: number;
  readonly attempts: number;
}
export const findLongestWebhookQueue: Statement<FindLongestWebhookQueueParameters, FindLongestWebhookQueueRow> = {
  name: 'find-longest-webhook-queue',
  text: `SELECT longest.sequential_id::float8 AS "sequentialId", longest.events::float8 AS events, first.attempts
FROM (
  SELECT sequential_id, count(*) AS events, min(event_id) AS event_id
  FROM webhook_failures
  WHERE webhook_id = \$1::text AND next_at IS NOT NULL AND sequential_id = ANY (\$2::bigint[])
  GROUP BY sequential_id
  ORDER BY events DESC
  LIMIT 1
) AS longest
JOIN webhook_failures AS first ON first.webhook_id = \$1::text AND first.event_id = longest.event_id`,
  encode: (each) => [each.webhookId, bigints(each.ids)],
  parameters: ['webhookId', 'ids'],
  columns: ['sequentialId', 'events', 'attempts'],
};

export interface FindMetadataForParameters {
  readonly ids: readonly number[];
  readonly readerIds: readonly number[];
  readonly now: number | null;
}
export interface FindMetadataForRow {
  readonly sequentialId: number;
  readonly playerId: string | null;
  readonly text: string | null;
  readonly version: number | null;
  readonly writtenAt: number | null;
  readonly suspendedUntil: number | null;
}
export const findMetadataFor: Statement<FindMetadataForParameters, FindMetadataForRow> = {
  name: 'find-metadata-for',
  text: `SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) THEN metadata.suspended_until::float8 END AS "suspendedUntil"
FROM metadata
WHERE sequential_id = ANY (\$1::bigint[])
UNION ALL
SELECT sequential_id::float8, NULL, NULL, NULL, NULL,
  CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) THEN metadata.suspended_until::float8 END
FROM metadata
WHERE sequential_id = ANY (\$2::bigint[])`,
  encode: (each) => [bigints(each.ids), bigints(each.readerIds), each.now],
  parameters: ['ids', 'readerIds', 'now'],
  columns: ['sequentialId', 'playerId', 'text', 'version', 'writtenAt', 'suspendedUntil'],
};

export interface FindMetadataParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
}
export interface FindMetadataRow {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly text: string | null;
  readonly version: number;
  readonly writtenAt: number | null;
  readonly suspendedUntil: number | null;
}
export const findMetadata: Statement<FindMetadataParameters, FindMetadataRow> = {
  name: 'find-metadata',
  text: `SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) THEN metadata.suspended_until::float8 END AS "suspendedUntil"
FROM metadata
WHERE sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids), each.now],
  parameters: ['ids', 'now'],
  columns: ['sequentialId', 'playerId', 'text', 'version', 'writtenAt', 'suspendedUntil'],
};

export interface FindNameParameters {
  readonly sequentialId: number;
}
export interface FindNameRow {
  readonly playerId: string;
}
export const findName: Statement<FindNameParameters, FindNameRow> = {
  name: 'find-name',
  text: `SELECT player_id AS "playerId"
FROM metadata
WHERE sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId],
  parameters: ['sequentialId'],
  columns: ['playerId'],
};

export interface FindNamesParameters {
  readonly ids: readonly number[];
}
export interface FindNamesRow {
  readonly sequentialId: number;
  readonly playerId: string;
}
export const findNames: Statement<FindNamesParameters, FindNamesRow> = {
  name: 'find-names',
  text: `SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId"
FROM metadata
WHERE sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: ['sequentialId', 'playerId'],
};

export interface FindOutcomeParameters {
  readonly sequentialId: number;
  readonly key: string;
  readonly now: number | null;
}
export interface FindOutcomeRow {
  readonly fingerprint: string | null;
  readonly outcome: string | null;
  readonly isShortened: boolean | null;
  readonly suspendedUntil: number | null;
}
export const findOutcome: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<FindOutcomeParameters, FindOutcomeRow>>> = {
  idempotency_keys: {
  name: 'find-outcome on idempotency_keys',
  text: `SELECT used.fingerprint, used.outcome, used.is_shortened AS "isShortened", CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) THEN metadata.suspended_until::float8 END AS "suspendedUntil"
FROM metadata
LEFT JOIN idempotency_keys AS used ON used.sequential_id = metadata.sequential_id AND used.key = \$2::text
WHERE metadata.sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId, each.key, each.now],
  parameters: ['sequentialId', 'key', 'now'],
  columns: ['fingerprint', 'outcome', 'isShortened', 'suspendedUntil'],
},
  server_idempotency_keys: {
  name: 'find-outcome on server_idempotency_keys',
  text: `SELECT used.fingerprint, used.outcome, used.is_shortened AS "isShortened", CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) THEN metadata.suspended_until::float8 END AS "suspendedUntil"
FROM metadata
LEFT JOIN server_idempotency_keys AS used ON used.sequential_id = metadata.sequential_id AND used.key = \$2::text
WHERE metadata.sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId, each.key, each.now],
  parameters: ['sequentialId', 'key', 'now'],
  columns: ['fingerprint', 'outcome', 'isShortened', 'suspendedUntil'],
},
};

export interface FindOutlivedParameters {
  readonly ids: readonly number[];
  readonly timeout: number;
}
export interface FindOutlivedRow {
  readonly sequentialId: number;
}
export const findOutlived: Statement<FindOutlivedParameters, FindOutlivedRow> = {
  name: 'find-outlived',
  text: `SELECT metadata.sequential_id::float8 AS "sequentialId"
FROM metadata
WHERE metadata.sequential_id = ANY (\$1::bigint[]) AND metadata.written_session_id IS NOT NULL
  AND (
    EXISTS (
      SELECT FROM active_sessions
      WHERE active_sessions.sequential_id = metadata.sequential_id AND session_id = metadata.written_session_id
        AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= metadata.written_at - \$2::bigint
    )
    OR EXISTS (
      SELECT FROM ended_sessions
      WHERE ended_sessions.sequential_id = metadata.sequential_id AND session_id = metadata.written_session_id
        AND ended_at >= coalesce(metadata.kept_at - \$2::bigint, 0)
        AND CASE reason WHEN 'expired' THEN ended_at <= metadata.written_at - \$2::bigint ELSE ended_at < metadata.written_at END
    )
  )`,
  encode: (each) => [bigints(each.ids), each.timeout],
  parameters: ['ids', 'timeout'],
  columns: ['sequentialId'],
};

export interface FindPeopleParameters {
  readonly personIds: readonly string[];
  readonly now: number | null;
}
export interface FindPeopleRow {
  readonly personId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly mail: string | null;
  readonly scopes: string;
  readonly createdAt: number;
  readonly confirmedAt: number;
  readonly roleGoneAt: number | null;
  readonly now: number;
}
export const findPeople: Statement<FindPeopleParameters, FindPeopleRow> = {
  name: 'find-people',
  text: `SELECT console_people.person_id AS "personId", console_people.issuer, console_people.subject, console_people.mail, console_people.scopes,
  console_people.created_at::float8 AS "createdAt", console_people.confirmed_at::float8 AS "confirmedAt",
  console_people.role_gone_at::float8 AS "roleGoneAt", (coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))::float8 AS now
FROM console_people
WHERE person_id = ANY (\$1::text[]) AND role_gone_at IS NULL`,
  encode: (each) => [texts(each.personIds), each.now],
  parameters: ['personIds', 'now'],
  columns: ['personId', 'issuer', 'subject', 'mail', 'scopes', 'createdAt', 'confirmedAt', 'roleGoneAt', 'now'],
};

export interface FindPlayersParameters {
  readonly names: readonly string[];
}
export interface FindPlayersRow {
  readonly playerId: string;
  readonly sequentialId: number;
}
export const findPlayers: Statement<FindPlayersParameters, FindPlayersRow> = {
  name: 'find-players',
  text: `SELECT player_id AS "playerId", sequential_id::float8 AS "sequentialId"
FROM players
WHERE player_id = ANY (\$1::text[])`,
  encode: (each) => [texts(each.names)],
  parameters: ['names'],
  columns: ['playerId', 'sequentialId'],
};

export interface FindPresenceParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
  readonly timeout: number;
}
export interface FindPresenceRow {
  readonly sequentialId: number;
  readonly sessionId: string | null;
  readonly startedAt: number;
  readonly lastActivity: number;
  readonly context: string | null;
  readonly installationId: string | null;
  readonly expired: boolean;
  readonly suspendedUntil: number | null;
}
export const findPresence: Statement<FindPresenceParameters, FindPresenceRow> = {
  name: 'find-presence',
  text: `WITH clock (now) AS (SELECT coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
SELECT metadata.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", last_activity::float8 AS "lastActivity", context,
  installation_id AS "installationId", coalesce(coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= (SELECT now FROM clock) - \$3::bigint, false) AS "expired",
  CASE WHEN metadata.suspended_until IS NOT NULL AND metadata.suspended_until > coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) THEN metadata.suspended_until::float8 END AS "suspendedUntil"
FROM metadata
LEFT JOIN active_sessions ON active_sessions.sequential_id = metadata.sequential_id
WHERE metadata.sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids), each.now, each.timeout],
  parameters: ['ids', 'now', 'timeout'],
  columns: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity', 'context', 'installationId', 'expired', 'suspendedUntil'],
};

export interface FindRegistrationsParameters {
  readonly names: readonly string[];
}
export interface FindRegistrationsRow {
  readonly sequentialId: number;
  readonly registeredAt: number;
}
export const findRegistrations: Statement<FindRegistrationsParameters, FindRegistrationsRow> = {
  name: 'find-registrations',
  text: `SELECT sequential_id::float8 AS "sequentialId", registered_at::float8 AS "registeredAt"
FROM players
WHERE player_id = ANY (\$1::text[])`,
  encode: (each) => [texts(each.names)],
  parameters: ['names'],
  columns: ['sequentialId', 'registeredAt'],
};

export interface FindServerKeyParameters {
  readonly keyId: string;
}
export interface FindServerKeyRow {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly madeBy: string | null;
}
export const findServerKey: Statement<FindServerKeyParameters, FindServerKeyRow> = {
  name: 'find-server-key',
  text: `SELECT server_keys.key_id::text AS "keyId", server_keys.name, server_keys.scopes, server_keys.created_at::float8 AS "createdAt",
  server_keys.expires_at::float8 AS "expiresAt", server_keys.last_used_at::float8 AS "lastUsedAt", server_keys.made_by AS "madeBy"
FROM server_keys
WHERE key_id = \$1::uuid`,
  encode: (each) => [each.keyId],
  parameters: ['keyId'],
  columns: ['keyId', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'madeBy'],
};

export interface FindServerKeysParameters {
  readonly digests: readonly string[];
  readonly now: number | null;
}
export interface FindServerKeysRow {
  readonly digest: string;
  readonly now: number;
  readonly keyId: string;
  readonly name: string;
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly madeBy: string | null;
}
export const findServerKeys: Statement<FindServerKeysParameters, FindServerKeysRow> = {
  name: 'find-server-keys',
  text: `SELECT digest, (coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))::float8 AS now, server_keys.key_id::text AS "keyId", server_keys.name, server_keys.scopes, server_keys.created_at::float8 AS "createdAt",
  server_keys.expires_at::float8 AS "expiresAt", server_keys.last_used_at::float8 AS "lastUsedAt", server_keys.made_by AS "madeBy"
FROM server_keys
WHERE digest = ANY (\$1::text[])`,
  encode: (each) => [texts(each.digests), each.now],
  parameters: ['digests', 'now'],
  columns: ['digest', 'now', 'keyId', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'madeBy'],
};

export interface FindSessionFactsParameters {
  readonly ids: readonly number[];
  readonly sessionIds: readonly string[];
}
export interface FindSessionFactsRow {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly installationId: string | null;
  readonly context: string | null;
}
export const findSessionFacts: Statement<FindSessionFactsParameters, FindSessionFactsRow> = {
  name: 'find-session-facts',
  text: `SELECT sequential_id::float8 AS "sequentialId", session_id::text AS "sessionId", installation_id AS "installationId", context
FROM active_sessions
WHERE sequential_id = ANY (\$1::bigint[]) AND session_id = ANY (\$2::uuid[])
UNION ALL
SELECT sequential_id::float8, session_id::text, installation_id, context
FROM ended_sessions
WHERE sequential_id = ANY (\$1::bigint[]) AND session_id = ANY (\$2::uuid[])`,
  encode: (each) => [bigints(each.ids), uuids(each.sessionIds)],
  parameters: ['ids', 'sessionIds'],
  columns: ['sequentialId', 'sessionId', 'installationId', 'context'],
};

export interface FindStatisticsStateParameters {
  readonly now: number | null;
}
export interface FindStatisticsStateRow {
  readonly zone: string | null;
  readonly version: number;
  readonly asOf: number | null;
  readonly askedAt: number;
  readonly mergedKey: string | null;
  readonly resetPosition: number | null;
  readonly floorDay: number | null;
  readonly floorUtcDay: number | null;
  readonly droppedBefore: number | null;
  readonly importing: number;
  readonly counted: number;
  readonly total: number;
  readonly now: number;
}
export const findStatisticsState: Statement<FindStatisticsStateParameters, FindStatisticsStateRow> = {
  name: 'find-statistics-state',
  text: `SELECT zone, version::float8 AS version, as_of::float8 AS "asOf", asked_at::float8 AS "askedAt", merged_key AS "mergedKey",
  reset_position::float8 AS "resetPosition", floor_day::float8 AS "floorDay", floor_utc_day::float8 AS "floorUtcDay",
  dropped_before::float8 AS "droppedBefore", importing::float8 AS importing, counted::float8 AS counted, total::float8 AS total, (coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))::float8 AS now
FROM statistics_state
WHERE id = 1`,
  encode: (each) => [each.now],
  parameters: ['now'],
  columns: ['zone', 'version', 'asOf', 'askedAt', 'mergedKey', 'resetPosition', 'floorDay', 'floorUtcDay', 'droppedBefore', 'importing', 'counted', 'total', 'now'],
};

export interface FindSumsParameters {
  readonly kinds: readonly string[];
  readonly firstDays: readonly number[];
  readonly lastDays: readonly number[];
  readonly now: number | null;
}
export interface FindSumsRow {
  readonly part: number;
  readonly kind: string | null;
  readonly day: number | null;
  readonly sums: string | null;
  readonly mergedKey: string | null;
  readonly counted: number | null;
  readonly total: number | null;
  readonly now: number | null;
}
export const findSums: Statement<FindSumsParameters, FindSumsRow> = {
  name: 'find-sums',
  text: `WITH state AS (
  SELECT zone, as_of, published, merged_key, counted, total FROM statistics_state WHERE id = 1
)
SELECT 0 AS part, zone AS kind, as_of::float8 AS day, published AS sums, merged_key AS "mergedKey",
  counted::float8 AS counted, total::float8 AS total,
  coalesce(\$4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)::float8 AS now
FROM state
UNION ALL
SELECT 1, NULL, NULL, statistics_parts.sums, NULL, NULL, NULL, NULL
FROM statistics_parts
WHERE part_id > 0 AND EXISTS (SELECT 1 FROM state WHERE published IS NOT NULL)
UNION ALL
SELECT 2, statistics_days.kind, statistics_days.day::float8, statistics_days.sums, NULL, NULL, NULL, NULL
FROM unnest(\$1::text[], \$2::bigint[], \$3::bigint[]) AS input (kind, first_day, last_day)
JOIN statistics_days ON statistics_days.kind = input.kind AND statistics_days.day BETWEEN input.first_day AND input.last_day
WHERE EXISTS (SELECT 1 FROM state WHERE published IS NOT NULL)
ORDER BY part`,
  encode: (each) => [texts(each.kinds), bigints(each.firstDays), bigints(each.lastDays), each.now],
  parameters: ['kinds', 'firstDays', 'lastDays', 'now'],
  columns: ['part', 'kind', 'day', 'sums', 'mergedKey', 'counted', 'total', 'now'],
};

export interface FindSuspensionParameters {
  readonly sequentialId: number;
}
export interface FindSuspensionRow {
  readonly suspendedUntil: number | null;
  readonly reason: string | null;
}
export const findSuspension: Statement<FindSuspensionParameters, FindSuspensionRow> = {
  name: 'find-suspension',
  text: `SELECT suspended_until::float8 AS "suspendedUntil", suspension_reason AS reason
FROM metadata
WHERE sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId],
  parameters: ['sequentialId'],
  columns: ['suspendedUntil', 'reason'],
};

export interface FindSuspensionsParameters {
  readonly ids: readonly number[];
  readonly now: number | null;
}
export interface FindSuspensionsRow {
  readonly sequentialId: number;
  readonly suspendedUntil: number;
  readonly reason: string | null;
}
export const findSuspensions: Statement<FindSuspensionsParameters, FindSuspensionsRow> = {
  name: 'find-suspensions',
  text: `SELECT sequential_id::float8 AS "sequentialId", suspended_until::float8 AS "suspendedUntil", suspension_reason AS "reason"
FROM metadata
WHERE sequential_id = ANY (\$1::bigint[])
  AND suspended_until > coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)`,
  encode: (each) => [bigints(each.ids), each.now],
  parameters: ['ids', 'now'],
  columns: ['sequentialId', 'suspendedUntil', 'reason'],
};

export interface FindTextsParameters {
  readonly ids: readonly number[];
}
export interface FindTextsRow {
  readonly sequentialId: number;
  readonly text: string | null;
}
export const findTexts: Statement<FindTextsParameters, FindTextsRow> = {
  name: 'find-texts',
  text: `SELECT sequential_id::float8 AS "sequentialId", text
FROM metadata
WHERE sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: ['sequentialId', 'text'],
};

export interface FindTransactionNumberParameters {
}
export interface FindTransactionNumberRow {
  readonly number: number;
}
export const findTransactionNumber: Statement<FindTransactionNumberParameters, FindTransactionNumberRow> = {
  name: 'find-transaction-number',
  text: `SELECT pg_current_xact_id()::text::float8 AS number`,
  encode: () => [],
  parameters: [],
  columns: ['number'],
};

export interface FindVersionsParameters {
  readonly ids: readonly number[];
}
export interface FindVersionsRow {
  readonly id: number;
  readonly version: number;
}
export const findVersions: Statement<FindVersionsParameters, FindVersionsRow> = {
  name: 'find-versions',
  text: `SELECT sequential_id::float8 AS id, version::float8 AS version
FROM metadata
WHERE sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: ['id', 'version'],
};

export interface FindWriteFactsParameters {
  readonly names: readonly string[];
  readonly verbs: readonly string[];
}
export interface FindWriteFactsRow {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly lacks: string | null;
}
export const findWriteFacts: Statement<FindWriteFactsParameters, FindWriteFactsRow> = {
  name: 'find-write-facts',
  text: `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
  (
    SELECT string_agg(verb || ' on ' || name, ',' ORDER BY position)
    FROM unnest(\$1::text[], \$2::text[]) WITH ORDINALITY AS need (name, verb, position)
    WHERE NOT coalesce(
      CASE verb
        WHEN 'USAGE' THEN has_sequence_privilege(to_regclass(name)::oid, 'USAGE, UPDATE')
        WHEN 'DELETE' THEN has_table_privilege(to_regclass(name)::oid, verb)
        ELSE has_any_column_privilege(to_regclass(name)::oid, verb)
      END,
      false
    )
  ) AS lacks`,
  encode: (each) => [texts(each.names), texts(each.verbs)],
  parameters: ['names', 'verbs'],
  columns: ['isStandby', 'isReadOnly', 'lacks'],
};

export interface ForgetErasuresParameters {
}
export interface ForgetErasuresRow {
}
export const forgetErasures: Statement<ForgetErasuresParameters, ForgetErasuresRow> = {
  name: 'forget-erasures',
  text: `DELETE FROM erased_players
WHERE player_digest IN (SELECT encode(sha256(convert_to(named.player_id, 'UTF8')), 'hex') FROM players AS named)`,
  encode: () => [],
  parameters: [],
  columns: [],
};

export interface ForgetStartFactsParameters {
  readonly sequentialId: number;
}
export interface ForgetStartFactsRow {
}
export const forgetStartFacts: Statement<ForgetStartFactsParameters, ForgetStartFactsRow> = {
  name: 'forget-start-facts',
  text: `UPDATE ended_sessions
SET context = NULL, installation_id = NULL
WHERE sequential_id = \$1::bigint AND (context IS NOT NULL OR installation_id IS NOT NULL)`,
  encode: (each) => [each.sequentialId],
  parameters: ['sequentialId'],
  columns: [],
};

export interface ForgetWebhookAnswersParameters {
}
export interface ForgetWebhookAnswersRow {
}
export const forgetWebhookAnswers: Statement<ForgetWebhookAnswersParameters, ForgetWebhookAnswersRow> = {
  name: 'forget-webhook-answers',
  text: `UPDATE webhook_deliveries
SET answer = NULL
WHERE answer IS NOT NULL AND sequential_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = webhook_deliveries.sequential_id)`,
  encode: () => [],
  parameters: [],
  columns: [],
};

export interface ForwardWebhookFailuresParameters {
  readonly webhookId: string;
  readonly limit: number;
  readonly now: number | null;
}
export interface ForwardWebhookFailuresRow {
}
export const forwardWebhookFailures: Statement<ForwardWebhookFailuresParameters, ForwardWebhookFailuresRow> = {
  name: 'forward-webhook-failures',
  text: `UPDATE webhook_failures
SET next_at = coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
WHERE webhook_id = \$1::text AND event_id IN (
  SELECT event_id
  FROM webhook_failures
  WHERE webhook_id = \$1::text AND next_at > coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
  ORDER BY next_at
  LIMIT \$2::bigint
)`,
  encode: (each) => [each.webhookId, each.limit, each.now],
  parameters: ['webhookId', 'limit', 'now'],
  columns: [],
};

export interface GiveUpWebhookEventsParameters {
  readonly webhookId: string;
  readonly sequentialId: number;
  readonly limit: number;
}
export interface GiveUpWebhookEventsRow {
}
export const giveUpWebhookEvents: Statement<GiveUpWebhookEventsParameters, GiveUpWebhookEventsRow> = {
  name: 'give-up-webhook-events',
  text: `UPDATE webhook_failures
SET next_at = NULL
WHERE webhook_id = \$1::text AND event_id IN (
  SELECT event_id
  FROM webhook_failures
  WHERE webhook_id = \$1::text AND sequential_id = \$2::bigint AND next_at IS NOT NULL
  ORDER BY event_id
  LIMIT \$3::bigint
)`,
  encode: (each) => [each.webhookId, each.sequentialId, each.limit],
  parameters: ['webhookId', 'sequentialId', 'limit'],
  columns: [],
};

export interface HandKeysOverParameters {
  readonly madeBy: string | null;
  readonly keyId: string;
}
export interface HandKeysOverRow {
}
export const handKeysOver: Statement<HandKeysOverParameters, HandKeysOverRow> = {
  name: 'hand-keys-over',
  text: `UPDATE server_keys
SET made_by = \$1::text
WHERE made_by = \$2::text`,
  encode: (each) => [each.madeBy, each.keyId],
  parameters: ['madeBy', 'keyId'],
  columns: [],
};

export interface HeartbeatSessionsParameters {
  readonly ids: readonly number[];
  readonly sessionIds: readonly (string | null)[];
  readonly now: number | null;
  readonly timeout: number;
  readonly skew: number;
}
export interface HeartbeatSessionsRow {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly lastActivity: number;
}
export const heartbeatSessions: Statement<HeartbeatSessionsParameters, HeartbeatSessionsRow> = {
  name: 'heartbeat-sessions',
  text: `WITH clock (now) AS (SELECT coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true))
UPDATE active_sessions
SET last_activity = greatest(active_sessions.last_activity, (SELECT now FROM clock)),
  corrected_activity = CASE WHEN active_sessions.last_activity > (SELECT now FROM clock) + \$5::bigint THEN (SELECT now FROM clock) END
FROM unnest(\$1::bigint[], \$2::uuid[]) AS input (sequential_id, session_id)
WHERE active_sessions.sequential_id = input.sequential_id AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) - \$4::bigint AND (input.session_id IS NULL OR active_sessions.session_id = input.session_id)
RETURNING active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  active_sessions.started_at::float8 AS "startedAt", active_sessions.last_activity::float8 AS "lastActivity"`,
  encode: (each) => [bigints(each.ids), uuids(each.sessionIds), each.now, each.timeout, each.skew],
  parameters: ['ids', 'sessionIds', 'now', 'timeout', 'skew'],
  columns: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity'],
};

export interface ImportActiveDaysParameters {
  readonly sequentialId: readonly number[];
  readonly days: readonly string[];
}
export interface ImportActiveDaysRow {
  readonly sequentialId: number;
}
export const importActiveDays: Statement<ImportActiveDaysParameters, ImportActiveDaysRow> = {
  name: 'import-active-days',
  text: `INSERT INTO statistics_players (sequential_id, days)
SELECT input.sequential_id, input.days
FROM unnest(\$1::bigint[], \$2::text[])
  AS input (sequential_id, days)
ON CONFLICT DO NOTHING
RETURNING sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [bigints(each.sequentialId), texts(each.days)],
  parameters: ['sequentialId', 'days'],
  columns: ['sequentialId'],
};

export interface ImportActiveParameters {
  readonly sequentialId: readonly number[];
  readonly sessionId: readonly string[];
  readonly startedAt: readonly number[];
  readonly lastActivity: readonly number[];
  readonly context: readonly (string | null)[];
  readonly installationId: readonly (string | null)[];
}
export interface ImportActiveRow {
  readonly sequentialId: number;
}
export const importActive: Statement<ImportActiveParameters, ImportActiveRow> = {
  name: 'import-active',
  text: `WITH counted AS (
  UPDATE metadata
  SET unseen_starts = metadata.unseen_starts + 1
  FROM unnest(\$1::bigint[], \$2::uuid[], \$3::bigint[], \$4::bigint[], \$5::text[], \$6::text[])
  AS input (sequential_id, session_id, started_at, last_activity, context, installation_id)
  WHERE metadata.sequential_id = input.sequential_id AND NOT EXISTS (
         SELECT FROM ended_sessions
         WHERE ended_sessions.sequential_id = input.sequential_id AND ended_sessions.session_id = input.session_id
       )
  RETURNING input.*
)
INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context, installation_id)
SELECT input.sequential_id, input.session_id, input.started_at, input.last_activity, input.context, input.installation_id
FROM counted AS input
ON CONFLICT DO NOTHING
RETURNING sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [bigints(each.sequentialId), uuids(each.sessionId), bigints(each.startedAt), bigints(each.lastActivity), rareTexts(each.context), rareTexts(each.installationId)],
  parameters: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity', 'context', 'installationId'],
  columns: ['sequentialId'],
};

export interface ImportAuditParameters {
  readonly auditId: readonly string[];
  readonly at: readonly number[];
  readonly keyId: readonly (string | null)[];
  readonly keyName: readonly string[];
  readonly action: readonly AuditAction[];
  readonly sequentialId: readonly (number | null)[];
  readonly detail: readonly (string | null)[];
  readonly requestId: readonly (string | null)[];
}
export interface ImportAuditRow {
  readonly auditId: string;
}
export const importAudit: Statement<ImportAuditParameters, ImportAuditRow> = {
  name: 'import-audit',
  text: `INSERT INTO audit_entries (sequential_id, audit_id, at, key_id, key_name, action, detail, request_id)
SELECT coalesce(input.sequential_id, 0), input.audit_id, input.at, input.key_id, input.key_name, input.action, input.detail, input.request_id
FROM unnest(\$1::uuid[], \$2::bigint[], \$3::text[], \$4::text[], \$5::text[], \$6::bigint[], \$7::text[], \$8::text[])
  AS input (audit_id, at, key_id, key_name, action, sequential_id, detail, request_id)
ON CONFLICT DO NOTHING
RETURNING audit_id::text AS "auditId"`,
  encode: (each) => [uuids(each.auditId), bigints(each.at), rareTexts(each.keyId), texts(each.keyName), texts(each.action), bigints(each.sequentialId), rareTexts(each.detail), rareTexts(each.requestId)],
  parameters: ['auditId', 'at', 'keyId', 'keyName', 'action', 'sequentialId', 'detail', 'requestId'],
  columns: ['auditId'],
};

export interface ImportEndedParameters {
  readonly sequentialId: readonly number[];
  readonly sessionId: readonly string[];
  readonly startedAt: readonly number[];
  readonly endedAt: readonly number[];
  readonly reason: readonly EndReason[];
  readonly context: readonly (string | null)[];
  readonly installationId: readonly (string | null)[];
  readonly counted: readonly number[];
}
export interface ImportEndedRow {
  readonly sequentialId: number;
}
export const importEnded: Statement<ImportEndedParameters, ImportEndedRow> = {
  name: 'import-ended',
  text: `INSERT INTO ended_sessions (sequential_id, session_id, started_at, ended_at, reason, context, installation_id, counted)
SELECT input.sequential_id, input.session_id, input.started_at, input.ended_at, input.reason, input.context, input.installation_id, input.counted
FROM unnest(\$1::bigint[], \$2::uuid[], \$3::bigint[], \$4::bigint[], \$5::text[], \$6::text[], \$7::text[], \$8::int[])
  AS input (sequential_id, session_id, started_at, ended_at, reason, context, installation_id, counted)
ON CONFLICT DO NOTHING
RETURNING sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [bigints(each.sequentialId), uuids(each.sessionId), bigints(each.startedAt), bigints(each.endedAt), texts(each.reason), rareTexts(each.context), rareTexts(each.installationId), integers(each.counted)],
  parameters: ['sequentialId', 'sessionId', 'startedAt', 'endedAt', 'reason', 'context', 'installationId', 'counted'],
  columns: ['sequentialId'],
};

export interface ImportErasedParameters {
  readonly digest: readonly string[];
  readonly erasedAt: readonly number[];
}
export interface ImportErasedRow {
  readonly digest: string;
}
export const importErased: Statement<ImportErasedParameters, ImportErasedRow> = {
  name: 'import-erased',
  text: `INSERT INTO erased_players (player_digest, erased_at)
SELECT input.player_digest, input.erased_at
FROM unnest(\$1::text[], \$2::bigint[])
  AS input (player_digest, erased_at)
ON CONFLICT DO NOTHING
RETURNING player_digest AS digest`,
  encode: (each) => [texts(each.digest), bigints(each.erasedAt)],
  parameters: ['digest', 'erasedAt'],
  columns: ['digest'],
};

export interface ImportLossesParameters {
  readonly lostSequentialId: readonly number[];
  readonly lostVersion: readonly number[];
  readonly lostLostAt: readonly number[];
  readonly lostBytesBefore: readonly number[];
  readonly lostBytesAfter: readonly number[];
  readonly lostMembersBefore: readonly number[];
  readonly lostMembersAfter: readonly number[];
  readonly lostBy: readonly Writer[];
  readonly lostKeyId: readonly (string | null)[];
  readonly lostKeyName: readonly (string | null)[];
  readonly lostSessionId: readonly (string | null)[];
  readonly lostInstallationId: readonly (string | null)[];
  readonly lostContext: readonly (string | null)[];
  readonly lostGameVersion: readonly (string | null)[];
  readonly lostRestoredAt: readonly (number | null)[];
}
export interface ImportLossesRow {
  readonly version: number;
}
export const importLosses: Statement<ImportLossesParameters, ImportLossesRow> = {
  name: 'import-losses',
  text: `INSERT INTO metadata_losses (sequential_id, version, lost_at, bytes_before, bytes_after, members_before, members_after, written_by, key_id, key_name,
  session_id, installation_id, context, game_version, restored_at)
SELECT lost.sequential_id, lost.version, lost.lost_at, lost.bytes_before, lost.bytes_after, lost.members_before, lost.members_after, lost.written_by,
  lost.key_id, lost.key_name, lost.session_id, lost.installation_id, lost.context, lost.game_version, lost.restored_at
FROM unnest(\$1::bigint[], \$2::bigint[], \$3::bigint[], \$4::int[], \$5::int[], \$6::int[], \$7::int[],
  \$8::text[], \$9::text[], \$10::text[], \$11::uuid[], \$12::text[], \$13::text[], \$14::text[], \$15::bigint[])
  AS lost (sequential_id, version, lost_at, bytes_before, bytes_after, members_before, members_after, written_by, key_id, key_name,
  session_id, installation_id, context, game_version, restored_at)
ON CONFLICT DO NOTHING
RETURNING version::float8`,
  encode: (each) => [bigints(each.lostSequentialId), bigints(each.lostVersion), bigints(each.lostLostAt), integers(each.lostBytesBefore), integers(each.lostBytesAfter), integers(each.lostMembersBefore), integers(each.lostMembersAfter), texts(each.lostBy), rareTexts(each.lostKeyId), rareTexts(each.lostKeyName), uuids(each.lostSessionId), rareTexts(each.lostInstallationId), rareTexts(each.lostContext), rareTexts(each.lostGameVersion), bigints(each.lostRestoredAt)],
  parameters: ['lostSequentialId', 'lostVersion', 'lostLostAt', 'lostBytesBefore', 'lostBytesAfter', 'lostMembersBefore', 'lostMembersAfter', 'lostBy', 'lostKeyId', 'lostKeyName', 'lostSessionId', 'lostInstallationId', 'lostContext', 'lostGameVersion', 'lostRestoredAt'],
  columns: ['version'],
};

export interface ImportMetadataParameters {
  readonly sequentialId: readonly number[];
  readonly playerId: readonly string[];
  readonly metadataVersion: readonly number[];
  readonly metadataText: readonly (string | null)[];
  readonly writtenAt: readonly (number | null)[];
  readonly writtenBy: readonly Writer[];
  readonly sessionId: readonly (string | null)[];
  readonly keptAt: readonly (number | null)[];
  readonly keyId: readonly (string | null)[];
  readonly suspendedUntil: readonly (number | null)[];
  readonly suspensionReason: readonly (string | null)[];
  readonly lastSeenAt: readonly (number | null)[];
  readonly lastWrites: readonly (string | null)[];
  readonly newestIndex: number;
  readonly indexIds: readonly number[];
  readonly entryStarts: readonly number[];
  readonly entryLengths: readonly number[];
  readonly entryBytes: Uint8Array;
}
export interface ImportMetadataRow {
  readonly sequentialId: number;
}
export const importMetadata: Statement<ImportMetadataParameters, ImportMetadataRow> = {
  name: 'import-metadata',
  text: `WITH added AS (
  INSERT INTO metadata (sequential_id, player_id, version, text, written_at, by_server, written_session_id, kept_at, written_key_id,
  suspended_until, suspension_reason, last_seen_at, last_writes, index_set, indexed_version)
  SELECT input.sequential_id, input.player_id, input.version, input.text, input.written_at, input.by_server = 'server', input.written_session_id,
  input.kept_at, input.written_key_id, input.suspended_until, input.suspension_reason, input.last_seen_at,
  decode(input.last_writes, 'hex'),
    CASE WHEN input.version > 0 THEN \$14::bigint ELSE 0 END, input.version
  FROM unnest(\$1::bigint[], \$2::text[], \$3::bigint[], \$4::text[], \$5::bigint[], \$6::text[], \$7::uuid[], \$8::bigint[], \$9::text[],
  \$10::bigint[], \$11::text[], \$12::bigint[], \$13::text[])
  AS input (sequential_id, player_id, version, text, written_at, by_server, written_session_id, kept_at, written_key_id,
  suspended_until, suspension_reason, last_seen_at, last_writes)
  ON CONFLICT DO NOTHING
  RETURNING sequential_id, version
),
indexed AS (
  INSERT INTO metadata_index_entries (sequential_id, index_id, value)
  SELECT added.sequential_id, index.id, CASE WHEN (\$17::int[])[(input.position - 1) * cardinality(\$15::bigint[]) + index.number] >= 0
      THEN substring(\$18::bytea FROM (\$16::int[])[(input.position - 1) * cardinality(\$15::bigint[]) + index.number]
        FOR (\$17::int[])[(input.position - 1) * cardinality(\$15::bigint[]) + index.number])
    END
  FROM added
  JOIN unnest(\$1::bigint[]) WITH ORDINALITY AS input (id, position) ON input.id = added.sequential_id
  CROSS JOIN unnest(\$15::bigint[]) WITH ORDINALITY AS index (id, number)
  WHERE added.version > 0
)
SELECT sequential_id::float8 AS "sequentialId" FROM added`,
  encode: (each) => [bigints(each.sequentialId), texts(each.playerId), bigints(each.metadataVersion), rareTexts(each.metadataText), bigints(each.writtenAt), texts(each.writtenBy), uuids(each.sessionId), bigints(each.keptAt), rareTexts(each.keyId), bigints(each.suspendedUntil), rareTexts(each.suspensionReason), bigints(each.lastSeenAt), rareTexts(each.lastWrites), each.newestIndex, bigints(each.indexIds), integers(each.entryStarts), integers(each.entryLengths), each.entryBytes],
  parameters: ['sequentialId', 'playerId', 'metadataVersion', 'metadataText', 'writtenAt', 'writtenBy', 'sessionId', 'keptAt', 'keyId', 'suspendedUntil', 'suspensionReason', 'lastSeenAt', 'lastWrites', 'newestIndex', 'indexIds', 'entryStarts', 'entryLengths', 'entryBytes'],
  columns: ['sequentialId'],
};

export interface ImportNamesParameters {
  readonly playerId: readonly string[];
  readonly sequentialId: readonly number[];
  readonly registeredAt: readonly number[];
}
export interface ImportNamesRow {
}
export const importNames: Statement<ImportNamesParameters, ImportNamesRow> = {
  name: 'import-names',
  text: `INSERT INTO players (player_id, sequential_id, registered_at)
SELECT * FROM unnest(\$1::text[], \$2::bigint[], \$3::bigint[]) AS input (player_id, sequential_id, registered_at)
ORDER BY input.player_id COLLATE "C"
ON CONFLICT DO NOTHING`,
  encode: (each) => [texts(each.playerId), bigints(each.sequentialId), bigints(each.registeredAt)],
  parameters: ['playerId', 'sequentialId', 'registeredAt'],
  columns: [],
};

export interface ImportSumsParameters {
  readonly kind: readonly string[];
  readonly day: readonly number[];
  readonly sums: readonly string[];
}
export interface ImportSumsRow {
  readonly day: number;
}
export const importSums: Statement<ImportSumsParameters, ImportSumsRow> = {
  name: 'import-sums',
  text: `INSERT INTO statistics_days (kind, day, sums)
SELECT input.kind, input.day, input.sums
FROM unnest(\$1::text[], \$2::bigint[], \$3::text[])
  AS input (kind, day, sums)
ON CONFLICT DO NOTHING
RETURNING day::float8`,
  encode: (each) => [texts(each.kind), bigints(each.day), texts(each.sums)],
  parameters: ['kind', 'day', 'sums'],
  columns: ['day'],
};

export interface ImportVersionsParameters {
  readonly keptSequentialId: readonly number[];
  readonly keptVersion: readonly number[];
  readonly keptWrittenAt: readonly (number | null)[];
  readonly keptSessionId: readonly (string | null)[];
  readonly keptBy: readonly Writer[];
  readonly keptKeyId: readonly (string | null)[];
  readonly keptKeptAt: readonly number[];
  readonly keptMilestone: readonly boolean[];
  readonly keptSizeBytes: readonly number[];
  readonly keptBaseVersion: readonly (number | null)[];
  readonly keptContent: readonly Uint8Array[];
}
export interface ImportVersionsRow {
  readonly version: number;
}
export const importVersions: Statement<ImportVersionsParameters, ImportVersionsRow> = {
  name: 'import-versions',
  text: `INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version, content)
SELECT kept.sequential_id, kept.version, kept.written_at, kept.session_id, kept.by_server = 'server', kept.key_id, kept.kept_at, kept.milestone,
  kept.size_bytes, kept.base_version, substring(\$13::bytea FROM kept.content_start FOR kept.content_length)
FROM unnest(\$1::bigint[], \$2::bigint[], \$3::bigint[], \$4::uuid[], \$5::text[], \$6::text[], \$7::bigint[], \$8::boolean[],
  \$9::int[], \$10::bigint[], \$11::int[], \$12::int[])
  AS kept (sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version,
  content_start, content_length)
ON CONFLICT DO NOTHING
RETURNING version::float8`,
  encode: (each) => [bigints(each.keptSequentialId), bigints(each.keptVersion), bigints(each.keptWrittenAt), uuids(each.keptSessionId), texts(each.keptBy), rareTexts(each.keptKeyId), bigints(each.keptKeptAt), booleans(each.keptMilestone), integers(each.keptSizeBytes), bigints(each.keptBaseVersion), ...packed(each.keptContent)],
  parameters: ['keptSequentialId', 'keptVersion', 'keptWrittenAt', 'keptSessionId', 'keptBy', 'keptKeyId', 'keptKeptAt', 'keptMilestone', 'keptSizeBytes', 'keptBaseVersion', 'keptContent'],
  columns: ['version'],
};

export interface InsertAuditParameters {
  readonly auditedAuditId: readonly string[];
  readonly auditedKeyId: readonly (string | null)[];
  readonly auditedKeyName: readonly string[];
  readonly auditedAction: readonly AuditAction[];
  readonly auditedSequentialId: readonly (number | null)[];
  readonly auditedDetail: readonly (string | null)[];
  readonly auditedRequestId: readonly (string | null)[];
  readonly now: number | null;
}
export interface InsertAuditRow {
}
export const insertAudit: Statement<InsertAuditParameters, InsertAuditRow> = {
  name: 'insert-audit',
  text: `INSERT INTO audit_entries (sequential_id, audit_id, key_id, key_name, action, detail, request_id, at)
SELECT coalesce(entry.sequential_id, 0), entry.audit_id, entry.key_id, entry.key_name, entry.action, entry.detail, entry.request_id, coalesce(\$8::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
FROM unnest(\$1::uuid[], \$2::text[], \$3::text[], \$4::text[], \$5::bigint[], \$6::text[], \$7::text[])
  AS entry (audit_id, key_id, key_name, action, sequential_id, detail, request_id)`,
  encode: (each) => [uuids(each.auditedAuditId), rareTexts(each.auditedKeyId), texts(each.auditedKeyName), texts(each.auditedAction), bigints(each.auditedSequentialId), rareTexts(each.auditedDetail), rareTexts(each.auditedRequestId), each.now],
  parameters: ['auditedAuditId', 'auditedKeyId', 'auditedKeyName', 'auditedAction', 'auditedSequentialId', 'auditedDetail', 'auditedRequestId', 'now'],
  columns: [],
};

export interface InsertConsoleSessionParameters {
  readonly digest: string;
  readonly keyDigest: string;
  readonly now: number | null;
  readonly lifetime: number;
  readonly attempt: string | null;
  readonly tokens: string | null;
  readonly isConfirmed: boolean;
}
export interface InsertConsoleSessionRow {
}
export const insertConsoleSession: Statement<InsertConsoleSessionParameters, InsertConsoleSessionRow> = {
  name: 'insert-console-session',
  text: `WITH clock (now) AS (SELECT coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
INSERT INTO console_sessions (digest, key_digest, created_at, expires_at, last_used_at, attempt, tokens, confirmed_at)
VALUES (\$1::text, \$2::text, (SELECT now FROM clock), (SELECT now FROM clock) + \$4::bigint, (SELECT now FROM clock), \$5::text, \$6::text,
  CASE WHEN \$7::boolean THEN (SELECT now FROM clock) END)
ON CONFLICT DO NOTHING`,
  encode: (each) => [each.digest, each.keyDigest, each.now, each.lifetime, each.attempt, each.tokens, each.isConfirmed],
  parameters: ['digest', 'keyDigest', 'now', 'lifetime', 'attempt', 'tokens', 'isConfirmed'],
  columns: [],
};

export interface InsertDigestParameters {
  readonly digest: string;
  readonly now: number | null;
}
export interface InsertDigestRow {
}
export const insertDigest: Statement<InsertDigestParameters, InsertDigestRow> = {
  name: 'insert-digest',
  text: `INSERT INTO erased_players (player_digest, erased_at)
VALUES (\$1::text, coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
ON CONFLICT (player_digest) DO UPDATE SET erased_at = excluded.erased_at`,
  encode: (each) => [each.digest, each.now],
  parameters: ['digest', 'now'],
  columns: [],
};

export interface InsertEventsParameters {
  readonly toldIds: readonly number[];
  readonly toldTypes: readonly number[];
  readonly toldData: readonly string[];
  readonly toldPersonal: readonly (string | null)[];
  readonly now: number | null;
}
export interface InsertEventsRow {
}
export const insertEvents: Statement<InsertEventsParameters, InsertEventsRow> = {
  name: 'insert-events',
  text: `INSERT INTO events (at, type, sequential_id, data, personal)
SELECT coalesce(\$7::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint), event.type, event.sequential_id,
  convert_from(substring(\$5::bytea FROM event.start FOR event.length), 'UTF8'), event.personal
FROM unnest(\$1::bigint[], \$2::int[], \$3::int[], \$4::int[], \$6::text[]) WITH ORDINALITY
  AS event (sequential_id, type, start, length, personal, position)
ORDER BY event.position`,
  encode: (each) => [bigints(each.toldIds), integers(each.toldTypes), ...packedTexts(each.toldData), rareTexts(each.toldPersonal), each.now],
  parameters: ['toldIds', 'toldTypes', 'toldData', 'toldPersonal', 'now'],
  columns: [],
};

export interface InsertIndexesParameters {
  readonly pointers: readonly string[];
  readonly types: readonly string[];
  readonly time: number;
}
export interface InsertIndexesRow {
}
export const insertIndexes: Statement<InsertIndexesParameters, InsertIndexesRow> = {
  name: 'insert-indexes',
  text: `INSERT INTO metadata_indexes (pointer, type, created_at, declared_at)
SELECT input.pointer, input.type, \$3::bigint, \$3::bigint
FROM unnest(\$1::text[], \$2::text[]) WITH ORDINALITY AS input (pointer, type, position)
ORDER BY input.position`,
  encode: (each) => [texts(each.pointers), texts(each.types), each.time],
  parameters: ['pointers', 'types', 'time'],
  columns: [],
};

export interface InsertPartParameters {
  readonly sums: string;
}
export interface InsertPartRow {
}
export const insertPart: Statement<InsertPartParameters, InsertPartRow> = {
  name: 'insert-part',
  text: `INSERT INTO statistics_parts (sums)
VALUES (\$1::text)`,
  encode: (each) => [each.sums],
  parameters: ['sums'],
  columns: [],
};

export interface InsertPersonParameters {
  readonly personId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly mail: string | null;
  readonly scopes: string;
  readonly now: number | null;
}
export interface InsertPersonRow {
}
export const insertPerson: Statement<InsertPersonParameters, InsertPersonRow> = {
  name: 'insert-person',
  text: `WITH clock (now) AS (SELECT coalesce(\$6::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
INSERT INTO console_people (person_id, issuer, subject, mail, scopes, created_at, confirmed_at)
VALUES (\$1::text, \$2::text, \$3::text, \$4::text, \$5::text, (SELECT now FROM clock), (SELECT now FROM clock))`,
  encode: (each) => [each.personId, each.issuer, each.subject, each.mail, each.scopes, each.now],
  parameters: ['personId', 'issuer', 'subject', 'mail', 'scopes', 'now'],
  columns: [],
};

export interface InsertPlayersParameters {
  readonly names: readonly string[];
  readonly now: number | null;
}
export interface InsertPlayersRow {
  readonly playerId: string;
  readonly sequentialId: number;
}
export const insertPlayers: Statement<InsertPlayersParameters, InsertPlayersRow> = {
  name: 'insert-players',
  text: `WITH clock (now) AS (SELECT coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true)),
registered AS (
  INSERT INTO players (player_id, registered_at)
  SELECT input.player_id, (SELECT now FROM clock)
  FROM unnest(\$1::text[]) AS input (player_id)
  ORDER BY input.player_id COLLATE "C"
  ON CONFLICT (player_id) DO NOTHING
  RETURNING player_id, sequential_id
)
INSERT INTO metadata (sequential_id, player_id, text, version)
SELECT sequential_id, player_id, NULL, 0 FROM registered
RETURNING player_id AS "playerId", sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [texts(each.names), each.now],
  parameters: ['names', 'now'],
  columns: ['playerId', 'sequentialId'],
};

export interface InsertWebhookDeliveriesParameters {
  readonly webhookId: string;
  readonly deliveryIds: readonly string[];
  readonly eventIds: readonly (number | null)[];
  readonly sequentialIds: readonly (number | null)[];
  readonly attempts: readonly number[];
  readonly statuses: readonly (number | null)[];
  readonly errors: readonly (string | null)[];
  readonly milliseconds: readonly number[];
  readonly answers: readonly (string | null)[];
  readonly now: number | null;
}
export interface InsertWebhookDeliveriesRow {
}
export const insertWebhookDeliveries: Statement<InsertWebhookDeliveriesParameters, InsertWebhookDeliveriesRow> = {
  name: 'insert-webhook-deliveries',
  text: `INSERT INTO webhook_deliveries
  (delivery_id, webhook_id, event_id, sequential_id, sent_at, attempt, status, error, milliseconds, answer)
SELECT input.delivery_id, \$1::text, input.event_id, input.sequential_id, coalesce(\$10::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint), input.attempt, input.status, input.error,
  input.milliseconds, input.answer
FROM unnest(\$2::text[], \$3::bigint[], \$4::bigint[], \$5::int[], \$6::int[], \$7::text[], \$8::int[], \$9::text[])
  AS input (delivery_id, event_id, sequential_id, attempt, status, error, milliseconds, answer)
ON CONFLICT DO NOTHING`,
  encode: (each) => [each.webhookId, texts(each.deliveryIds), bigints(each.eventIds), bigints(each.sequentialIds), integers(each.attempts), integers(each.statuses), rareTexts(each.errors), integers(each.milliseconds), rareTexts(each.answers), each.now],
  parameters: ['webhookId', 'deliveryIds', 'eventIds', 'sequentialIds', 'attempts', 'statuses', 'errors', 'milliseconds', 'answers', 'now'],
  columns: [],
};

export interface InsertWebhookParameters {
  readonly webhookId: string;
  readonly url: string;
  readonly types: string;
  readonly isOrdered: boolean;
  readonly isEnabled: boolean;
  readonly secret: string;
  readonly signingKey: string | null;
  readonly after: number;
  readonly now: number | null;
}
export interface InsertWebhookRow {
}
export const insertWebhook: Statement<InsertWebhookParameters, InsertWebhookRow> = {
  name: 'insert-webhook',
  text: `WITH clock (now) AS (SELECT coalesce(\$9::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
INSERT INTO webhooks (webhook_id, url, types, is_ordered, is_enabled, created_at, secret, signing_key, sent_after, disabled_at)
VALUES (\$1::text, \$2::text, \$3::text, \$4::boolean, \$5::boolean, (SELECT now FROM clock), \$6::text, \$7::text, \$8::bigint,
  CASE WHEN NOT \$5::boolean THEN (SELECT now FROM clock) END)`,
  encode: (each) => [each.webhookId, each.url, each.types, each.isOrdered, each.isEnabled, each.secret, each.signingKey, each.after, each.now],
  parameters: ['webhookId', 'url', 'types', 'isOrdered', 'isEnabled', 'secret', 'signingKey', 'after', 'now'],
  columns: [],
};

export interface LimitLockWaitParameters {
}
export interface LimitLockWaitRow {
}
export const limitLockWait: Statement<LimitLockWaitParameters, LimitLockWaitRow> = {
  name: 'limit-lock-wait',
  text: `SET LOCAL lock_timeout = '200ms'`,
  encode: () => [],
  parameters: [],
  columns: [],
};

export interface ListActiveDaysParameters {
  readonly after: number;
  readonly limit: number;
}
export interface ListActiveDaysRow {
  readonly id: number;
  readonly days: string;
}
export const listActiveDays: Statement<ListActiveDaysParameters, ListActiveDaysRow> = {
  name: 'list-active-days',
  text: `SELECT sequential_id::float8 AS id, days
FROM statistics_players
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit],
  parameters: ['after', 'limit'],
  columns: ['id', 'days'],
};

export interface ListActiveSessionsParameters {
  readonly after: number;
  readonly limit: number;
  readonly now: number | null;
  readonly timeout: number;
  readonly rows: number;
}
export interface ListActiveSessionsRow {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly lastActivity: number;
  readonly context: string | null;
  readonly installationId: string | null;
}
export const listActiveSessions: Statement<ListActiveSessionsParameters, ListActiveSessionsRow> = {
  name: 'list-active-sessions',
  text: `WITH clock (now) AS (SELECT coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
SELECT active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  active_sessions.started_at::float8 AS "startedAt", active_sessions.last_activity::float8 AS "lastActivity",
  active_sessions.context AS "context", active_sessions.installation_id AS "installationId"
FROM (
  SELECT *
  FROM active_sessions
  WHERE sequential_id > \$1::bigint
  ORDER BY sequential_id
  LIMIT \$5::int
) AS active_sessions
WHERE coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) - \$4::bigint
ORDER BY sequential_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit, each.now, each.timeout, each.rows],
  parameters: ['after', 'limit', 'now', 'timeout', 'rows'],
  columns: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity', 'context', 'installationId'],
};

export interface ListActiveParameters {
  readonly after: number;
  readonly limit: number;
  readonly now: number | null;
  readonly timeout: number;
  readonly skew: number;
}
export interface ListActiveRow {
  readonly sequentialId: number;
  readonly expired: boolean;
  readonly ahead: boolean;
}
export const listActive: Statement<ListActiveParameters, ListActiveRow> = {
  name: 'list-active',
  text: `WITH clock (now) AS (SELECT coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
SELECT sequential_id::float8 AS "sequentialId", coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= (SELECT now FROM clock) - \$4::bigint AS "expired", coalesce(active_sessions.corrected_activity, active_sessions.last_activity) > (SELECT now FROM clock) + \$5::bigint AS "ahead"
FROM active_sessions
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit, each.now, each.timeout, each.skew],
  parameters: ['after', 'limit', 'now', 'timeout', 'skew'],
  columns: ['sequentialId', 'expired', 'ahead'],
};

export interface ListAllPartsParameters {
}
export interface ListAllPartsRow {
  readonly sums: string;
}
export const listAllParts: Statement<ListAllPartsParameters, ListAllPartsRow> = {
  name: 'list-all-parts',
  text: `SELECT sums
FROM statistics_parts`,
  encode: () => [],
  parameters: [],
  columns: ['sums'],
};

export interface ListAuditOfPlayerParameters {
  readonly sequentialId: number;
  readonly keyId: string | null;
  readonly action: string | null;
  readonly at: number;
  readonly auditId: string;
  readonly rows: number;
  readonly from: number;
  readonly limit: number;
}
export interface ListAuditOfPlayerRow {
  readonly auditId: string;
  readonly at: number;
  readonly keyId: string | null;
  readonly keyName: string;
  readonly action: AuditAction;
  readonly sequentialId: number | null;
  readonly detail: string | null;
  readonly requestId: string | null;
}
export const listAuditOfPlayer: Statement<ListAuditOfPlayerParameters, ListAuditOfPlayerRow> = {
  name: 'list-audit-of-player',
  text: `SELECT audit_entries.audit_id::text AS "auditId", audit_entries.at::float8 AS "at", audit_entries.key_id AS "keyId",
  audit_entries.key_name AS "keyName", audit_entries.action AS "action",
  nullif(audit_entries.sequential_id, 0)::float8 AS "sequentialId", audit_entries.detail AS "detail",
  audit_entries.request_id AS "requestId"
FROM (
  SELECT * FROM audit_entries
  WHERE sequential_id = \$1::bigint AND (at, audit_id) < (\$4::bigint, \$5::uuid) AND at >= \$7::bigint
  ORDER BY at DESC, audit_id DESC
  LIMIT \$6::int
) AS audit_entries
WHERE (\$2::text IS NULL OR key_id = \$2::text)
  AND (\$3::text IS NULL OR action = \$3::text)
ORDER BY at DESC, audit_id DESC
LIMIT \$8::int`,
  encode: (each) => [each.sequentialId, each.keyId, each.action, each.at, each.auditId, each.rows, each.from, each.limit],
  parameters: ['sequentialId', 'keyId', 'action', 'at', 'auditId', 'rows', 'from', 'limit'],
  columns: ['auditId', 'at', 'keyId', 'keyName', 'action', 'sequentialId', 'detail', 'requestId'],
};

export interface ListAuditOfPlayersParameters {
  readonly ids: readonly number[];
  readonly action: string;
}
export interface ListAuditOfPlayersRow {
  readonly sequentialId: number;
  readonly at: number;
  readonly detail: string | null;
}
export const listAuditOfPlayers: Statement<ListAuditOfPlayersParameters, ListAuditOfPlayersRow> = {
  name: 'list-audit-of-players',
  text: `SELECT sequential_id::float8 AS "sequentialId", at::float8 AS at, detail
FROM audit_entries
WHERE sequential_id = ANY(\$1::bigint[]) AND action = \$2::text
ORDER BY at, audit_id`,
  encode: (each) => [bigints(each.ids), each.action],
  parameters: ['ids', 'action'],
  columns: ['sequentialId', 'at', 'detail'],
};

export interface ListAuditParameters {
  readonly keyId: string | null;
  readonly action: string | null;
  readonly at: number;
  readonly auditId: string;
  readonly rows: number;
  readonly from: number;
  readonly limit: number;
}
export interface ListAuditRow {
  readonly auditId: string;
  readonly at: number;
  readonly keyId: string | null;
  readonly keyName: string;
  readonly action: AuditAction;
  readonly sequentialId: number | null;
  readonly detail: string | null;
  readonly requestId: string | null;
}
export const listAudit: Statement<ListAuditParameters, ListAuditRow> = {
  name: 'list-audit',
  text: `SELECT audit_entries.audit_id::text AS "auditId", audit_entries.at::float8 AS "at", audit_entries.key_id AS "keyId",
  audit_entries.key_name AS "keyName", audit_entries.action AS "action",
  nullif(audit_entries.sequential_id, 0)::float8 AS "sequentialId", audit_entries.detail AS "detail",
  audit_entries.request_id AS "requestId"
FROM (
  SELECT * FROM audit_entries
  WHERE (at, audit_id) < (\$3::bigint, \$4::uuid) AND at >= \$6::bigint
  ORDER BY at DESC, audit_id DESC
  LIMIT \$5::int
) AS audit_entries
WHERE (\$1::text IS NULL OR key_id = \$1::text)
  AND (\$2::text IS NULL OR action = \$2::text)
ORDER BY at DESC, audit_id DESC
LIMIT \$7::int`,
  encode: (each) => [each.keyId, each.action, each.at, each.auditId, each.rows, each.from, each.limit],
  parameters: ['keyId', 'action', 'at', 'auditId', 'rows', 'from', 'limit'],
  columns: ['auditId', 'at', 'keyId', 'keyName', 'action', 'sequentialId', 'detail', 'requestId'],
};

export interface ListBucketsParameters {
  readonly after: string;
  readonly limit: number;
}
export interface ListBucketsRow {
  readonly digest: string;
}
export const listBuckets: Statement<ListBucketsParameters, ListBucketsRow> = {
  name: 'list-buckets',
  text: `SELECT player_digest AS digest
FROM rate_limits
WHERE player_digest > \$1::text
ORDER BY player_digest
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit],
  parameters: ['after', 'limit'],
  columns: ['digest'],
};

export interface ListChangedParameters {
  readonly ids: readonly number[];
  readonly versions: readonly number[];
  readonly now: number | null;
}
export interface ListChangedRow {
  readonly found: number;
  readonly changed: readonly number[];
}
export const listChanged: Statement<ListChangedParameters, ListChangedRow> = {
  name: 'list-changed',
  text: `SELECT count(*)::int AS found,
  coalesce(
    array_agg(metadata.sequential_id::float8)
      FILTER (WHERE metadata.version <> input.version OR metadata.suspended_until > coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)),
    '{}'
  ) AS changed
FROM unnest(\$1::bigint[], \$2::bigint[]) AS input (sequential_id, version)
JOIN metadata ON metadata.sequential_id = input.sequential_id`,
  encode: (each) => [bigints(each.ids), bigints(each.versions), each.now],
  parameters: ['ids', 'versions', 'now'],
  columns: ['found', 'changed'],
};

export interface ListCheckedAuditParameters {
  readonly sequentialId: number;
  readonly at: number;
  readonly auditId: string;
  readonly end: number;
  readonly limit: number;
}
export interface ListCheckedAuditRow {
  readonly sequentialId: number;
  readonly at: number;
  readonly auditId: string;
  readonly action: AuditAction;
  readonly detail: string | null;
}
export const listCheckedAudit: Statement<ListCheckedAuditParameters, ListCheckedAuditRow> = {
  name: 'list-checked-audit',
  text: `SELECT sequential_id::float8 AS "sequentialId", at::float8, audit_id::text AS "auditId", action, detail
FROM audit_entries
WHERE (sequential_id, at, audit_id) > (\$1::bigint, \$2::bigint, \$3::uuid) AND sequential_id <= \$4::bigint
ORDER BY audit_entries.sequential_id, audit_entries.at, audit_entries.audit_id
LIMIT \$5::int`,
  encode: (each) => [each.sequentialId, each.at, each.auditId, each.end, each.limit],
  parameters: ['sequentialId', 'at', 'auditId', 'end', 'limit'],
  columns: ['sequentialId', 'at', 'auditId', 'action', 'detail'],
};

export interface ListCheckedEntriesParameters {
  readonly after: number;
  readonly end: number;
}
export interface ListCheckedEntriesRow {
  readonly sequentialId: number;
  readonly indexId: number;
  readonly value: Uint8Array | null;
}
export const listCheckedEntries: Statement<ListCheckedEntriesParameters, ListCheckedEntriesRow> = {
  name: 'list-checked-entries',
  text: `SELECT sequential_id::float8 AS "sequentialId", index_id::float8 AS "indexId", value
FROM metadata_index_entries
WHERE sequential_id > \$1::bigint AND sequential_id <= \$2::bigint
ORDER BY metadata_index_entries.sequential_id, metadata_index_entries.index_id`,
  encode: (each) => [each.after, each.end],
  parameters: ['after', 'end'],
  columns: ['sequentialId', 'indexId', 'value'],
};

export interface ListCheckedLossesParameters {
  readonly after: number;
  readonly end: number;
}
export interface ListCheckedLossesRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly lostAt: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly membersBefore: number;
  readonly membersAfter: number;
  readonly by: Writer;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly sessionId: string | null;
  readonly installationId: string | null;
  readonly context: string | null;
  readonly gameVersion: string | null;
  readonly restoredAt: number | null;
}
export const listCheckedLosses: Statement<ListCheckedLossesParameters, ListCheckedLossesRow> = {
  name: 'list-checked-losses',
  text: `SELECT metadata_losses.sequential_id::float8 AS "sequentialId", metadata_losses.version::float8 AS "version",
  metadata_losses.lost_at::float8 AS "lostAt", metadata_losses.bytes_before::int AS "bytesBefore",
  metadata_losses.bytes_after::int AS "bytesAfter", metadata_losses.members_before::int AS "membersBefore",
  metadata_losses.members_after::int AS "membersAfter", metadata_losses.written_by AS "by",
  metadata_losses.key_id AS "keyId", metadata_losses.key_name AS "keyName", metadata_losses.session_id::text AS "sessionId",
  metadata_losses.installation_id AS "installationId", metadata_losses.context AS "context",
  metadata_losses.game_version AS "gameVersion", metadata_losses.restored_at::float8 AS "restoredAt"
FROM metadata_losses
WHERE sequential_id > \$1::bigint AND sequential_id <= \$2::bigint
ORDER BY metadata_losses.sequential_id, metadata_losses.version DESC`,
  encode: (each) => [each.after, each.end],
  parameters: ['after', 'end'],
  columns: ['sequentialId', 'version', 'lostAt', 'bytesBefore', 'bytesAfter', 'membersBefore', 'membersAfter', 'by', 'keyId', 'keyName', 'sessionId', 'installationId', 'context', 'gameVersion', 'restoredAt'],
};

export interface ListCheckedMetadataParameters {
  readonly after: number;
  readonly end: number;
}
export interface ListCheckedMetadataRow {
  readonly sequentialId: number;
  readonly metadataVersion: number;
  readonly writtenAt: number | null;
  readonly writtenBy: Writer;
  readonly sessionId: string | null;
  readonly keptAt: number | null;
  readonly keyId: string | null;
  readonly suspendedUntil: number | null;
  readonly suspensionReason: string | null;
  readonly lastSeenAt: number | null;
  readonly lastWrites: string | null;
  readonly textBytes: number | null;
  readonly indexSet: number;
  readonly indexedVersion: number;
  readonly labelVersion: number;
  readonly label: string | null;
  readonly foldedName: string | null;
  readonly hasPlayer: boolean;
}
export const listCheckedMetadata: Statement<ListCheckedMetadataParameters, ListCheckedMetadataRow> = {
  name: 'list-checked-metadata',
  text: `SELECT metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8 AS "metadataVersion",
  metadata.written_at::float8 AS "writtenAt", CASE WHEN metadata.by_server THEN 'server' ELSE 'player' END AS "writtenBy",
  metadata.written_session_id::text AS "sessionId", metadata.kept_at::float8 AS "keptAt",
  (CASE WHEN metadata.by_server THEN metadata.written_key_id END) AS "keyId",
  metadata.suspended_until::float8 AS "suspendedUntil", metadata.suspension_reason AS "suspensionReason",
  metadata.last_seen_at::float8 AS "lastSeenAt", encode(metadata.last_writes, 'hex') AS "lastWrites", octet_length(metadata.text)::float8 AS "textBytes", index_set::float8 AS "indexSet",
  indexed_version::float8 AS "indexedVersion", label_version::float8 AS "labelVersion", label, folded_name AS "foldedName", (SELECT players.sequential_id FROM players WHERE players.player_id = metadata.player_id) IS NOT DISTINCT FROM metadata.sequential_id AS "hasPlayer"
FROM metadata
WHERE sequential_id > \$1::bigint AND sequential_id <= \$2::bigint
ORDER BY metadata.sequential_id`,
  encode: (each) => [each.after, each.end],
  parameters: ['after', 'end'],
  columns: ['sequentialId', 'metadataVersion', 'writtenAt', 'writtenBy', 'sessionId', 'keptAt', 'keyId', 'suspendedUntil', 'suspensionReason', 'lastSeenAt', 'lastWrites', 'textBytes', 'indexSet', 'indexedVersion', 'labelVersion', 'label', 'foldedName', 'hasPlayer'],
};

export interface ListCheckedPlayersParameters {
  readonly after: string;
  readonly limit: number;
}
export interface ListCheckedPlayersRow {
  readonly playerId: string;
  readonly sequentialId: number;
  readonly hasMetadata: boolean;
}
export const listCheckedPlayers: Statement<ListCheckedPlayersParameters, ListCheckedPlayersRow> = {
  name: 'list-checked-players',
  text: `SELECT player_id AS "playerId", sequential_id::float8 AS "sequentialId", (SELECT metadata.sequential_id FROM metadata WHERE metadata.sequential_id = players.sequential_id) IS NOT NULL AS "hasMetadata"
FROM players
WHERE player_id > \$1::text
ORDER BY player_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit],
  parameters: ['after', 'limit'],
  columns: ['playerId', 'sequentialId', 'hasMetadata'],
};

export interface ListCheckedVersionsParameters {
  readonly after: number;
  readonly end: number;
}
export interface ListCheckedVersionsRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number | null;
  readonly sessionId: string | null;
  readonly by: Writer;
  readonly keyId: string | null;
  readonly keptAt: number;
  readonly milestone: boolean;
  readonly sizeBytes: number;
  readonly baseVersion: number | null;
  readonly contentBytes: number;
}
export const listCheckedVersions: Statement<ListCheckedVersionsParameters, ListCheckedVersionsRow> = {
  name: 'list-checked-versions',
  text: `SELECT metadata_versions.sequential_id::float8 AS "sequentialId", metadata_versions.version::float8 AS "version",
  metadata_versions.written_at::float8 AS "writtenAt", metadata_versions.session_id::text AS "sessionId",
  CASE WHEN metadata_versions.by_server THEN 'server' ELSE 'player' END AS "by", metadata_versions.key_id AS "keyId",
  metadata_versions.kept_at::float8 AS "keptAt", metadata_versions.milestone AS "milestone",
  metadata_versions.size_bytes::int AS "sizeBytes", metadata_versions.base_version::float8 AS "baseVersion", octet_length(content)::float8 AS "contentBytes"
FROM metadata_versions
WHERE sequential_id > \$1::bigint AND sequential_id <= \$2::bigint
ORDER BY metadata_versions.sequential_id, metadata_versions.version DESC`,
  encode: (each) => [each.after, each.end],
  parameters: ['after', 'end'],
  columns: ['sequentialId', 'version', 'writtenAt', 'sessionId', 'by', 'keyId', 'keptAt', 'milestone', 'sizeBytes', 'baseVersion', 'contentBytes'],
};

export interface ListCrowdedParameters {
  readonly after: number;
  readonly end: number;
}
export interface ListCrowdedRow {
  readonly id: number;
}
export const listCrowded: Statement<ListCrowdedParameters, ListCrowdedRow> = {
  name: 'list-crowded',
  text: `SELECT sequential_id::float8 AS id
FROM active_sessions
WHERE sequential_id > \$1::bigint AND sequential_id <= \$2::bigint
GROUP BY active_sessions.sequential_id
HAVING count(*) > 1`,
  encode: (each) => [each.after, each.end],
  parameters: ['after', 'end'],
  columns: ['id'],
};

export interface ListEndedParameters {
  readonly sequentialId: number;
  readonly limit: number;
  readonly endedAt: number;
  readonly sessionId: string;
  readonly now: number | null;
  readonly timeout: number;
}
export interface ListEndedRow {
  readonly sessionId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly reason: EndReason;
  readonly context: string | null;
  readonly installationId: string | null;
}
export const listEnded: Statement<ListEndedParameters, ListEndedRow> = {
  name: 'list-ended',
  text: `WITH clock (now) AS (SELECT coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
SELECT session_id::text AS "sessionId", started_at::float8 AS "startedAt", ended_at::float8 AS "endedAt", reason, context,
  installation_id AS "installationId"
FROM (
  SELECT session_id, started_at, ended_at, reason, context, installation_id
  FROM ended_sessions
  WHERE sequential_id = \$1::bigint AND (ended_at, session_id) < (\$3::bigint, \$4::uuid)
  UNION ALL
  SELECT session_id, started_at, last_activity, 'expired', context, installation_id
  FROM active_sessions
  WHERE sequential_id = \$1::bigint AND (last_activity, session_id) < (\$3::bigint, \$4::uuid) AND coalesce(active_sessions.corrected_activity, active_sessions.last_activity) <= (SELECT now FROM clock) - \$6::bigint
) AS history
ORDER BY ended_at DESC, session_id DESC
LIMIT \$2::int`,
  encode: (each) => [each.sequentialId, each.limit, each.endedAt, each.sessionId, each.now, each.timeout],
  parameters: ['sequentialId', 'limit', 'endedAt', 'sessionId', 'now', 'timeout'],
  columns: ['sessionId', 'startedAt', 'endedAt', 'reason', 'context', 'installationId'],
};

export interface ListEventErasuresParameters {
}
export interface ListEventErasuresRow {
  readonly id: number;
}
export const listEventErasures: Statement<ListEventErasuresParameters, ListEventErasuresRow> = {
  name: 'list-event-erasures',
  text: `SELECT sequential_id::float8 AS id FROM event_erasures ORDER BY sequential_id`,
  encode: () => [],
  parameters: [],
  columns: ['id'],
};

export interface ListEventPartitionsParameters {
}
export interface ListEventPartitionsRow {
  readonly name: string;
}
export const listEventPartitions: Statement<ListEventPartitionsParameters, ListEventPartitionsRow> = {
  name: 'list-event-partitions',
  text: `SELECT relname::text AS name
FROM pg_inherits
JOIN pg_class ON pg_class.oid = inhrelid
WHERE inhparent IN ('events'::regclass, 'event_runs'::regclass) AND relname ~ '^event(s|_runs)_[0-9]{4}_[0-9]{2}_[0-9]{2}\$'`,
  encode: () => [],
  parameters: [],
  columns: ['name'],
};

export interface ListEventRunsParameters {
  readonly after: number;
  readonly limit: number;
}
export interface ListEventRunsRow {
  readonly position: number;
  readonly id: number;
  readonly count: number;
}
export const listEventRuns: Statement<ListEventRunsParameters, ListEventRunsRow> = {
  name: 'list-event-runs',
  text: `SELECT position::float8, id::float8, count::float8
FROM (
  (SELECT position, id, count FROM event_runs WHERE position <= \$1::bigint ORDER BY position DESC LIMIT 1)
  UNION ALL
  (SELECT position, id, count FROM event_runs WHERE position > \$1::bigint ORDER BY position LIMIT \$2::int)
) AS run
WHERE position + count - 1 > \$1::bigint
ORDER BY position`,
  encode: (each) => [each.after, each.limit],
  parameters: ['after', 'limit'],
  columns: ['position', 'id', 'count'],
};

export interface ListEventsParameters {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly types: number;
  readonly ofPlayer: number | null;
  readonly limit: number;
}
export interface ListEventsRow {
  readonly id: number;
  readonly at: number;
  readonly type: number;
  readonly sequentialId: number;
  readonly data: string;
  readonly personal: string | null;
}
export const listEvents: Statement<ListEventsParameters, ListEventsRow> = {
  name: 'list-events',
  text: `SELECT events.id::float8, events.at::float8, events.type::int, events.sequential_id::float8 AS "sequentialId", events.data, events.personal
FROM unnest(\$1::bigint[], \$2::bigint[]) WITH ORDINALITY AS range (first, last, number)
JOIN LATERAL (
  SELECT * FROM events
  WHERE id >= range.first AND id <= range.last AND (1 << type) & \$3::int <> 0
    AND (\$4::bigint IS NULL OR sequential_id = \$4::bigint)
  ORDER BY id
  LIMIT \$5::int
) AS events ON true
ORDER BY range.number, events.id
LIMIT \$5::int`,
  encode: (each) => [bigints(each.starts), bigints(each.ends), each.types, each.ofPlayer, each.limit],
  parameters: ['starts', 'ends', 'types', 'ofPlayer', 'limit'],
  columns: ['id', 'at', 'type', 'sequentialId', 'data', 'personal'],
};

export interface ListExistingPlayersParameters {
  readonly ids: readonly number[];
}
export interface ListExistingPlayersRow {
  readonly id: number;
}
export const listExistingPlayers: Statement<ListExistingPlayersParameters, ListExistingPlayersRow> = {
  name: 'list-existing-players',
  text: `SELECT sequential_id::float8 AS id FROM metadata WHERE sequential_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: ['id'],
};

export interface ListExportedActiveParameters {
  readonly after: number;
  readonly limit: number;
}
export interface ListExportedActiveRow {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly lastActivity: number;
  readonly context: string | null;
  readonly installationId: string | null;
}
export const listExportedActive: Statement<ListExportedActiveParameters, ListExportedActiveRow> = {
  name: 'list-exported-active',
  text: `SELECT active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  active_sessions.started_at::float8 AS "startedAt", active_sessions.last_activity::float8 AS "lastActivity",
  active_sessions.context AS "context", active_sessions.installation_id AS "installationId"
FROM active_sessions
WHERE sequential_id > \$1::bigint
ORDER BY active_sessions.sequential_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit],
  parameters: ['after', 'limit'],
  columns: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity', 'context', 'installationId'],
};

export interface ListExportedAuditParameters {
  readonly sequentialId: number;
  readonly at: number;
  readonly auditId: string;
  readonly limit: number;
}
export interface ListExportedAuditRow {
  readonly auditId: string;
  readonly at: number;
  readonly keyId: string | null;
  readonly keyName: string;
  readonly action: AuditAction;
  readonly sequentialId: number | null;
  readonly detail: string | null;
  readonly requestId: string | null;
}
export const listExportedAudit: Statement<ListExportedAuditParameters, ListExportedAuditRow> = {
  name: 'list-exported-audit',
  text: `SELECT audit_entries.audit_id::text AS "auditId", audit_entries.at::float8 AS "at", audit_entries.key_id AS "keyId",
  audit_entries.key_name AS "keyName", audit_entries.action AS "action",
  nullif(audit_entries.sequential_id, 0)::float8 AS "sequentialId", audit_entries.detail AS "detail",
  audit_entries.request_id AS "requestId"
FROM audit_entries
WHERE (sequential_id, at, audit_id) > (\$1::bigint, \$2::bigint, \$3::uuid)
ORDER BY audit_entries.sequential_id, audit_entries.at, audit_entries.audit_id
LIMIT \$4::int`,
  encode: (each) => [each.sequentialId, each.at, each.auditId, each.limit],
  parameters: ['sequentialId', 'at', 'auditId', 'limit'],
  columns: ['auditId', 'at', 'keyId', 'keyName', 'action', 'sequentialId', 'detail', 'requestId'],
};

export interface ListExportedEndedParameters {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
  readonly limit: number;
}
export interface ListExportedEndedRow {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly reason: EndReason;
  readonly context: string | null;
  readonly installationId: string | null;
  readonly counted: number;
}
export const listExportedEnded: Statement<ListExportedEndedParameters, ListExportedEndedRow> = {
  name: 'list-exported-ended',
  text: `SELECT ended_sessions.sequential_id::float8 AS "sequentialId", ended_sessions.session_id::text AS "sessionId",
  ended_sessions.started_at::float8 AS "startedAt", ended_sessions.ended_at::float8 AS "endedAt",
  ended_sessions.reason AS "reason", ended_sessions.context AS "context", ended_sessions.installation_id AS "installationId",
  ended_sessions.counted::int AS "counted"
FROM ended_sessions
WHERE (sequential_id, ended_at, session_id) > (\$1::bigint, \$2::bigint, \$3::uuid)
ORDER BY ended_sessions.sequential_id, ended_sessions.ended_at, ended_sessions.session_id
LIMIT \$4::int`,
  encode: (each) => [each.sequentialId, each.endedAt, each.sessionId, each.limit],
  parameters: ['sequentialId', 'endedAt', 'sessionId', 'limit'],
  columns: ['sequentialId', 'sessionId', 'startedAt', 'endedAt', 'reason', 'context', 'installationId', 'counted'],
};

export interface ListExportedErasuresParameters {
  readonly after: string;
  readonly limit: number;
}
export interface ListExportedErasuresRow {
  readonly digest: string;
  readonly erasedAt: number;
}
export const listExportedErasures: Statement<ListExportedErasuresParameters, ListExportedErasuresRow> = {
  name: 'list-exported-erasures',
  text: `SELECT erased_players.player_digest AS "digest", erased_players.erased_at::float8 AS "erasedAt"
FROM erased_players
WHERE player_digest > \$1::text
ORDER BY player_digest
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit],
  parameters: ['after', 'limit'],
  columns: ['digest', 'erasedAt'],
};

export interface ListExportedLossesParameters {
  readonly sequentialId: number;
  readonly version: number;
  readonly limit: number;
}
export interface ListExportedLossesRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly lostAt: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly membersBefore: number;
  readonly membersAfter: number;
  readonly by: Writer;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly sessionId: string | null;
  readonly installationId: string | null;
  readonly context: string | null;
  readonly gameVersion: string | null;
  readonly restoredAt: number | null;
}
export const listExportedLosses: Statement<ListExportedLossesParameters, ListExportedLossesRow> = {
  name: 'list-exported-losses',
  text: `SELECT metadata_losses.sequential_id::float8 AS "sequentialId", metadata_losses.version::float8 AS "version",
  metadata_losses.lost_at::float8 AS "lostAt", metadata_losses.bytes_before::int AS "bytesBefore",
  metadata_losses.bytes_after::int AS "bytesAfter", metadata_losses.members_before::int AS "membersBefore",
  metadata_losses.members_after::int AS "membersAfter", metadata_losses.written_by AS "by",
  metadata_losses.key_id AS "keyId", metadata_losses.key_name AS "keyName", metadata_losses.session_id::text AS "sessionId",
  metadata_losses.installation_id AS "installationId", metadata_losses.context AS "context",
  metadata_losses.game_version AS "gameVersion", metadata_losses.restored_at::float8 AS "restoredAt"
FROM metadata_losses
WHERE (sequential_id, version) > (\$1::bigint, \$2::bigint)
ORDER BY metadata_losses.sequential_id, metadata_losses.version
LIMIT \$3::int`,
  encode: (each) => [each.sequentialId, each.version, each.limit],
  parameters: ['sequentialId', 'version', 'limit'],
  columns: ['sequentialId', 'version', 'lostAt', 'bytesBefore', 'bytesAfter', 'membersBefore', 'membersAfter', 'by', 'keyId', 'keyName', 'sessionId', 'installationId', 'context', 'gameVersion', 'restoredAt'],
};

export interface ListExportedPlayersParameters {
  readonly after: number;
  readonly limit: number;
}
export interface ListExportedPlayersRow {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly metadataVersion: number;
  readonly metadataText: string | null;
  readonly writtenAt: number | null;
  readonly writtenBy: Writer;
  readonly sessionId: string | null;
  readonly keptAt: number | null;
  readonly keyId: string | null;
  readonly suspendedUntil: number | null;
  readonly suspensionReason: string | null;
  readonly lastSeenAt: number | null;
  readonly lastWrites: string | null;
  readonly registeredAt: number;
}
export const listExportedPlayers: Statement<ListExportedPlayersParameters, ListExportedPlayersRow> = {
  name: 'list-exported-players',
  text: `SELECT metadata.sequential_id::float8 AS "sequentialId", metadata.player_id AS "playerId",
  metadata.version::float8 AS "metadataVersion", metadata.text AS "metadataText", metadata.written_at::float8 AS "writtenAt",
  CASE WHEN metadata.by_server THEN 'server' ELSE 'player' END AS "writtenBy",
  metadata.written_session_id::text AS "sessionId", metadata.kept_at::float8 AS "keptAt",
  (CASE WHEN metadata.by_server THEN metadata.written_key_id END) AS "keyId",
  metadata.suspended_until::float8 AS "suspendedUntil", metadata.suspension_reason AS "suspensionReason",
  metadata.last_seen_at::float8 AS "lastSeenAt", encode(metadata.last_writes, 'hex') AS "lastWrites", players.registered_at::float8 AS "registeredAt"
FROM metadata
JOIN players ON players.player_id = metadata.player_id
WHERE metadata.sequential_id > \$1::bigint
ORDER BY metadata.sequential_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit],
  parameters: ['after', 'limit'],
  columns: ['sequentialId', 'playerId', 'metadataVersion', 'metadataText', 'writtenAt', 'writtenBy', 'sessionId', 'keptAt', 'keyId', 'suspendedUntil', 'suspensionReason', 'lastSeenAt', 'lastWrites', 'registeredAt'],
};

export interface ListExportedVersionsParameters {
  readonly sequentialId: number;
  readonly version: number;
  readonly limit: number;
}
export interface ListExportedVersionsRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number | null;
  readonly sessionId: string | null;
  readonly by: Writer;
  readonly keyId: string | null;
  readonly keptAt: number;
  readonly milestone: boolean;
  readonly sizeBytes: number;
  readonly baseVersion: number | null;
  readonly content: string;
}
export const listExportedVersions: Statement<ListExportedVersionsParameters, ListExportedVersionsRow> = {
  name: 'list-exported-versions',
  text: `SELECT metadata_versions.sequential_id::float8 AS "sequentialId", metadata_versions.version::float8 AS "version",
  metadata_versions.written_at::float8 AS "writtenAt", metadata_versions.session_id::text AS "sessionId",
  CASE WHEN metadata_versions.by_server THEN 'server' ELSE 'player' END AS "by", metadata_versions.key_id AS "keyId",
  metadata_versions.kept_at::float8 AS "keptAt", metadata_versions.milestone AS "milestone",
  metadata_versions.size_bytes::int AS "sizeBytes", metadata_versions.base_version::float8 AS "baseVersion",
  translate(encode(metadata_versions.content, 'base64'), chr(10), '') AS "content"
FROM metadata_versions
WHERE sequential_id > \$1::bigint OR (sequential_id = \$1::bigint AND version < \$2::bigint)
ORDER BY metadata_versions.sequential_id, metadata_versions.version DESC
LIMIT \$3::int`,
  encode: (each) => [each.sequentialId, each.version, each.limit],
  parameters: ['sequentialId', 'version', 'limit'],
  columns: ['sequentialId', 'version', 'writtenAt', 'sessionId', 'by', 'keyId', 'keptAt', 'milestone', 'sizeBytes', 'baseVersion', 'content'],
};

export interface ListHighestValuesParameters {
  readonly indexId: number;
  readonly value: Uint8Array;
  readonly sequentialId: number;
  readonly most: number;
}
export interface ListHighestValuesRow {
  readonly sequentialId: number;
  readonly value: Uint8Array;
}
export const listHighestValues: Statement<ListHighestValuesParameters, ListHighestValuesRow> = {
  name: 'list-highest-values',
  text: `SELECT sequential_id::float8 AS "sequentialId", value
FROM metadata_index_entries
WHERE index_id = \$1::bigint AND value IS NOT NULL AND (value, sequential_id) < (\$2::bytea, \$3::bigint)
ORDER BY metadata_index_entries.value DESC, metadata_index_entries.sequential_id DESC
LIMIT \$4::int`,
  encode: (each) => [each.indexId, each.value, each.sequentialId, each.most],
  parameters: ['indexId', 'value', 'sequentialId', 'most'],
  columns: ['sequentialId', 'value'],
};

export interface ListIndexEntriesParameters {
  readonly sequentialId: number;
  readonly indexId: number;
  readonly limit: number;
}
export interface ListIndexEntriesRow {
  readonly sequentialId: number;
  readonly indexId: number;
}
export const listIndexEntries: Statement<ListIndexEntriesParameters, ListIndexEntriesRow> = {
  name: 'list-index-entries',
  text: `SELECT sequential_id::float8 AS "sequentialId", index_id::float8 AS "indexId"
FROM metadata_index_entries WHERE (sequential_id, index_id) > (\$1::bigint, \$2::bigint)
ORDER BY sequential_id, index_id LIMIT \$3::int`,
  encode: (each) => [each.sequentialId, each.indexId, each.limit],
  parameters: ['sequentialId', 'indexId', 'limit'],
  columns: ['sequentialId', 'indexId'],
};

export interface ListIndexMarksParameters {
  readonly after: number;
  readonly limit: number;
}
export interface ListIndexMarksRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly indexSet: number;
  readonly indexedVersion: number;
  readonly labelVersion: number;
  readonly bytes: number | null;
}
export const listIndexMarks: Statement<ListIndexMarksParameters, ListIndexMarksRow> = {
  name: 'list-index-marks',
  text: `SELECT sequential_id::float8 AS "sequentialId", version::float8, index_set::float8 AS "indexSet",
  indexed_version::float8 AS "indexedVersion", label_version::float8 AS "labelVersion", octet_length(text)::float8 AS bytes
FROM metadata WHERE sequential_id > \$1::bigint ORDER BY sequential_id LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit],
  parameters: ['after', 'limit'],
  columns: ['sequentialId', 'version', 'indexSet', 'indexedVersion', 'labelVersion', 'bytes'],
};

export interface ListIndexValuesParameters {
  readonly indexId: number;
  readonly value: Uint8Array;
  readonly sequentialId: number;
  readonly most: number;
}
export interface ListIndexValuesRow {
  readonly value: Uint8Array;
  readonly players: number;
  readonly lastPlayer: number;
}
export const listIndexValues: Statement<ListIndexValuesParameters, ListIndexValuesRow> = {
  name: 'list-index-values',
  text: `SELECT value, count(*)::int AS players, max(sequential_id)::float8 AS "lastPlayer"
FROM (
  SELECT value, sequential_id
  FROM metadata_index_entries
  WHERE index_id = \$1::bigint AND value IS NOT NULL AND (value, sequential_id) > (\$2::bytea, \$3::bigint)
  ORDER BY value, sequential_id
  LIMIT \$4::int
) AS entries
GROUP BY value
ORDER BY value`,
  encode: (each) => [each.indexId, each.value, each.sequentialId, each.most],
  parameters: ['indexId', 'value', 'sequentialId', 'most'],
  columns: ['value', 'players', 'lastPlayer'],
};

export interface ListIndexesParameters {
}
export interface ListIndexesRow {
  readonly indexId: number;
  readonly pointer: string;
  readonly type: string;
  readonly createdAt: number;
  readonly declaredAt: number;
  readonly buildPosition: number;
  readonly builtAt: number | null;
}
export const listIndexes: Statement<ListIndexesParameters, ListIndexesRow> = {
  name: 'list-indexes',
  text: `SELECT index_id::float8 AS "indexId", pointer, type, created_at::float8 AS "createdAt", declared_at::float8 AS "declaredAt",
  build_position::float8 AS "buildPosition", built_at::float8 AS "builtAt"
FROM metadata_indexes
ORDER BY index_id`,
  encode: () => [],
  parameters: [],
  columns: ['indexId', 'pointer', 'type', 'createdAt', 'declaredAt', 'buildPosition', 'builtAt'],
};

export interface ListLastEndedParameters {
  readonly endedAt: number;
  readonly sequentialId: number;
  readonly most: number;
}
export interface ListLastEndedRow {
  readonly sequentialId: number;
  readonly endedAt: number;
}
export const listLastEnded: Statement<ListLastEndedParameters, ListLastEndedRow> = {
  name: 'list-last-ended',
  text: `SELECT sequential_id::float8 AS "sequentialId", ended_at::float8 AS "endedAt"
FROM ended_sessions
WHERE (ended_at, sequential_id) < (\$1::bigint, \$2::bigint)
ORDER BY ended_sessions.ended_at DESC, ended_sessions.sequential_id DESC
LIMIT \$3::int`,
  encode: (each) => [each.endedAt, each.sequentialId, each.most],
  parameters: ['endedAt', 'sequentialId', 'most'],
  columns: ['sequentialId', 'endedAt'],
};

export interface ListLongSumsParameters {
  readonly bytes: number;
}
export interface ListLongSumsRow {
  readonly kind: string;
  readonly day: number;
}
export const listLongSums: Statement<ListLongSumsParameters, ListLongSumsRow> = {
  name: 'list-long-sums',
  text: `SELECT kind, day::float8 AS day
FROM statistics_days
WHERE kind LIKE '/%' AND octet_length(sums) > \$1::int`,
  encode: (each) => [each.bytes],
  parameters: ['bytes'],
  columns: ['kind', 'day'],
};

export interface ListLossesOfPlayersParameters {
  readonly ids: readonly number[];
}
export interface ListLossesOfPlayersRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly lostAt: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly membersBefore: number;
  readonly membersAfter: number;
  readonly by: Writer;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly sessionId: string | null;
  readonly installationId: string | null;
  readonly context: string | null;
  readonly gameVersion: string | null;
  readonly restoredAt: number | null;
}
export const listLossesOfPlayers: Statement<ListLossesOfPlayersParameters, ListLossesOfPlayersRow> = {
  name: 'list-losses-of-players',
  text: `SELECT metadata_losses.sequential_id::float8 AS "sequentialId", metadata_losses.version::float8 AS "version",
  metadata_losses.lost_at::float8 AS "lostAt", metadata_losses.bytes_before::int AS "bytesBefore",
  metadata_losses.bytes_after::int AS "bytesAfter", metadata_losses.members_before::int AS "membersBefore",
  metadata_losses.members_after::int AS "membersAfter", metadata_losses.written_by AS "by",
  metadata_losses.key_id AS "keyId", metadata_losses.key_name AS "keyName", metadata_losses.session_id::text AS "sessionId",
  metadata_losses.installation_id AS "installationId", metadata_losses.context AS "context",
  metadata_losses.game_version AS "gameVersion", metadata_losses.restored_at::float8 AS "restoredAt"
FROM metadata_losses
WHERE sequential_id = ANY (\$1::bigint[])
ORDER BY metadata_losses.sequential_id, metadata_losses.version DESC`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: ['sequentialId', 'version', 'lostAt', 'bytesBefore', 'bytesAfter', 'membersBefore', 'membersAfter', 'by', 'keyId', 'keyName', 'sessionId', 'installationId', 'context', 'gameVersion', 'restoredAt'],
};

export interface ListLossesOfVersionParameters {
  readonly gameVersion: string;
  readonly by: string | null;
  readonly isRestored: boolean | null;
  readonly lostAt: number;
  readonly sequentialId: number;
  readonly version: number;
  readonly rows: number;
  readonly from: number;
  readonly limit: number;
}
export interface ListLossesOfVersionRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly lostAt: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly membersBefore: number;
  readonly membersAfter: number;
  readonly by: Writer;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly sessionId: string | null;
  readonly installationId: string | null;
  readonly context: string | null;
  readonly gameVersion: string | null;
  readonly restoredAt: number | null;
}
export const listLossesOfVersion: Statement<ListLossesOfVersionParameters, ListLossesOfVersionRow> = {
  name: 'list-losses-of-version',
  text: `SELECT metadata_losses.sequential_id::float8 AS "sequentialId", metadata_losses.version::float8 AS "version",
  metadata_losses.lost_at::float8 AS "lostAt", metadata_losses.bytes_before::int AS "bytesBefore",
  metadata_losses.bytes_after::int AS "bytesAfter", metadata_losses.members_before::int AS "membersBefore",
  metadata_losses.members_after::int AS "membersAfter", metadata_losses.written_by AS "by",
  metadata_losses.key_id AS "keyId", metadata_losses.key_name AS "keyName", metadata_losses.session_id::text AS "sessionId",
  metadata_losses.installation_id AS "installationId", metadata_losses.context AS "context",
  metadata_losses.game_version AS "gameVersion", metadata_losses.restored_at::float8 AS "restoredAt"
FROM (
  SELECT * FROM metadata_losses
  WHERE game_version = \$1::text AND (lost_at, sequential_id, version) < (\$4::bigint, \$5::bigint, \$6::bigint) AND lost_at >= \$8::bigint
  ORDER BY lost_at DESC, sequential_id DESC, version DESC
  LIMIT \$7::int
) AS metadata_losses
WHERE (\$2::text IS NULL OR metadata_losses.written_by = \$2::text)
  AND (\$3::boolean IS NULL OR (metadata_losses.restored_at IS NOT NULL) = \$3::boolean)
ORDER BY lost_at DESC, sequential_id DESC, version DESC
LIMIT \$9::int`,
  encode: (each) => [each.gameVersion, each.by, each.isRestored, each.lostAt, each.sequentialId, each.version, each.rows, each.from, each.limit],
  parameters: ['gameVersion', 'by', 'isRestored', 'lostAt', 'sequentialId', 'version', 'rows', 'from', 'limit'],
  columns: ['sequentialId', 'version', 'lostAt', 'bytesBefore', 'bytesAfter', 'membersBefore', 'membersAfter', 'by', 'keyId', 'keyName', 'sessionId', 'installationId', 'context', 'gameVersion', 'restoredAt'],
};

export interface ListLossesParameters {
  readonly by: string | null;
  readonly isRestored: boolean | null;
  readonly lostAt: number;
  readonly sequentialId: number;
  readonly version: number;
  readonly rows: number;
  readonly from: number;
  readonly limit: number;
}
export interface ListLossesRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly lostAt: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly membersBefore: number;
  readonly membersAfter: number;
  readonly by: Writer;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly sessionId: string | null;
  readonly installationId: string | null;
  readonly context: string | null;
  readonly gameVersion: string | null;
  readonly restoredAt: number | null;
}
export const listLosses: Statement<ListLossesParameters, ListLossesRow> = {
  name: 'list-losses',
  text: `SELECT metadata_losses.sequential_id::float8 AS "sequentialId", metadata_losses.version::float8 AS "version",
  metadata_losses.lost_at::float8 AS "lostAt", metadata_losses.bytes_before::int AS "bytesBefore",
  metadata_losses.bytes_after::int AS "bytesAfter", metadata_losses.members_before::int AS "membersBefore",
  metadata_losses.members_after::int AS "membersAfter", metadata_losses.written_by AS "by",
  metadata_losses.key_id AS "keyId", metadata_losses.key_name AS "keyName", metadata_losses.session_id::text AS "sessionId",
  metadata_losses.installation_id AS "installationId", metadata_losses.context AS "context",
  metadata_losses.game_version AS "gameVersion", metadata_losses.restored_at::float8 AS "restoredAt"
FROM (
  SELECT * FROM metadata_losses
  WHERE (lost_at, sequential_id, version) < (\$3::bigint, \$4::bigint, \$5::bigint) AND lost_at >= \$7::bigint
  ORDER BY lost_at DESC, sequential_id DESC, version DESC
  LIMIT \$6::int
) AS metadata_losses
WHERE (\$1::text IS NULL OR metadata_losses.written_by = \$1::text)
  AND (\$2::boolean IS NULL OR (metadata_losses.restored_at IS NOT NULL) = \$2::boolean)
ORDER BY lost_at DESC, sequential_id DESC, version DESC
LIMIT \$8::int`,
  encode: (each) => [each.by, each.isRestored, each.lostAt, each.sequentialId, each.version, each.rows, each.from, each.limit],
  parameters: ['by', 'isRestored', 'lostAt', 'sequentialId', 'version', 'rows', 'from', 'limit'],
  columns: ['sequentialId', 'version', 'lostAt', 'bytesBefore', 'bytesAfter', 'membersBefore', 'membersAfter', 'by', 'keyId', 'keyName', 'sessionId', 'installationId', 'context', 'gameVersion', 'restoredAt'],
};

export interface ListMetadataToIndexParameters {
  readonly ids: readonly number[];
}
export interface ListMetadataToIndexRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly text: string | null;
}
export const listMetadataToIndex: Statement<ListMetadataToIndexParameters, ListMetadataToIndexRow> = {
  name: 'list-metadata-to-index',
  text: `SELECT sequential_id::float8 AS "sequentialId", version::float8, text
FROM metadata WHERE sequential_id = ANY (\$1::bigint[]) ORDER BY sequential_id`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: ['sequentialId', 'version', 'text'],
};

export interface ListMetadataParameters {
  readonly ids: readonly number[];
  readonly maxBytes: number;
}
export interface ListMetadataRow {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly version: number;
  readonly bytes: number;
  readonly text: string | null;
}
export const listMetadata: Statement<ListMetadataParameters, ListMetadataRow> = {
  name: 'list-metadata',
  text: `SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", version::float8, bytes,
  CASE WHEN bytes <= \$2::float8 THEN text END AS text
FROM (
  SELECT *, coalesce(sum(octet_length(text)) OVER (), 0)::float8 AS bytes
  FROM metadata
  WHERE sequential_id = ANY (\$1::bigint[])
) AS found`,
  encode: (each) => [bigints(each.ids), each.maxBytes],
  parameters: ['ids', 'maxBytes'],
  columns: ['sequentialId', 'playerId', 'version', 'bytes', 'text'],
};

export interface ListNewestPlayersParameters {
  readonly before: number;
  readonly most: number;
}
export interface ListNewestPlayersRow {
  readonly sequentialId: number;
}
export const listNewestPlayers: Statement<ListNewestPlayersParameters, ListNewestPlayersRow> = {
  name: 'list-newest-players',
  text: `SELECT sequential_id::float8 AS "sequentialId"
FROM metadata
WHERE sequential_id < \$1::bigint
ORDER BY metadata.sequential_id DESC
LIMIT \$2::int`,
  encode: (each) => [each.before, each.most],
  parameters: ['before', 'most'],
  columns: ['sequentialId'],
};

export interface ListOldHistoryParameters {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
  readonly before: number;
  readonly limit: number;
}
export interface ListOldHistoryRow {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
}
export const listOldHistory: Statement<ListOldHistoryParameters, ListOldHistoryRow> = {
  name: 'list-old-history',
  text: `SELECT sequential_id::float8 AS "sequentialId", ended_at::float8 AS "endedAt", session_id::text AS "sessionId"
FROM ended_sessions
WHERE (sequential_id, ended_at, session_id) > (\$1::bigint, \$2::bigint, \$3::uuid) AND ended_at < \$4::bigint
ORDER BY sequential_id, ended_at, session_id
LIMIT \$5::int`,
  encode: (each) => [each.sequentialId, each.endedAt, each.sessionId, each.before, each.limit],
  parameters: ['sequentialId', 'endedAt', 'sessionId', 'before', 'limit'],
  columns: ['sequentialId', 'endedAt', 'sessionId'],
};

export interface ListOpenSessionsParameters {
  readonly after: number;
  readonly limit: number;
}
export interface ListOpenSessionsRow {
  readonly sequentialId: number;
  readonly startedAt: number;
  readonly lastActivity: number;
  readonly expiresFrom: number;
  readonly context: string | null;
  readonly days: string | null;
}
export const listOpenSessions: Statement<ListOpenSessionsParameters, ListOpenSessionsRow> = {
  name: 'list-open-sessions',
  text: `SELECT active_sessions.sequential_id::float8 AS "sequentialId", started_at::float8 AS "startedAt",
  last_activity::float8 AS "lastActivity", coalesce(active_sessions.corrected_activity, active_sessions.last_activity)::float8 AS "expiresFrom", context, days
FROM active_sessions
LEFT JOIN statistics_players ON statistics_players.sequential_id = active_sessions.sequential_id
WHERE active_sessions.sequential_id > \$1::bigint
ORDER BY active_sessions.sequential_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.limit],
  parameters: ['after', 'limit'],
  columns: ['sequentialId', 'startedAt', 'lastActivity', 'expiresFrom', 'context', 'days'],
};

export interface ListOrphansParameters {
  readonly after: number;
  readonly end: number;
}
export interface ListOrphansRow {
  readonly sequentialId: number;
}
export const listOrphans: Readonly<Record<'active_sessions' | 'metadata_versions' | 'metadata_losses' | 'metadata_index_entries' | 'idempotency_keys' | 'server_idempotency_keys', Statement<ListOrphansParameters, ListOrphansRow>>> = {
  active_sessions: {
  name: 'list-orphans on active_sessions',
  text: `SELECT DISTINCT sequential_id::float8 AS "sequentialId"
FROM active_sessions
WHERE sequential_id > \$1::bigint AND sequential_id <= \$2::bigint AND NOT EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = active_sessions.sequential_id)`,
  encode: (each) => [each.after, each.end],
  parameters: ['after', 'end'],
  columns: ['sequentialId'],
},
  metadata_versions: {
  name: 'list-orphans on metadata_versions',
  text: `SELECT DISTINCT sequential_id::float8 AS "sequentialId"
FROM metadata_versions
WHERE sequential_id > \$1::bigint AND sequential_id <= \$2::bigint AND NOT EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = metadata_versions.sequential_id)`,
  encode: (each) => [each.after, each.end],
  parameters: ['after', 'end'],
  columns: ['sequentialId'],
},
  metadata_losses: {
  name: 'list-orphans on metadata_losses',
  text: `SELECT DISTINCT sequential_id::float8 AS "sequentialId"
FROM metadata_losses
WHERE sequential_id > \$1::bigint AND sequential_id <= \$2::bigint AND NOT EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = metadata_losses.sequential_id)`,
  encode: (each) => [each.after, each.end],
  parameters: ['after', 'end'],
  columns: ['sequentialId'],
},
  metadata_index_entries: {
  name: 'list-orphans on metadata_index_entries',
  text: `SELECT DISTINCT sequential_id::float8 AS "sequentialId"
FROM metadata_index_entries
WHERE sequential_id > \$1::bigint AND sequential_id <= \$2::bigint AND NOT EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = metadata_index_entries.sequential_id)`,
  encode: (each) => [each.after, each.end],
  parameters: ['after', 'end'],
  columns: ['sequentialId'],
},
  idempotency_keys: {
  name: 'list-orphans on idempotency_keys',
  text: `SELECT DISTINCT sequential_id::float8 AS "sequentialId"
FROM idempotency_keys
WHERE sequential_id > \$1::bigint AND sequential_id <= \$2::bigint AND NOT EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = idempotency_keys.sequential_id)`,
  encode: (each) => [each.after, each.end],
  parameters: ['after', 'end'],
  columns: ['sequentialId'],
},
  server_idempotency_keys: {
  name: 'list-orphans on server_idempotency_keys',
  text: `SELECT DISTINCT sequential_id::float8 AS "sequentialId"
FROM server_idempotency_keys
WHERE sequential_id > \$1::bigint AND sequential_id <= \$2::bigint AND NOT EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = server_idempotency_keys.sequential_id)`,
  encode: (each) => [each.after, each.end],
  parameters: ['after', 'end'],
  columns: ['sequentialId'],
},
};

export interface ListPartitionsParameters {
}
export interface ListPartitionsRow {
  readonly name: string;
}
export const listPartitions: Statement<ListPartitionsParameters, ListPartitionsRow> = {
  name: 'list-partitions',
  text: `SELECT relname::text AS name
FROM pg_inherits
JOIN pg_class ON pg_class.oid = inhrelid
WHERE inhparent = 'ended_sessions'::regclass AND relname ~ '^ended_sessions_[0-9]{4}_[0-9]{2}\$'`,
  encode: () => [],
  parameters: [],
  columns: ['name'],
};

export interface ListPartsParameters {
}
export interface ListPartsRow {
  readonly sums: string;
}
export const listParts: Statement<ListPartsParameters, ListPartsRow> = {
  name: 'list-parts',
  text: `SELECT sums
FROM statistics_parts
WHERE part_id > 0`,
  encode: () => [],
  parameters: [],
  columns: ['sums'],
};

export interface ListPeopleParameters {
}
export interface ListPeopleRow {
  readonly personId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly mail: string | null;
  readonly scopes: string;
  readonly createdAt: number;
  readonly confirmedAt: number;
  readonly roleGoneAt: number | null;
}
export const listPeople: Statement<ListPeopleParameters, ListPeopleRow> = {
  name: 'list-people',
  text: `SELECT console_people.person_id AS "personId", console_people.issuer, console_people.subject, console_people.mail, console_people.scopes,
  console_people.created_at::float8 AS "createdAt", console_people.confirmed_at::float8 AS "confirmedAt",
  console_people.role_gone_at::float8 AS "roleGoneAt"
FROM console_people
ORDER BY console_people.created_at, console_people.person_id`,
  encode: () => [],
  parameters: [],
  columns: ['personId', 'issuer', 'subject', 'mail', 'scopes', 'createdAt', 'confirmedAt', 'roleGoneAt'],
};

export interface ListServerKeysParameters {
}
export interface ListServerKeysRow {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly madeBy: string | null;
}
export const listServerKeys: Statement<ListServerKeysParameters, ListServerKeysRow> = {
  name: 'list-server-keys',
  text: `SELECT server_keys.key_id::text AS "keyId", server_keys.name, server_keys.scopes, server_keys.created_at::float8 AS "createdAt",
  server_keys.expires_at::float8 AS "expiresAt", server_keys.last_used_at::float8 AS "lastUsedAt", server_keys.made_by AS "madeBy"
FROM server_keys
ORDER BY server_keys.created_at, server_keys.key_id`,
  encode: () => [],
  parameters: [],
  columns: ['keyId', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'madeBy'],
};

export interface ListStampedRunsParameters {
}
export interface ListStampedRunsRow {
  readonly position: number;
  readonly id: number;
  readonly count: number;
  readonly settled: number;
}
export const listStampedRuns: Statement<ListStampedRunsParameters, ListStampedRunsRow> = {
  name: 'list-stamped-runs',
  text: `WITH newest AS (SELECT position, settled FROM event_runs ORDER BY position DESC LIMIT 1),
before AS (
  SELECT coalesce(max(event_runs.id), 0) AS id FROM event_runs WHERE event_runs.id <= (SELECT settled FROM newest)
)
SELECT position::float8, id::float8, count::float8, settled::float8
FROM event_runs
WHERE id >= (SELECT id FROM before) OR position = (SELECT position FROM newest)
ORDER BY position`,
  encode: () => [],
  parameters: [],
  columns: ['position', 'id', 'count', 'settled'],
};

export interface ListSumsOfKindsParameters {
  readonly kinds: readonly string[];
}
export interface ListSumsOfKindsRow {
  readonly kind: string;
  readonly day: number;
  readonly text: string;
}
export const listSumsOfKinds: Statement<ListSumsOfKindsParameters, ListSumsOfKindsRow> = {
  name: 'list-sums-of-kinds',
  text: `SELECT kind, day::float8 AS day, sums AS text
FROM statistics_days
WHERE kind = ANY (\$1::text[])`,
  encode: (each) => [texts(each.kinds)],
  parameters: ['kinds'],
  columns: ['kind', 'day', 'text'],
};

export interface ListSumsParameters {
}
export interface ListSumsRow {
  readonly kind: string;
  readonly day: number;
  readonly sums: string;
}
export const listSums: Statement<ListSumsParameters, ListSumsRow> = {
  name: 'list-sums',
  text: `SELECT kind, day::float8 AS day, sums
FROM statistics_days`,
  encode: () => [],
  parameters: [],
  columns: ['kind', 'day', 'sums'],
};

export interface ListUnclearedEventsParameters {
  readonly limit: number;
}
export interface ListUnclearedEventsRow {
  readonly sequentialId: number;
}
export const listUnclearedEvents: Statement<ListUnclearedEventsParameters, ListUnclearedEventsRow> = {
  name: 'list-uncleared-events',
  text: `SELECT DISTINCT sequential_id::float8 AS "sequentialId"
FROM events
WHERE personal IS NOT NULL AND NOT EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = events.sequential_id)
  AND NOT EXISTS (SELECT FROM event_erasures WHERE event_erasures.sequential_id = events.sequential_id)
LIMIT \$1::int`,
  encode: (each) => [each.limit],
  parameters: ['limit'],
  columns: ['sequentialId'],
};

export interface ListUncountedParameters {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
  readonly limit: number;
}
export interface ListUncountedRow {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly reason: EndReason;
  readonly context: string | null;
  readonly mark: number;
}
export const listUncounted: Statement<ListUncountedParameters, ListUncountedRow> = {
  name: 'list-uncounted',
  text: `SELECT sequential_id::float8 AS "sequentialId", ended_at::float8 AS "endedAt", session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", reason, context, counted::int AS mark
FROM ended_sessions
WHERE counted <> 1 AND (sequential_id, ended_at, session_id) > (\$1::bigint, \$2::bigint, \$3::uuid)
ORDER BY sequential_id, ended_at, session_id
LIMIT \$4::int`,
  encode: (each) => [each.sequentialId, each.endedAt, each.sessionId, each.limit],
  parameters: ['sequentialId', 'endedAt', 'sessionId', 'limit'],
  columns: ['sequentialId', 'endedAt', 'sessionId', 'startedAt', 'reason', 'context', 'mark'],
};

export interface ListUnstampedEventsParameters {
  readonly after: number;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly limit: number;
}
export interface ListUnstampedEventsRow {
  readonly id: number | null;
  readonly count: number | null;
  readonly at: number | null;
  readonly xmin: number;
}
export const listUnstampedEvents: Statement<ListUnstampedEventsParameters, ListUnstampedEventsRow> = {
  name: 'list-unstamped-events',
  text: `WITH found AS (
  SELECT events.id, events.at
  FROM unnest(\$2::bigint[], \$3::bigint[]) AS hole (first, last)
  JOIN events ON events.id >= hole.first AND events.id <= hole.last
  UNION ALL
  (SELECT id, at FROM events WHERE id > \$1::bigint ORDER BY id LIMIT \$4::int)
),
run AS (
  SELECT min(id) AS id, count(*) AS count, min(at) AS at
  FROM (SELECT id, at, id - row_number() OVER (ORDER BY id) AS number FROM found) AS numbered
  GROUP BY number
)
SELECT run.id::float8, run.count::float8, run.at::float8, pg_snapshot_xmin(pg_current_snapshot())::text::float8 AS xmin
FROM (SELECT) AS one
LEFT JOIN run ON true
ORDER BY run.id`,
  encode: (each) => [each.after, bigints(each.starts), bigints(each.ends), each.limit],
  parameters: ['after', 'starts', 'ends', 'limit'],
  columns: ['id', 'count', 'at', 'xmin'],
};

export interface ListVersionFactsParameters {
  readonly ids: readonly number[];
}
export interface ListVersionFactsRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number | null;
  readonly sessionId: string | null;
  readonly by: Writer;
  readonly keyId: string | null;
  readonly keptAt: number;
  readonly sizeBytes: number;
  readonly baseVersion: number | null;
}
export const listVersionFacts: Statement<ListVersionFactsParameters, ListVersionFactsRow> = {
  name: 'list-version-facts',
  text: `SELECT metadata_versions.sequential_id::float8 AS "sequentialId", metadata_versions.version::float8 AS "version",
  metadata_versions.written_at::float8 AS "writtenAt", metadata_versions.session_id::text AS "sessionId",
  CASE WHEN metadata_versions.by_server THEN 'server' ELSE 'player' END AS "by", metadata_versions.key_id AS "keyId",
  metadata_versions.kept_at::float8 AS "keptAt", metadata_versions.size_bytes::int AS "sizeBytes",
  metadata_versions.base_version::float8 AS "baseVersion"
FROM metadata_versions
WHERE sequential_id = ANY (\$1::bigint[])
ORDER BY metadata_versions.sequential_id, metadata_versions.version DESC`,
  encode: (each) => [bigints(each.ids)],
  parameters: ['ids'],
  columns: ['sequentialId', 'version', 'writtenAt', 'sessionId', 'by', 'keyId', 'keptAt', 'sizeBytes', 'baseVersion'],
};

export interface ListVersionsParameters {
  readonly ids: readonly number[];
  readonly firsts: readonly number[];
  readonly lasts: readonly number[];
}
export interface ListVersionsRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number | null;
  readonly sessionId: string | null;
  readonly by: Writer;
  readonly keyId: string | null;
  readonly keptAt: number;
  readonly milestone: boolean;
  readonly sizeBytes: number;
  readonly baseVersion: number | null;
  readonly content: Uint8Array;
}
export const listVersions: Statement<ListVersionsParameters, ListVersionsRow> = {
  name: 'list-versions',
  text: `SELECT metadata_versions.sequential_id::float8 AS "sequentialId", metadata_versions.version::float8 AS "version",
  metadata_versions.written_at::float8 AS "writtenAt", metadata_versions.session_id::text AS "sessionId",
  CASE WHEN metadata_versions.by_server THEN 'server' ELSE 'player' END AS "by", metadata_versions.key_id AS "keyId",
  metadata_versions.kept_at::float8 AS "keptAt", metadata_versions.milestone AS "milestone",
  metadata_versions.size_bytes::int AS "sizeBytes", metadata_versions.base_version::float8 AS "baseVersion", content
FROM unnest(\$1::bigint[], \$2::bigint[], \$3::bigint[]) AS input (sequential_id, first, last)
JOIN metadata_versions ON metadata_versions.sequential_id = input.sequential_id
  AND version >= input.first AND version <= input.last
ORDER BY metadata_versions.sequential_id, version DESC`,
  encode: (each) => [bigints(each.ids), bigints(each.firsts), bigints(each.lasts)],
  parameters: ['ids', 'firsts', 'lasts'],
  columns: ['sequentialId', 'version', 'writtenAt', 'sessionId', 'by', 'keyId', 'keptAt', 'milestone', 'sizeBytes', 'baseVersion', 'content'],
};

export interface ListWebhookDeliveriesParameters {
  readonly webhookId: string;
  readonly failures: readonly boolean[];
  readonly after: string | null;
  readonly ofPlayer: number | null;
  readonly limit: number;
}
export interface ListWebhookDeliveriesRow {
  readonly deliveryId: string;
  readonly eventId: number | null;
  readonly sequentialId: number | null;
  readonly at: number;
  readonly attempt: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly milliseconds: number;
  readonly answer: string | null;
}
export const listWebhookDeliveries: Statement<ListWebhookDeliveriesParameters, ListWebhookDeliveriesRow> = {
  name: 'list-webhook-deliveries',
  text: `SELECT log.delivery_id AS "deliveryId", log.event_id::float8 AS "eventId", log.sequential_id::float8 AS "sequentialId",
  log.sent_at::float8 AS at, log.attempt, log.status, log.error, log.milliseconds,
  CASE WHEN log.sequential_id IS NULL OR metadata.sequential_id IS NOT NULL THEN log.answer END AS answer
FROM webhook_deliveries AS log
LEFT JOIN metadata ON metadata.sequential_id = log.sequential_id
WHERE log.webhook_id = \$1::text AND (log.error IS NOT NULL) = ANY (\$2::boolean[])
  AND (\$3::text::text IS NULL OR log.delivery_id < \$3::text)
  AND (\$4::bigint IS NULL OR log.sequential_id = \$4::bigint)
ORDER BY log.delivery_id DESC
LIMIT \$5::int`,
  encode: (each) => [each.webhookId, booleans(each.failures), each.after, each.ofPlayer, each.limit],
  parameters: ['webhookId', 'failures', 'after', 'ofPlayer', 'limit'],
  columns: ['deliveryId', 'eventId', 'sequentialId', 'at', 'attempt', 'status', 'error', 'milliseconds', 'answer'],
};

export interface ListWebhookFailuresParameters {
  readonly webhookId: string;
  readonly isOrdered: boolean;
  readonly after: number;
  readonly except: readonly number[];
  readonly ended: readonly number[];
  readonly limit: number;
  readonly now: number | null;
  readonly longest: number;
}
export interface ListWebhookFailuresRow {
  readonly eventId: number;
  readonly sequentialId: number;
  readonly attempts: number;
  readonly dueInMilliseconds: number;
  readonly dueAt: number;
}
export const listWebhookFailures: Statement<ListWebhookFailuresParameters, ListWebhookFailuresRow> = {
  name: 'list-webhook-failures',
  text: `SELECT event_id::float8 AS "eventId", sequential_id::float8 AS "sequentialId", attempts,
  (CASE WHEN next_at - coalesce(\$7::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) > \$8::bigint THEN 0 ELSE next_at - coalesce(\$7::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) END)::float8 AS "dueInMilliseconds", next_at::float8 AS "dueAt"
FROM webhook_failures
WHERE webhook_id = \$1::text AND next_at IS NOT NULL AND sequential_id <> ALL (\$4::bigint[])
  AND event_id <> ALL (\$5::bigint[]) AND (NOT \$2::boolean OR event_id <= \$3::bigint AND event_id IN (
  SELECT min(event_id)
  FROM webhook_failures
  WHERE webhook_id = \$1::text AND next_at IS NOT NULL AND event_id <> ALL (\$5::bigint[])
  GROUP BY sequential_id
))
ORDER BY next_at, event_id
LIMIT \$6::int`,
  encode: (each) => [each.webhookId, each.isOrdered, each.after, bigints(each.except), bigints(each.ended), each.limit, each.now, each.longest],
  parameters: ['webhookId', 'isOrdered', 'after', 'except', 'ended', 'limit', 'now', 'longest'],
  columns: ['eventId', 'sequentialId', 'attempts', 'dueInMilliseconds', 'dueAt'],
};

export interface ListWebhookLeasesParameters {
}
export interface ListWebhookLeasesRow {
  readonly webhookId: string;
  readonly url: string;
  readonly types: string;
  readonly isOrdered: boolean;
  readonly isEnabled: boolean;
  readonly createdAt: number;
  readonly secret: string;
  readonly signingKey: string | null;
  readonly formerSecret: string | null;
  readonly formerSigningKey: string | null;
  readonly formerUntil: number | null;
  readonly disabledAt: number | null;
  readonly disabledReason: string | null;
  readonly failingSince: number | null;
  readonly sentAfter: number;
  readonly rangeAfter: number | null;
  readonly rangeUntil: number | null;
  readonly missedEvents: number;
  readonly holder: string | null;
  readonly leaseUntil: number;
  readonly leaseNumber: number;
}
export const listWebhookLeases: Statement<ListWebhookLeasesParameters, ListWebhookLeasesRow> = {
  name: 'list-webhook-leases',
  text: `SELECT webhooks.webhook_id AS "webhookId", webhooks.url, webhooks.types, webhooks.is_ordered AS "isOrdered",
  webhooks.is_enabled AS "isEnabled", webhooks.created_at::float8 AS "createdAt", webhooks.secret,
  webhooks.signing_key AS "signingKey", webhooks.former_secret AS "formerSecret",
  webhooks.former_signing_key AS "formerSigningKey", webhooks.former_until::float8 AS "formerUntil",
  webhooks.disabled_at::float8 AS "disabledAt", webhooks.disabled_reason AS "disabledReason",
  webhooks.failing_since::float8 AS "failingSince", webhooks.sent_after::float8 AS "sentAfter",
  webhooks.range_after::float8 AS "rangeAfter", webhooks.range_until::float8 AS "rangeUntil",
  webhooks.missed_events::float8 AS "missedEvents", webhooks.lease_holder AS holder, webhooks.lease_until::float8 AS "leaseUntil",
  webhooks.lease_number::float8 AS "leaseNumber"
FROM webhooks
WHERE webhooks.is_enabled
ORDER BY webhooks.created_at, webhooks.webhook_id`,
  encode: () => [],
  parameters: [],
  columns: ['webhookId', 'url', 'types', 'isOrdered', 'isEnabled', 'createdAt', 'secret', 'signingKey', 'formerSecret', 'formerSigningKey', 'formerUntil', 'disabledAt', 'disabledReason', 'failingSince', 'sentAfter', 'rangeAfter', 'rangeUntil', 'missedEvents', 'holder', 'leaseUntil', 'leaseNumber'],
};

export interface ListWebhookSendersParameters {
  readonly now: number | null;
}
export interface ListWebhookSendersRow {
  readonly now: number;
  readonly holder: string | null;
  readonly seenAt: number | null;
}
export const listWebhookSenders: Statement<ListWebhookSendersParameters, ListWebhookSendersRow> = {
  name: 'list-webhook-senders',
  text: `SELECT clock.now::float8 AS now, webhook_senders.holder, webhook_senders.alive_at::float8 AS "seenAt"
FROM (SELECT coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) AS now) AS clock
LEFT JOIN webhook_senders ON true`,
  encode: (each) => [each.now],
  parameters: ['now'],
  columns: ['now', 'holder', 'seenAt'],
};

export interface ListWebhooksParameters {
  readonly webhookId: string | null;
}
export interface ListWebhooksRow {
  readonly webhookId: string;
  readonly url: string;
  readonly types: string;
  readonly isOrdered: boolean;
  readonly isEnabled: boolean;
  readonly createdAt: number;
  readonly secret: string;
  readonly signingKey: string | null;
  readonly formerSecret: string | null;
  readonly formerSigningKey: string | null;
  readonly formerUntil: number | null;
  readonly disabledAt: number | null;
  readonly disabledReason: string | null;
  readonly failingSince: number | null;
  readonly sentAfter: number;
  readonly rangeAfter: number | null;
  readonly rangeUntil: number | null;
  readonly missedEvents: number;
  readonly pending: number;
  readonly givenUp: number;
}
export const listWebhooks: Statement<ListWebhooksParameters, ListWebhooksRow> = {
  name: 'list-webhooks',
  text: `SELECT webhooks.webhook_id AS "webhookId", webhooks.url, webhooks.types, webhooks.is_ordered AS "isOrdered",
  webhooks.is_enabled AS "isEnabled", webhooks.created_at::float8 AS "createdAt", webhooks.secret,
  webhooks.signing_key AS "signingKey", webhooks.former_secret AS "formerSecret",
  webhooks.former_signing_key AS "formerSigningKey", webhooks.former_until::float8 AS "formerUntil",
  webhooks.disabled_at::float8 AS "disabledAt", webhooks.disabled_reason AS "disabledReason",
  webhooks.failing_since::float8 AS "failingSince", webhooks.sent_after::float8 AS "sentAfter",
  webhooks.range_after::float8 AS "rangeAfter", webhooks.range_until::float8 AS "rangeUntil",
  webhooks.missed_events::float8 AS "missedEvents", coalesce(failures.pending, 0)::float8 AS pending, coalesce(failures.given_up, 0)::float8 AS "givenUp"
FROM webhooks
LEFT JOIN (
  SELECT webhook_id, count(next_at) AS pending, count(*) - count(next_at) AS given_up
  FROM webhook_failures
  GROUP BY webhook_id
) AS failures ON failures.webhook_id = webhooks.webhook_id
WHERE webhooks.webhook_id = coalesce(\$1::text, webhooks.webhook_id)
ORDER BY webhooks.created_at, webhooks.webhook_id`,
  encode: (each) => [each.webhookId],
  parameters: ['webhookId'],
  columns: ['webhookId', 'url', 'types', 'isOrdered', 'isEnabled', 'createdAt', 'secret', 'signingKey', 'formerSecret', 'formerSigningKey', 'formerUntil', 'disabledAt', 'disabledReason', 'failingSince', 'sentAfter', 'rangeAfter', 'rangeUntil', 'missedEvents', 'pending', 'givenUp'],
};

export interface ListWithoutSessionParameters {
  readonly ids: readonly number[];
  readonly sessionIds: readonly string[];
}
export interface ListWithoutSessionRow {
  readonly sequentialId: number;
}
export const listWithoutSession: Statement<ListWithoutSessionParameters, ListWithoutSessionRow> = {
  name: 'list-without-session',
  text: `SELECT input.sequential_id::float8 AS "sequentialId"
FROM unnest(\$1::bigint[], \$2::uuid[]) AS input (sequential_id, session_id)
JOIN metadata ON metadata.sequential_id = input.sequential_id
LEFT JOIN active_sessions
  ON active_sessions.sequential_id = metadata.sequential_id AND active_sessions.session_id = input.session_id
WHERE active_sessions.sequential_id IS NULL`,
  encode: (each) => [bigints(each.ids), uuids(each.sessionIds)],
  parameters: ['ids', 'sessionIds'],
  columns: ['sequentialId'],
};

export interface LockAdvisorySharedParameters {
  readonly key: number;
}
export interface LockAdvisorySharedRow {
  readonly isLocked: boolean;
}
export const lockAdvisoryShared: Statement<LockAdvisorySharedParameters, LockAdvisorySharedRow> = {
  name: 'lock-advisory-shared',
  text: `SELECT true AS "isLocked"
FROM pg_advisory_xact_lock_shared(\$1::bigint)`,
  encode: (each) => [each.key],
  parameters: ['key'],
  columns: ['isLocked'],
};

export interface LockAdvisoryParameters {
  readonly key: number;
}
export interface LockAdvisoryRow {
  readonly isLocked: boolean;
}
export const lockAdvisory: Statement<LockAdvisoryParameters, LockAdvisoryRow> = {
  name: 'lock-advisory',
  text: `SELECT true AS "isLocked"
FROM pg_advisory_xact_lock(\$1::bigint)`,
  encode: (each) => [each.key],
  parameters: ['key'],
  columns: ['isLocked'],
};

export interface LockPlayerParameters {
  readonly sequentialId: number;
}
export interface LockPlayerRow {
  readonly isThere: boolean;
}
export const lockPlayer: Statement<LockPlayerParameters, LockPlayerRow> = {
  name: 'lock-player',
  text: `SELECT true AS "isThere"
FROM metadata
WHERE sequential_id = \$1::bigint
FOR UPDATE`,
  encode: (each) => [each.sequentialId],
  parameters: ['sequentialId'],
  columns: ['isThere'],
};

export interface LockSuspensionParameters {
  readonly sequentialId: number;
  readonly now: number | null;
}
export interface LockSuspensionRow {
  readonly suspendedUntil: number | null;
  readonly reason: string | null;
  readonly now: number;
}
export const lockSuspension: Statement<LockSuspensionParameters, LockSuspensionRow> = {
  name: 'lock-suspension',
  text: `SELECT suspended_until::float8 AS "suspendedUntil", suspension_reason AS "reason",
  coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)::float8 AS "now"
FROM metadata
WHERE sequential_id = \$1::bigint
FOR NO KEY UPDATE`,
  encode: (each) => [each.sequentialId, each.now],
  parameters: ['sequentialId', 'now'],
  columns: ['suspendedUntil', 'reason', 'now'],
};

export interface LockWebhookParameters {
  readonly webhookId: string;
}
export interface LockWebhookRow {
  readonly webhookId: string;
}
export const lockWebhook: Statement<LockWebhookParameters, LockWebhookRow> = {
  name: 'lock-webhook',
  text: `SELECT webhook_id AS "webhookId"
FROM webhooks
WHERE webhook_id = \$1::text
FOR UPDATE`,
  encode: (each) => [each.webhookId],
  parameters: ['webhookId'],
  columns: ['webhookId'],
};

export interface LowerRegistrationParameters {
  readonly playerId: string;
  readonly sequentialId: number;
  readonly registeredAt: number;
}
export interface LowerRegistrationRow {
}
export const lowerRegistration: Statement<LowerRegistrationParameters, LowerRegistrationRow> = {
  name: 'lower-registration',
  text: `UPDATE players SET registered_at = \$3::bigint
WHERE player_id = \$1::text AND sequential_id = \$2::bigint AND registered_at > \$3::bigint`,
  encode: (each) => [each.playerId, each.sequentialId, each.registeredAt],
  parameters: ['playerId', 'sequentialId', 'registeredAt'],
  columns: [],
};

export interface MarkCountedParameters {
  readonly ids: readonly number[];
  readonly endedAts: readonly number[];
  readonly sessionIds: readonly string[];
}
export interface MarkCountedRow {
  readonly marked: number;
}
export const markCounted: Statement<MarkCountedParameters, MarkCountedRow> = {
  name: 'mark-counted',
  text: `WITH marked AS (
  UPDATE ended_sessions
  SET counted = 1
  FROM unnest(\$1::bigint[], \$2::bigint[], \$3::uuid[]) AS input (sequential_id, ended_at, session_id)
  WHERE ended_sessions.sequential_id = input.sequential_id AND ended_sessions.ended_at = input.ended_at
    AND ended_sessions.session_id = input.session_id AND ended_sessions.counted <> 1
  RETURNING 1
)
SELECT count(*)::float8 AS marked FROM marked`,
  encode: (each) => [bigints(each.ids), bigints(each.endedAts), uuids(each.sessionIds)],
  parameters: ['ids', 'endedAts', 'sessionIds'],
  columns: ['marked'],
};

export interface MarkUncountedParameters {
  readonly after: number;
  readonly upTo: number;
}
export interface MarkUncountedRow {
}
export const markUncounted: Statement<MarkUncountedParameters, MarkUncountedRow> = {
  name: 'mark-uncounted',
  text: `UPDATE ended_sessions
SET counted = 2
WHERE sequential_id > \$1::bigint AND sequential_id <= \$2::bigint AND counted = 1`,
  encode: (each) => [each.after, each.upTo],
  parameters: ['after', 'upTo'],
  columns: [],
};

export interface MendIndexEntriesParameters {
  readonly ids: readonly number[];
  readonly versions: readonly number[];
  readonly newestIndex: number;
  readonly indexIds: readonly number[];
  readonly entryStarts: readonly number[];
  readonly entryLengths: readonly number[];
  readonly entryBytes: Uint8Array;
  readonly labels: readonly (string | null)[];
  readonly foldedNames: readonly (string | null)[];
}
export interface MendIndexEntriesRow {
  readonly mended: number;
}
export const mendIndexEntries: Statement<MendIndexEntriesParameters, MendIndexEntriesRow> = {
  name: 'mend-index-entries',
  text: `WITH marked AS (
  UPDATE metadata
  SET index_set = \$3::bigint, indexed_version = metadata.version, label_version = metadata.version,
    label = input.label, folded_name = input.folded_name
  FROM unnest(\$1::bigint[], \$2::bigint[], \$8::text[], \$9::text[]) WITH ORDINALITY
    AS input (sequential_id, version, label, folded_name, position)
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (metadata.indexed_version <> metadata.version OR metadata.index_set < \$3::bigint
      OR metadata.label_version <> metadata.version)
  RETURNING metadata.sequential_id, input.position
),
indexed AS (
  INSERT INTO metadata_index_entries (sequential_id, index_id, value)
  SELECT input.sequential_id, index.id, CASE WHEN (\$6::int[])[(input.position - 1) * cardinality(\$4::bigint[]) + index.number] >= 0
      THEN substring(\$7::bytea FROM (\$5::int[])[(input.position - 1) * cardinality(\$4::bigint[]) + index.number]
        FOR (\$6::int[])[(input.position - 1) * cardinality(\$4::bigint[]) + index.number])
    END
  FROM marked AS input CROSS JOIN unnest(\$4::bigint[]) WITH ORDINALITY AS index (id, number)
  ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
    WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value
)
SELECT count(*)::float8 AS mended FROM marked`,
  encode: (each) => [bigints(each.ids), bigints(each.versions), each.newestIndex, bigints(each.indexIds), integers(each.entryStarts), integers(each.entryLengths), each.entryBytes, rareTexts(each.labels), rareTexts(each.foldedNames)],
  parameters: ['ids', 'versions', 'newestIndex', 'indexIds', 'entryStarts', 'entryLengths', 'entryBytes', 'labels', 'foldedNames'],
  columns: ['mended'],
};

export interface NoteConsoleSessionUseParameters {
  readonly digest: string;
  readonly now: number | null;
  readonly idle: number;
}
export interface NoteConsoleSessionUseRow {
}
export const noteConsoleSessionUse: Statement<NoteConsoleSessionUseParameters, NoteConsoleSessionUseRow> = {
  name: 'note-console-session-use',
  text: `UPDATE console_sessions
SET last_used_at = coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
WHERE digest = \$1::text AND expires_at > coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) AND last_used_at + \$3::bigint > coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)`,
  encode: (each) => [each.digest, each.now, each.idle],
  parameters: ['digest', 'now', 'idle'],
  columns: [],
};

export interface NoteEventErasureParameters {
  readonly sequentialId: number;
}
export interface NoteEventErasureRow {
}
export const noteEventErasure: Statement<NoteEventErasureParameters, NoteEventErasureRow> = {
  name: 'note-event-erasure',
  text: `INSERT INTO event_erasures (sequential_id)
SELECT \$1::bigint WHERE EXISTS (SELECT FROM events)
ON CONFLICT (sequential_id) DO NOTHING`,
  encode: (each) => [each.sequentialId],
  parameters: ['sequentialId'],
  columns: [],
};

export interface NoteEventFloorParameters {
  readonly before: number;
}
export interface NoteEventFloorRow {
}
export const noteEventFloor: Statement<NoteEventFloorParameters, NoteEventFloorRow> = {
  name: 'note-event-floor',
  text: `UPDATE event_stamper
SET floor = greatest(floor, (SELECT position + count - 1 FROM event_runs ORDER BY position DESC LIMIT 1)),
  settled = greatest(settled, (SELECT max(event_runs.id + count - 1) FROM event_runs WHERE stamped_at < \$1::bigint))
WHERE event_stamper.id = 1`,
  encode: (each) => [each.before],
  parameters: ['before'],
  columns: [],
};

export interface NoteKeyUseParameters {
  readonly keyId: string;
  readonly now: number | null;
  readonly skew: number;
}
export interface NoteKeyUseRow {
}
export const noteKeyUse: Statement<NoteKeyUseParameters, NoteKeyUseRow> = {
  name: 'note-key-use',
  text: `UPDATE server_keys
SET last_used_at = CASE WHEN last_used_at BETWEEN coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) AND coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + \$3::bigint THEN last_used_at ELSE coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) END
WHERE key_id = \$1::uuid`,
  encode: (each) => [each.keyId, each.now, each.skew],
  parameters: ['keyId', 'now', 'skew'],
  columns: [],
};

export interface NoteLastSeenParameters {
  readonly ids: readonly number[];
  readonly endedAts: readonly number[];
}
export interface NoteLastSeenRow {
}
export const noteLastSeen: Statement<NoteLastSeenParameters, NoteLastSeenRow> = {
  name: 'note-last-seen',
  text: `UPDATE metadata
SET last_seen_at = input.ended_at
FROM unnest(\$1::bigint[], \$2::bigint[]) AS input (sequential_id, ended_at)
WHERE metadata.sequential_id = input.sequential_id AND coalesce(metadata.last_seen_at, 0) < input.ended_at`,
  encode: (each) => [bigints(each.ids), bigints(each.endedAts)],
  parameters: ['ids', 'endedAts'],
  columns: [],
};

export interface PingParameters {
}
export interface PingRow {
  readonly ready: number;
}
export const ping: Statement<PingParameters, PingRow> = {
  name: 'ping',
  text: `SELECT 1 AS ready
FROM players
LIMIT 1`,
  encode: () => [],
  parameters: [],
  columns: ['ready'],
};

export interface PruneIdempotencyKeysParameters {
  readonly sequentialId: number;
  readonly key: string;
  readonly maxKeys: number;
  readonly maxBytes: number;
  readonly briefBytes: number;
  readonly now: number | null;
  readonly skew: number;
}
export interface PruneIdempotencyKeysRow {
}
export const pruneIdempotencyKeys: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<PruneIdempotencyKeysParameters, PruneIdempotencyKeysRow>>> = {
  idempotency_keys: {
  name: 'prune-idempotency-keys on idempotency_keys',
  text: `WITH clock (now) AS (SELECT coalesce(\$6::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)),
size AS (
  SELECT count(*) > \$3::int OR sum(octet_length(outcome)) > \$4::bigint AS is_due
  FROM idempotency_keys
  WHERE sequential_id = \$1::bigint AND outcome IS NOT NULL
),
ranked AS (
  SELECT key, brief_outcome IS NOT NULL AS has_brief, octet_length(outcome) AS length,
    row_number() OVER newest AS rank, sum(octet_length(outcome)) OVER newest AS bytes
  FROM idempotency_keys
  WHERE sequential_id = \$1::bigint AND outcome IS NOT NULL AND (SELECT is_due FROM size)
  WINDOW newest AS (ORDER BY key <> \$2::text, created_at > (SELECT now FROM clock) + \$7::bigint, created_at DESC, key)
),
surplus AS (
  SELECT key, rank > \$3::int OR NOT has_brief AS is_deleted
  FROM ranked
  WHERE key <> \$2::text AND (rank > \$3::int OR bytes > \$4::bigint AND length > \$5::int)
),
locked AS (
  SELECT idempotency_keys.key, surplus.is_deleted
  FROM surplus JOIN idempotency_keys ON idempotency_keys.key = surplus.key
  WHERE idempotency_keys.sequential_id = \$1::bigint
  FOR UPDATE OF idempotency_keys SKIP LOCKED
),
deleted AS (
  DELETE FROM idempotency_keys
  USING locked
  WHERE idempotency_keys.sequential_id = \$1::bigint AND idempotency_keys.key = locked.key AND locked.is_deleted
)
UPDATE idempotency_keys
SET outcome = brief_outcome, brief_outcome = NULL, is_shortened = true
FROM locked
WHERE idempotency_keys.sequential_id = \$1::bigint AND idempotency_keys.key = locked.key AND NOT locked.is_deleted
  AND brief_outcome IS NOT NULL`,
  encode: (each) => [each.sequentialId, each.key, each.maxKeys, each.maxBytes, each.briefBytes, each.now, each.skew],
  parameters: ['sequentialId', 'key', 'maxKeys', 'maxBytes', 'briefBytes', 'now', 'skew'],
  columns: [],
},
  server_idempotency_keys: {
  name: 'prune-idempotency-keys on server_idempotency_keys',
  text: `WITH clock (now) AS (SELECT coalesce(\$6::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)),
size AS (
  SELECT count(*) > \$3::int OR sum(octet_length(outcome)) > \$4::bigint AS is_due
  FROM server_idempotency_keys
  WHERE sequential_id = \$1::bigint AND outcome IS NOT NULL
),
ranked AS (
  SELECT key, brief_outcome IS NOT NULL AS has_brief, octet_length(outcome) AS length,
    row_number() OVER newest AS rank, sum(octet_length(outcome)) OVER newest AS bytes
  FROM server_idempotency_keys
  WHERE sequential_id = \$1::bigint AND outcome IS NOT NULL AND (SELECT is_due FROM size)
  WINDOW newest AS (ORDER BY key <> \$2::text, created_at > (SELECT now FROM clock) + \$7::bigint, created_at DESC, key)
),
surplus AS (
  SELECT key, rank > \$3::int OR NOT has_brief AS is_deleted
  FROM ranked
  WHERE key <> \$2::text AND (rank > \$3::int OR bytes > \$4::bigint AND length > \$5::int)
),
locked AS (
  SELECT server_idempotency_keys.key, surplus.is_deleted
  FROM surplus JOIN server_idempotency_keys ON server_idempotency_keys.key = surplus.key
  WHERE server_idempotency_keys.sequential_id = \$1::bigint
  FOR UPDATE OF server_idempotency_keys SKIP LOCKED
),
deleted AS (
  DELETE FROM server_idempotency_keys
  USING locked
  WHERE server_idempotency_keys.sequential_id = \$1::bigint AND server_idempotency_keys.key = locked.key AND locked.is_deleted
)
UPDATE server_idempotency_keys
SET outcome = brief_outcome, brief_outcome = NULL, is_shortened = true
FROM locked
WHERE server_idempotency_keys.sequential_id = \$1::bigint AND server_idempotency_keys.key = locked.key AND NOT locked.is_deleted
  AND brief_outcome IS NOT NULL`,
  encode: (each) => [each.sequentialId, each.key, each.maxKeys, each.maxBytes, each.briefBytes, each.now, each.skew],
  parameters: ['sequentialId', 'key', 'maxKeys', 'maxBytes', 'briefBytes', 'now', 'skew'],
  columns: [],
},
};

export interface PutActiveDaysParameters {
  readonly ids: readonly number[];
  readonly days: readonly string[];
}
export interface PutActiveDaysRow {
}
export const putActiveDays: Statement<PutActiveDaysParameters, PutActiveDaysRow> = {
  name: 'put-active-days',
  text: `INSERT INTO statistics_players (sequential_id, days)
SELECT sequential_id, days FROM unnest(\$1::bigint[], \$2::text[]) AS input (sequential_id, days)
ON CONFLICT (sequential_id) DO UPDATE SET days = excluded.days`,
  encode: (each) => [bigints(each.ids), texts(each.days)],
  parameters: ['ids', 'days'],
  columns: [],
};

export interface PutClockRecordParameters {
  readonly certainAt: number;
  readonly doubtedAt: number | null;
  readonly waited: number;
}
export interface PutClockRecordRow {
}
export const putClockRecord: Statement<PutClockRecordParameters, PutClockRecordRow> = {
  name: 'put-clock-record',
  text: `INSERT INTO clock_state (id, certain_at, doubted_at, waited)
VALUES (1, \$1::bigint, \$2::bigint, \$3::bigint)
ON CONFLICT (id) DO UPDATE SET certain_at = excluded.certain_at, doubted_at = excluded.doubted_at, waited = excluded.waited`,
  encode: (each) => [each.certainAt, each.doubtedAt, each.waited],
  parameters: ['certainAt', 'doubtedAt', 'waited'],
  columns: [],
};

export interface PutLossesParameters {
  readonly lostSequentialId: readonly number[];
  readonly lostVersion: readonly number[];
  readonly lostLostAt: readonly number[];
  readonly lostBytesBefore: readonly number[];
  readonly lostBytesAfter: readonly number[];
  readonly lostMembersBefore: readonly number[];
  readonly lostMembersAfter: readonly number[];
  readonly lostBy: readonly Writer[];
  readonly lostKeyId: readonly (string | null)[];
  readonly lostKeyName: readonly (string | null)[];
  readonly lostSessionId: readonly (string | null)[];
  readonly lostInstallationId: readonly (string | null)[];
  readonly lostContext: readonly (string | null)[];
  readonly lostGameVersion: readonly (string | null)[];
  readonly lostRestoredAt: readonly (number | null)[];
  readonly written: readonly number[];
}
export interface PutLossesRow {
}
export const putLosses: Statement<PutLossesParameters, PutLossesRow> = {
  name: 'put-losses',
  text: `INSERT INTO metadata_losses (sequential_id, version, lost_at, bytes_before, bytes_after, members_before, members_after, written_by, key_id, key_name,
  session_id, installation_id, context, game_version, restored_at)
SELECT metadata.sequential_id, lost.version, lost.lost_at, lost.bytes_before, lost.bytes_after, lost.members_before, lost.members_after, lost.written_by,
  lost.key_id, lost.key_name, lost.session_id, lost.installation_id, lost.context, lost.game_version, lost.restored_at
FROM metadata
JOIN unnest(\$1::bigint[], \$2::bigint[], \$3::bigint[], \$4::int[], \$5::int[], \$6::int[], \$7::int[],
  \$8::text[], \$9::text[], \$10::text[], \$11::uuid[], \$12::text[], \$13::text[], \$14::text[], \$15::bigint[])
  AS lost (sequential_id, version, lost_at, bytes_before, bytes_after, members_before, members_after, written_by, key_id, key_name,
  session_id, installation_id, context, game_version, restored_at)
  ON metadata.sequential_id = lost.sequential_id
WHERE metadata.sequential_id = ANY (\$16::bigint[])`,
  encode: (each) => [bigints(each.lostSequentialId), bigints(each.lostVersion), bigints(each.lostLostAt), integers(each.lostBytesBefore), integers(each.lostBytesAfter), integers(each.lostMembersBefore), integers(each.lostMembersAfter), texts(each.lostBy), rareTexts(each.lostKeyId), rareTexts(each.lostKeyName), uuids(each.lostSessionId), rareTexts(each.lostInstallationId), rareTexts(each.lostContext), rareTexts(each.lostGameVersion), bigints(each.lostRestoredAt), bigints(each.written)],
  parameters: ['lostSequentialId', 'lostVersion', 'lostLostAt', 'lostBytesBefore', 'lostBytesAfter', 'lostMembersBefore', 'lostMembersAfter', 'lostBy', 'lostKeyId', 'lostKeyName', 'lostSessionId', 'lostInstallationId', 'lostContext', 'lostGameVersion', 'lostRestoredAt', 'written'],
  columns: [],
};

export interface PutSumsParameters {
  readonly kinds: readonly string[];
  readonly days: readonly number[];
  readonly sums: readonly string[];
}
export interface PutSumsRow {
}
export const putSums: Statement<PutSumsParameters, PutSumsRow> = {
  name: 'put-sums',
  text: `INSERT INTO statistics_days (kind, day, sums)
SELECT kind, day, sums FROM unnest(\$1::text[], \$2::bigint[], \$3::text[]) AS input (kind, day, sums)
WHERE sums <> ''
ON CONFLICT (kind, day) DO UPDATE SET sums = excluded.sums`,
  encode: (each) => [texts(each.kinds), bigints(each.days), texts(each.sums)],
  parameters: ['kinds', 'days', 'sums'],
  columns: [],
};

export interface PutWebhookFailuresParameters {
  readonly webhookId: string;
  readonly eventIds: readonly number[];
  readonly sequentialIds: readonly number[];
  readonly attempts: readonly number[];
  readonly delays: readonly (number | null)[];
  readonly dueAts: readonly (number | null)[];
  readonly now: number | null;
}
export interface PutWebhookFailuresRow {
}
export const putWebhookFailures: Statement<PutWebhookFailuresParameters, PutWebhookFailuresRow> = {
  name: 'put-webhook-failures',
  text: `WITH input AS (
  SELECT *
  FROM unnest(\$2::bigint[], \$3::bigint[], \$4::int[], \$5::bigint[], \$6::bigint[])
    AS input (event_id, sequential_id, attempts, delay, due_at)
)
INSERT INTO webhook_failures AS own (webhook_id, event_id, sequential_id, attempts, next_at, failed_at)
SELECT \$1::text, input.event_id, input.sequential_id, input.attempts, coalesce(\$7::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + input.delay, coalesce(\$7::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
FROM input
ON CONFLICT (webhook_id, event_id) DO UPDATE SET attempts = excluded.attempts, next_at = excluded.next_at
WHERE NOT EXISTS (SELECT FROM input WHERE input.event_id = own.event_id AND input.due_at <> own.next_at)`,
  encode: (each) => [each.webhookId, bigints(each.eventIds), bigints(each.sequentialIds), integers(each.attempts), bigints(each.delays), bigints(each.dueAts), each.now],
  parameters: ['webhookId', 'eventIds', 'sequentialIds', 'attempts', 'delays', 'dueAts', 'now'],
  columns: [],
};

export interface RaiseEventFloorParameters {
  readonly by: number;
}
export interface RaiseEventFloorRow {
}
export const raiseEventFloor: Statement<RaiseEventFloorParameters, RaiseEventFloorRow> = {
  name: 'raise-event-floor',
  text: `UPDATE event_stamper
SET lease_number = lease_number + 1, holder = NULL, lease_until = 0,
  floor = greatest(floor, coalesce((SELECT position + count - 1 FROM event_runs ORDER BY position DESC LIMIT 1), 0)) + \$1::bigint
WHERE id = 1`,
  encode: (each) => [each.by],
  parameters: ['by'],
  columns: [],
};

export interface RaiseVersionsParameters {
  readonly by: number;
  readonly after: number;
  readonly upTo: number;
}
export interface RaiseVersionsRow {
  readonly sequentialId: number;
}
export const raiseVersions: Statement<RaiseVersionsParameters, RaiseVersionsRow> = {
  name: 'raise-versions',
  text: `UPDATE metadata
SET version = version + \$1::bigint, indexed_version = indexed_version + \$1::bigint, label_version = label_version + \$1::bigint
WHERE sequential_id > \$2::bigint AND sequential_id <= \$3::bigint
RETURNING sequential_id::float8 AS "sequentialId"`,
  encode: (each) => [each.by, each.after, each.upTo],
  parameters: ['by', 'after', 'upTo'],
  columns: ['sequentialId'],
};

export interface ReadClockParameters {
  readonly now: number | null;
}
export interface ReadClockRow {
  readonly now: number;
}
export const readClock: Statement<ReadClockParameters, ReadClockRow> = {
  name: 'read-clock',
  text: `SELECT (coalesce(\$1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))::float8 AS now`,
  encode: (each) => [each.now],
  parameters: ['now'],
  columns: ['now'],
};

export interface ReleaseCountParameters {
  readonly holder: string;
}
export interface ReleaseCountRow {
}
export const releaseCount: Statement<ReleaseCountParameters, ReleaseCountRow> = {
  name: 'release-count',
  text: `UPDATE statistics_state
SET lease_holder = NULL, lease_until = 0
WHERE id = 1 AND lease_holder = \$1::text`,
  encode: (each) => [each.holder],
  parameters: ['holder'],
  columns: [],
};

export interface ReleaseEventLeaseParameters {
  readonly holder: string;
}
export interface ReleaseEventLeaseRow {
}
export const releaseEventLease: Statement<ReleaseEventLeaseParameters, ReleaseEventLeaseRow> = {
  name: 'release-event-lease',
  text: `UPDATE event_stamper SET holder = NULL, lease_until = 0 WHERE id = 1 AND holder = \$1::text`,
  encode: (each) => [each.holder],
  parameters: ['holder'],
  columns: [],
};

export interface RenewDeclarationsParameters {
  readonly indexIds: readonly number[];
  readonly time: number;
}
export interface RenewDeclarationsRow {
}
export const renewDeclarations: Statement<RenewDeclarationsParameters, RenewDeclarationsRow> = {
  name: 'renew-declarations',
  text: `UPDATE metadata_indexes
SET declared_at = greatest(declared_at, \$2::bigint)
WHERE index_id = ANY (\$1::bigint[])`,
  encode: (each) => [bigints(each.indexIds), each.time],
  parameters: ['indexIds', 'time'],
  columns: [],
};

export interface ReserveIdsParameters {
  readonly count: number;
}
export interface ReserveIdsRow {
  readonly count: number;
}
export const reserveIds: Statement<ReserveIdsParameters, ReserveIdsRow> = {
  name: 'reserve-ids',
  text: `SELECT count(nextval('player_sequential_id'))::float8 AS count
FROM generate_series(1, \$1::bigint)`,
  encode: (each) => [each.count],
  parameters: ['count'],
  columns: ['count'],
};

export interface RetryWebhookFailuresParameters {
  readonly webhookId: string;
  readonly since: number;
  readonly now: number | null;
}
export interface RetryWebhookFailuresRow {
  readonly eventId: number;
}
export const retryWebhookFailures: Statement<RetryWebhookFailuresParameters, RetryWebhookFailuresRow> = {
  name: 'retry-webhook-failures',
  text: `UPDATE webhook_failures
SET attempts = 0, next_at = coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
WHERE webhook_id = \$1::text AND failed_at >= \$2::bigint
RETURNING event_id::float8 AS "eventId"`,
  encode: (each) => [each.webhookId, each.since, each.now],
  parameters: ['webhookId', 'since', 'now'],
  columns: ['eventId'],
};

export interface RetryWebhookPlayersParameters {
  readonly webhookId: string;
  readonly ids: readonly number[];
  readonly now: number | null;
}
export interface RetryWebhookPlayersRow {
}
export const retryWebhookPlayers: Statement<RetryWebhookPlayersParameters, RetryWebhookPlayersRow> = {
  name: 'retry-webhook-players',
  text: `UPDATE webhook_failures
SET next_at = coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
WHERE webhook_id = \$1::text AND sequential_id = ANY (\$2::bigint[]) AND next_at > coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)`,
  encode: (each) => [each.webhookId, bigints(each.ids), each.now],
  parameters: ['webhookId', 'ids', 'now'],
  columns: [],
};

export interface RotateWebhookParameters {
  readonly webhookId: string;
  readonly secret: string;
  readonly signingKey: string | null;
  readonly lasts: number;
  readonly now: number | null;
}
export interface RotateWebhookRow {
  readonly webhookId: string;
}
export const rotateWebhook: Statement<RotateWebhookParameters, RotateWebhookRow> = {
  name: 'rotate-webhook',
  text: `UPDATE webhooks
SET former_secret = secret, former_signing_key = signing_key, former_until = coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + \$4::bigint, secret = \$2::text,
  signing_key = \$3::text
WHERE webhook_id = \$1::text
RETURNING webhook_id AS "webhookId"`,
  encode: (each) => [each.webhookId, each.secret, each.signingKey, each.lasts, each.now],
  parameters: ['webhookId', 'secret', 'signingKey', 'lasts', 'now'],
  columns: ['webhookId'],
};

export interface SearchAllParameters {
  readonly after: number;
  readonly most: number;
}
export interface SearchAllRow {
  readonly sequentialId: number;
}
export const searchAll: Statement<SearchAllParameters, SearchAllRow> = {
  name: 'search-all',
  text: `SELECT sequential_id::float8 AS "sequentialId"
FROM metadata
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.most],
  parameters: ['after', 'most'],
  columns: ['sequentialId'],
};

export interface SearchFoldedNamesParameters {
  readonly grams: readonly string[];
  readonly blocks: readonly number[];
  readonly foldedName: string;
  readonly after: number;
  readonly most: number;
}
export interface SearchFoldedNamesRow {
  readonly sequentialId: number;
}
export const searchFoldedNames: Statement<SearchFoldedNamesParameters, SearchFoldedNamesRow> = {
  name: 'search-folded-names',
  text: `SELECT found.sequential_id::float8 AS "sequentialId"
FROM unnest(\$2::bigint[]) AS block
CROSS JOIN LATERAL (
  SELECT sequential_id
  FROM (
    SELECT sequential_id
    FROM metadata
    WHERE folded_name IS NOT NULL
      AND playkeep_name_grams(sequential_id, folded_name) @> ARRAY(SELECT gram || ' ' || block FROM unnest(\$1::text[]) AS gram)
      AND strpos(folded_name, \$3::text) > 0
    OFFSET 0
  ) AS matching
  WHERE sequential_id > \$4::bigint
  ORDER BY sequential_id
) AS found
LIMIT \$5::int`,
  encode: (each) => [texts(each.grams), bigints(each.blocks), each.foldedName, each.after, each.most],
  parameters: ['grams', 'blocks', 'foldedName', 'after', 'most'],
  columns: ['sequentialId'],
};

export interface SearchNamesParameters {
  readonly from: string;
  readonly to: string;
  readonly most: number;
}
export interface SearchNamesRow {
  readonly sequentialId: number;
}
export const searchNames: Statement<SearchNamesParameters, SearchNamesRow> = {
  name: 'search-names',
  text: `SELECT sequential_id::float8 AS "sequentialId"
FROM players
WHERE player_id >= \$1::text AND player_id < \$2::text
LIMIT \$3::int`,
  encode: (each) => [each.from, each.to, each.most],
  parameters: ['from', 'to', 'most'],
  columns: ['sequentialId'],
};

export interface SearchOnlineParameters {
  readonly after: number;
  readonly most: number;
}
export interface SearchOnlineRow {
  readonly sequentialId: number;
}
export const searchOnline: Statement<SearchOnlineParameters, SearchOnlineRow> = {
  name: 'search-online',
  text: `SELECT sequential_id::float8 AS "sequentialId"
FROM active_sessions
WHERE sequential_id > \$1::bigint
ORDER BY sequential_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.most],
  parameters: ['after', 'most'],
  columns: ['sequentialId'],
};

export interface SearchSuspendedParameters {
  readonly after: number;
  readonly most: number;
}
export interface SearchSuspendedRow {
  readonly sequentialId: number;
}
export const searchSuspended: Statement<SearchSuspendedParameters, SearchSuspendedRow> = {
  name: 'search-suspended',
  text: `SELECT sequential_id::float8 AS "sequentialId"
FROM metadata
WHERE suspended_until IS NOT NULL AND sequential_id > \$1::bigint
ORDER BY sequential_id
LIMIT \$2::int`,
  encode: (each) => [each.after, each.most],
  parameters: ['after', 'most'],
  columns: ['sequentialId'],
};

export interface SearchValueParameters {
  readonly indexId: number;
  readonly value: Uint8Array;
  readonly after: number;
  readonly most: number;
}
export interface SearchValueRow {
  readonly sequentialId: number;
}
export const searchValue: Statement<SearchValueParameters, SearchValueRow> = {
  name: 'search-value',
  text: `SELECT sequential_id::float8 AS "sequentialId"
FROM metadata_index_entries
WHERE index_id = \$1::bigint AND value = \$2::bytea AND sequential_id > \$3::bigint
ORDER BY sequential_id
LIMIT \$4::int`,
  encode: (each) => [each.indexId, each.value, each.after, each.most],
  parameters: ['indexId', 'value', 'after', 'most'],
  columns: ['sequentialId'],
};

export interface SearchValuesParameters {
  readonly indexId: number;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly most: number;
}
export interface SearchValuesRow {
  readonly sequentialId: number;
}
export const searchValues: Statement<SearchValuesParameters, SearchValuesRow> = {
  name: 'search-values',
  text: `SELECT sequential_id::float8 AS "sequentialId"
FROM metadata_index_entries
WHERE index_id = \$1::bigint AND value >= \$2::bytea AND value < \$3::bytea
LIMIT \$4::int`,
  encode: (each) => [each.indexId, each.from, each.to, each.most],
  parameters: ['indexId', 'from', 'to', 'most'],
  columns: ['sequentialId'],
};

export interface SeeWebhookSenderParameters {
  readonly holder: string;
  readonly now: number | null;
}
export interface SeeWebhookSenderRow {
}
export const seeWebhookSender: Statement<SeeWebhookSenderParameters, SeeWebhookSenderRow> = {
  name: 'see-webhook-sender',
  text: `INSERT INTO webhook_senders (holder, alive_at)
VALUES (\$1::text, coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
ON CONFLICT (holder) DO UPDATE SET alive_at = excluded.alive_at`,
  encode: (each) => [each.holder, each.now],
  parameters: ['holder', 'now'],
  columns: [],
};

export interface SetLastIdParameters {
  readonly last: number;
}
export interface SetLastIdRow {
  readonly last: number;
}
export const setLastId: Statement<SetLastIdParameters, SetLastIdRow> = {
  name: 'set-last-id',
  text: `SELECT setval('player_sequential_id', \$1::bigint)::float8 AS last`,
  encode: (each) => [each.last],
  parameters: ['last'],
  columns: ['last'],
};

export interface SetOutcomeParameters {
  readonly sequentialId: number;
  readonly key: string;
  readonly outcome: string;
  readonly briefOutcome: string | null;
}
export interface SetOutcomeRow {
}
export const setOutcome: Readonly<Record<'idempotency_keys' | 'server_idempotency_keys', Statement<SetOutcomeParameters, SetOutcomeRow>>> = {
  idempotency_keys: {
  name: 'set-outcome on idempotency_keys',
  text: `UPDATE idempotency_keys
SET outcome = \$3::text, brief_outcome = \$4::text
WHERE sequential_id = \$1::bigint AND key = \$2::text`,
  encode: (each) => [each.sequentialId, each.key, each.outcome, each.briefOutcome],
  parameters: ['sequentialId', 'key', 'outcome', 'briefOutcome'],
  columns: [],
},
  server_idempotency_keys: {
  name: 'set-outcome on server_idempotency_keys',
  text: `UPDATE server_idempotency_keys
SET outcome = \$3::text, brief_outcome = \$4::text
WHERE sequential_id = \$1::bigint AND key = \$2::text`,
  encode: (each) => [each.sequentialId, each.key, each.outcome, each.briefOutcome],
  parameters: ['sequentialId', 'key', 'outcome', 'briefOutcome'],
  columns: [],
},
};

export interface SetSuspensionParameters {
  readonly sequentialId: number;
  readonly suspendedUntil: number | null;
  readonly reason: string | null;
}
export interface SetSuspensionRow {
}
export const setSuspension: Statement<SetSuspensionParameters, SetSuspensionRow> = {
  name: 'set-suspension',
  text: `UPDATE metadata
SET suspended_until = \$2::bigint, suspension_reason = \$3::text
WHERE sequential_id = \$1::bigint`,
  encode: (each) => [each.sequentialId, each.suspendedUntil, each.reason],
  parameters: ['sequentialId', 'suspendedUntil', 'reason'],
  columns: [],
};

export interface SetWebhookRangeParameters {
  readonly webhookId: string;
  readonly after: number;
  readonly until: number;
}
export interface SetWebhookRangeRow {
  readonly webhookId: string;
}
export const setWebhookRange: Statement<SetWebhookRangeParameters, SetWebhookRangeRow> = {
  name: 'set-webhook-range',
  text: `UPDATE webhooks
SET range_after = \$2::bigint, range_until = \$3::bigint
WHERE webhook_id = \$1::text AND range_after IS NULL
RETURNING webhook_id AS "webhookId"`,
  encode: (each) => [each.webhookId, each.after, each.until],
  parameters: ['webhookId', 'after', 'until'],
  columns: ['webhookId'],
};

export interface ShortenHistoryParameters {
  readonly sequentialId: number;
  readonly readRows: number;
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly rowBytes: number;
  readonly stepRows: number;
}
export interface ShortenHistoryRow {
  readonly deleted: number;
  readonly cleared: number;
}
export const shortenHistory: Statement<ShortenHistoryParameters, ShortenHistoryRow> = {
  name: 'shorten-history',
  text: `WITH newest AS (
  SELECT ended_at, session_id, octet_length(context) AS bytes
  FROM ended_sessions
  WHERE sequential_id = \$1::bigint
  ORDER BY ended_at DESC, session_id DESC
  LIMIT \$2::int
),
ranked AS (
  SELECT ended_at, session_id, bytes, row_number() OVER newer AS rank, sum(bytes) OVER newer AS context_bytes,
    least(count(*) OVER (), \$3::int) * \$5::int AS row_bytes
  FROM newest
  WINDOW newer AS (ORDER BY ended_at DESC, session_id DESC)
),
surplus AS (
  (SELECT ended_at, session_id, true AS is_deleted FROM ranked WHERE rank > \$3::int)
  UNION ALL
  (
    SELECT ended_at, session_id, false FROM ranked
    WHERE rank <= \$3::int AND bytes IS NOT NULL AND row_bytes + context_bytes > \$4::bigint
    ORDER BY rank DESC
    LIMIT \$6::int
  )
),
locked AS (
  SELECT ended_sessions.ended_at, ended_sessions.session_id, surplus.is_deleted
  FROM surplus JOIN ended_sessions
    ON ended_sessions.ended_at = surplus.ended_at AND ended_sessions.session_id = surplus.session_id
  WHERE ended_sessions.sequential_id = \$1::bigint
  FOR UPDATE OF ended_sessions SKIP LOCKED
),
deleted AS (
  DELETE FROM ended_sessions
  USING locked
  WHERE ended_sessions.sequential_id = \$1::bigint AND ended_sessions.ended_at = locked.ended_at
    AND ended_sessions.session_id = locked.session_id AND locked.is_deleted
  RETURNING 1
),
cleared AS (
  UPDATE ended_sessions
  SET context = NULL
  FROM locked
  WHERE ended_sessions.sequential_id = \$1::bigint AND ended_sessions.ended_at = locked.ended_at
    AND ended_sessions.session_id = locked.session_id AND NOT locked.is_deleted
  RETURNING 1
)
SELECT (SELECT count(*) FROM deleted)::float8 AS "deleted", (SELECT count(*) FROM cleared)::float8 AS "cleared"`,
  encode: (each) => [each.sequentialId, each.readRows, each.maxRows, each.maxBytes, each.rowBytes, each.stepRows],
  parameters: ['sequentialId', 'readRows', 'maxRows', 'maxBytes', 'rowBytes', 'stepRows'],
  columns: ['deleted', 'cleared'],
};

export interface ShortenWebhookLogParameters {
  readonly webhookId: string;
  readonly kept: number;
  readonly now: number | null;
  readonly skew: number;
}
export interface ShortenWebhookLogRow {
}
export const shortenWebhookLog: Statement<ShortenWebhookLogParameters, ShortenWebhookLogRow> = {
  name: 'shorten-webhook-log',
  text: `DELETE FROM webhook_deliveries AS log
USING unnest('{true,false}'::boolean[]) AS kind (failed)
CROSS JOIN LATERAL (
  SELECT newer.delivery_id, (
    SELECT max(sent_at)
    FROM webhook_deliveries
    WHERE webhook_id = \$1::text AND (error IS NOT NULL) = kind.failed
  ) > coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + \$4::bigint AS has_future
  FROM webhook_deliveries AS newer
  WHERE newer.webhook_id = \$1::text AND (newer.error IS NOT NULL) = kind.failed
  ORDER BY newer.delivery_id DESC
  OFFSET \$2::bigint
  LIMIT 1
) AS past
WHERE log.webhook_id = \$1::text AND (log.error IS NOT NULL) = kind.failed
  AND CASE WHEN past.has_future THEN log.sent_at > coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + \$4::bigint ELSE log.delivery_id <= past.delivery_id END`,
  encode: (each) => [each.webhookId, each.kept, each.now, each.skew],
  parameters: ['webhookId', 'kept', 'now', 'skew'],
  columns: [],
};

export interface StampEventsParameters {
  readonly leaseNumber: number;
  readonly positions: readonly number[];
  readonly ids: readonly number[];
  readonly counts: readonly number[];
  readonly settled: number;
  readonly now: number | null;
}
export interface StampEventsRow {
  readonly position: number;
}
export const stampEvents: Statement<StampEventsParameters, StampEventsRow> = {
  name: 'stamp-events',
  text: `WITH lease AS (
  SELECT 1 FROM event_stamper WHERE event_stamper.id = 1 AND event_stamper.lease_number = \$1::bigint FOR SHARE
)
INSERT INTO event_runs (position, id, count, settled, stamped_at)
SELECT run.position, run.id, run.count, \$5::bigint, coalesce(\$6::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
FROM lease CROSS JOIN unnest(\$2::bigint[], \$3::bigint[], \$4::bigint[]) AS run (position, id, count)
RETURNING position::float8`,
  encode: (each) => [each.leaseNumber, bigints(each.positions), bigints(each.ids), bigints(each.counts), each.settled, each.now],
  parameters: ['leaseNumber', 'positions', 'ids', 'counts', 'settled', 'now'],
  columns: ['position'],
};

export interface StartSessionsParameters {
  readonly ids: readonly number[];
  readonly sessionIds: readonly string[];
  readonly contexts: readonly (string | null)[];
  readonly installationIds: readonly (string | null)[];
  readonly now: number | null;
}
export interface StartSessionsRow {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly lastActivity: number;
}
export const startSessions: Statement<StartSessionsParameters, StartSessionsRow> = {
  name: 'start-sessions',
  text: `WITH clock (now) AS (SELECT coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true)),
counted AS (
  UPDATE metadata
  SET unseen_starts = metadata.unseen_starts + 1, last_seen_at = (SELECT now FROM clock)
  FROM unnest(\$1::bigint[], \$2::uuid[], \$3::text[], \$4::text[]) AS input (sequential_id, session_id, context, installation_id)
  WHERE metadata.sequential_id = input.sequential_id AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
  RETURNING input.sequential_id, input.session_id, input.context, input.installation_id
)
INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context, installation_id)
SELECT counted.sequential_id, counted.session_id, (SELECT now FROM clock), (SELECT now FROM clock), counted.context, counted.installation_id
FROM counted
ORDER BY counted.sequential_id
ON CONFLICT (sequential_id) DO NOTHING
RETURNING active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  active_sessions.started_at::float8 AS "startedAt", active_sessions.last_activity::float8 AS "lastActivity"`,
  encode: (each) => [bigints(each.ids), uuids(each.sessionIds), rareTexts(each.contexts), rareTexts(each.installationIds), each.now],
  parameters: ['ids', 'sessionIds', 'contexts', 'installationIds', 'now'],
  columns: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity'],
};

export interface StartSessionsWithEventsParameters {
  readonly ids: readonly number[];
  readonly sessionIds: readonly string[];
  readonly contexts: readonly (string | null)[];
  readonly installationIds: readonly (string | null)[];
  readonly now: number | null;
  readonly toldType: number;
  readonly toldData: readonly string[];
  readonly toldPersonal: readonly (string | null)[];
}
export interface StartSessionsWithEventsRow {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly lastActivity: number;
}
export const startSessionsWithEvents: Statement<StartSessionsWithEventsParameters, StartSessionsWithEventsRow> = {
  name: 'start-sessions-with-events',
  text: `WITH clock (now) AS (SELECT coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true)),
counted AS (
  UPDATE metadata
  SET unseen_starts = metadata.unseen_starts + 1, last_seen_at = (SELECT now FROM clock)
  FROM unnest(\$1::bigint[], \$2::uuid[], \$3::text[], \$4::text[]) AS input (sequential_id, session_id, context, installation_id)
  WHERE metadata.sequential_id = input.sequential_id AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
  RETURNING input.sequential_id, input.session_id, input.context, input.installation_id
)
, started AS (
INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context, installation_id)
SELECT counted.sequential_id, counted.session_id, (SELECT now FROM clock), (SELECT now FROM clock), counted.context, counted.installation_id
FROM counted
ORDER BY counted.sequential_id
ON CONFLICT (sequential_id) DO NOTHING
RETURNING active_sessions.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  active_sessions.started_at::float8 AS "startedAt", active_sessions.last_activity::float8 AS "lastActivity"
),
told AS (
  INSERT INTO events (at, type, sequential_id, data, personal)
  SELECT (SELECT now FROM clock), \$6::int, input.sequential_id, input.data, input.personal
  FROM started JOIN unnest(\$1::bigint[], \$7::text[], \$8::text[]) AS input (sequential_id, data, personal)
    ON input.sequential_id = started."sequentialId"
)
SELECT * FROM started`,
  encode: (each) => [bigints(each.ids), uuids(each.sessionIds), rareTexts(each.contexts), rareTexts(each.installationIds), each.now, each.toldType, texts(each.toldData), rareTexts(each.toldPersonal)],
  parameters: ['ids', 'sessionIds', 'contexts', 'installationIds', 'now', 'toldType', 'toldData', 'toldPersonal'],
  columns: ['sequentialId', 'sessionId', 'startedAt', 'lastActivity'],
};

export interface TakeEventLeaseParameters {
  readonly holder: string;
  readonly milliseconds: number;
  readonly skew: number;
  readonly isRenewal: boolean;
}
export interface TakeEventLeaseRow {
  readonly leaseNumber: number;
  readonly floor: number;
  readonly settled: number;
}
export const takeEventLease: Statement<TakeEventLeaseParameters, TakeEventLeaseRow> = {
  name: 'take-event-lease',
  text: `UPDATE event_stamper
SET lease_number = lease_number + CASE WHEN \$4::boolean AND holder IS NOT DISTINCT FROM \$1::text THEN 0 ELSE 1 END, holder = \$1::text,
  lease_until = floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + \$2::bigint
WHERE id = 1
  AND (holder IS NOT DISTINCT FROM \$1::text OR lease_until - floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
    NOT BETWEEN 0 AND \$2::bigint + \$3::bigint)
RETURNING lease_number::float8 AS "leaseNumber", floor::float8, settled::float8`,
  encode: (each) => [each.holder, each.milliseconds, each.skew, each.isRenewal],
  parameters: ['holder', 'milliseconds', 'skew', 'isRenewal'],
  columns: ['leaseNumber', 'floor', 'settled'],
};

export interface TakeIdsParameters {
  readonly count: number;
}
export interface TakeIdsRow {
  readonly id: number;
}
export const takeIds: Statement<TakeIdsParameters, TakeIdsRow> = {
  name: 'take-ids',
  text: `SELECT nextval('player_sequential_id')::float8 AS id
FROM generate_series(1, \$1::int)`,
  encode: (each) => [each.count],
  parameters: ['count'],
  columns: ['id'],
};

export interface TakeRoleParameters {
  readonly personId: string;
  readonly now: number | null;
}
export interface TakeRoleRow {
}
export const takeRole: Statement<TakeRoleParameters, TakeRoleRow> = {
  name: 'take-role',
  text: `UPDATE console_people
SET scopes = '', role_gone_at = coalesce(\$2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
WHERE person_id = \$1::text AND role_gone_at IS NULL`,
  encode: (each) => [each.personId, each.now],
  parameters: ['personId', 'now'],
  columns: [],
};

export interface TakeTokensParameters {
  readonly digests: readonly string[];
  readonly wanted: readonly number[];
  readonly nowMicroseconds: number | null;
  readonly perToken: number;
  readonly isAllOrNone: boolean;
}
export interface TakeTokensRow {
  readonly digest: string;
  readonly given: number;
  readonly ahead: number;
}
export const takeTokens: Statement<TakeTokensParameters, TakeTokensRow> = {
  name: 'take-tokens',
  text: `INSERT INTO rate_limits AS bucket (player_digest, full_at, asked_at, given)
SELECT input.player_digest, clock.now + input.wanted * \$4::bigint, clock.now, input.wanted
FROM unnest(\$1::text[], \$2::bigint[]) AS input (player_digest, wanted)
CROSS JOIN (
  SELECT coalesce(\$3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000000)::bigint) FROM set_config('lock_timeout', '100ms', true) OFFSET 0
) AS clock (now)
ON CONFLICT (player_digest) DO UPDATE SET
  full_at = least(greatest(bucket.full_at, excluded.asked_at), excluded.asked_at + 60000000) + \$4::bigint * CASE
    WHEN \$5::boolean AND excluded.given > (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / \$4::bigint THEN 0
    ELSE greatest(0, least(
      excluded.given,
      (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / \$4::bigint
    ))
  END,
  asked_at = excluded.asked_at,
  given = CASE
    WHEN \$5::boolean AND excluded.given > (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / \$4::bigint THEN 0
    ELSE greatest(0, least(
      excluded.given,
      (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / \$4::bigint
    ))
  END
RETURNING player_digest AS "digest", given::float8 AS given, (full_at - asked_at)::float8 AS ahead`,
  encode: (each) => [texts(each.digests), bigints(each.wanted), each.nowMicroseconds, each.perToken, each.isAllOrNone],
  parameters: ['digests', 'wanted', 'nowMicroseconds', 'perToken', 'isAllOrNone'],
  columns: ['digest', 'given', 'ahead'],
};

export interface TakeWebhookLeasesParameters {
  readonly webhookIds: readonly string[];
  readonly holder: string;
  readonly lease: number;
  readonly now: number | null;
}
export interface TakeWebhookLeasesRow {
}
export const takeWebhookLeases: Statement<TakeWebhookLeasesParameters, TakeWebhookLeasesRow> = {
  name: 'take-webhook-leases',
  text: `UPDATE webhooks
SET lease_number = lease_number + CASE WHEN lease_holder IS DISTINCT FROM \$2::text THEN 1 ELSE 0 END, lease_holder = \$2::text,
  lease_until = coalesce(\$4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) + \$3::bigint
WHERE webhook_id = ANY (\$1::text[])`,
  encode: (each) => [texts(each.webhookIds), each.holder, each.lease, each.now],
  parameters: ['webhookIds', 'holder', 'lease', 'now'],
  columns: [],
};

export interface TryLockParameters {
  readonly key: number;
}
export interface TryLockRow {
  readonly locked: boolean;
}
export const tryLock: Statement<TryLockParameters, TryLockRow> = {
  name: 'try-lock',
  text: `SELECT pg_try_advisory_xact_lock(\$1::bigint) AS locked`,
  encode: (each) => [each.key],
  parameters: ['key'],
  columns: ['locked'],
};

export interface UpdateIndexedMetadataParameters {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
  readonly now: number | null;
  readonly interval: number | null;
  readonly skew: number;
  readonly lossBytes: number | null;
  readonly newestIndex: number;
  readonly indexIds: readonly number[];
  readonly entryStarts: readonly number[];
  readonly entryLengths: readonly number[];
  readonly entryBytes: Uint8Array;
  readonly labels: readonly (string | null)[];
  readonly foldedNames: readonly (string | null)[];
}
export interface UpdateIndexedMetadataRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number;
}
export const updateIndexedMetadata: Statement<UpdateIndexedMetadataParameters, UpdateIndexedMetadataRow> = {
  name: 'update-indexed-metadata',
  text: `WITH clock (now) AS (SELECT coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true)),
found AS (
  SELECT input.sequential_id, input.start, input.length, input.label, input.folded_name, input.position, metadata.version
  FROM unnest(\$1::bigint[], \$2::int[], \$3::int[], \$14::text[], \$15::text[]
  ) WITH ORDINALITY AS input (sequential_id, start, length, label, folded_name
    , position)
  JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE metadata.index_set >= \$9::bigint AND metadata.indexed_version = metadata.version
),
updated AS (
  UPDATE metadata
  SET text = convert_from(substring(\$4::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
    written_at = (SELECT now FROM clock), by_server = false, written_key_id = NULL, index_set = \$9::bigint,
    indexed_version = metadata.version + 1, label_version = metadata.version + 1,
    label = input.label, folded_name = input.folded_name
  FROM found AS input
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (\$6::bigint IS NULL OR NOT metadata.by_server AND metadata.unseen_starts = 0 AND metadata.kept_at > (SELECT now FROM clock) - \$6::bigint
    AND metadata.kept_at <= (SELECT now FROM clock) + \$7::bigint)
  AND (\$8::bigint IS NULL OR metadata.text IS NULL OR octet_length(metadata.text) < \$8::bigint
    OR input.length * 2 >= octet_length(metadata.text))
  AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
  RETURNING metadata.sequential_id, metadata.version, metadata.written_at, input.position
),
entry AS (
  SELECT input.sequential_id, index.id AS index_id, CASE WHEN (\$12::int[])[(input.position - 1) * cardinality(\$10::bigint[]) + index.number] >= 0
      THEN substring(\$13::bytea FROM (\$11::int[])[(input.position - 1) * cardinality(\$10::bigint[]) + index.number]
        FOR (\$12::int[])[(input.position - 1) * cardinality(\$10::bigint[]) + index.number])
    END AS value
  FROM updated AS input CROSS JOIN unnest(\$10::bigint[]) WITH ORDINALITY AS index (id, number)
),
indexed AS (
  UPDATE metadata_index_entries
  SET value = entry.value
  FROM entry
  WHERE metadata_index_entries.sequential_id = entry.sequential_id AND metadata_index_entries.index_id = entry.index_id
    AND metadata_index_entries.value IS DISTINCT FROM entry.value
)
SELECT sequential_id::float8 AS "sequentialId", version::float8, written_at::float8 AS "writtenAt" FROM updated`,
  encode: (each) => [bigints(each.ids), ...packedTexts(each.texts), each.now, each.interval, each.skew, each.lossBytes, each.newestIndex, bigints(each.indexIds), integers(each.entryStarts), integers(each.entryLengths), each.entryBytes, rareTexts(each.labels), rareTexts(each.foldedNames)],
  parameters: ['ids', 'texts', 'now', 'interval', 'skew', 'lossBytes', 'newestIndex', 'indexIds', 'entryStarts', 'entryLengths', 'entryBytes', 'labels', 'foldedNames'],
  columns: ['sequentialId', 'version', 'writtenAt'],
};

export interface UpdateIndexedMetadataWithEventsParameters {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
  readonly now: number | null;
  readonly interval: number | null;
  readonly skew: number;
  readonly lossBytes: number | null;
  readonly newestIndex: number;
  readonly indexIds: readonly number[];
  readonly entryStarts: readonly number[];
  readonly entryLengths: readonly number[];
  readonly entryBytes: Uint8Array;
  readonly labels: readonly (string | null)[];
  readonly foldedNames: readonly (string | null)[];
  readonly versions: readonly number[];
  readonly toldType: number;
  readonly toldData: readonly string[];
  readonly toldMembers: readonly (string | null)[];
  readonly mostMemberBytes: number;
}
export interface UpdateIndexedMetadataWithEventsRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number;
}
export const updateIndexedMetadataWithEvents: Statement<UpdateIndexedMetadataWithEventsParameters, UpdateIndexedMetadataWithEventsRow> = {
  name: 'update-indexed-metadata-with-events',
  text: `WITH clock (now) AS (SELECT coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true)),
found AS (
  SELECT input.sequential_id, input.start, input.length, input.label, input.folded_name, input.position, metadata.version
    , input.told_start, input.told_length, input.members_start, input.members_length
  FROM unnest(\$1::bigint[], \$2::int[], \$3::int[], \$14::text[], \$15::text[]
    , \$16::bigint[], \$18::int[], \$19::int[], \$21::int[], \$22::int[]
  ) WITH ORDINALITY AS input (sequential_id, start, length, label, folded_name
    , known_version, told_start, told_length, members_start, members_length
    , position)
  JOIN metadata ON metadata.sequential_id = input.sequential_id
  WHERE metadata.index_set >= \$9::bigint AND metadata.indexed_version = metadata.version
    AND metadata.version = input.known_version
),
updated AS (
  UPDATE metadata
  SET text = convert_from(substring(\$4::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
    written_at = (SELECT now FROM clock), by_server = false, written_key_id = NULL, index_set = \$9::bigint,
    indexed_version = metadata.version + 1, label_version = metadata.version + 1,
    label = input.label, folded_name = input.folded_name
    , told_period = (SELECT now FROM clock) / 2592000000,
    told_bytes = CASE WHEN metadata.told_period = (SELECT now FROM clock) / 2592000000 THEN metadata.told_bytes ELSE 0 END + coalesce(input.members_length, 0)
  FROM found AS input
  WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version
    AND (\$6::bigint IS NULL OR NOT metadata.by_server AND metadata.unseen_starts = 0 AND metadata.kept_at > (SELECT now FROM clock) - \$6::bigint
    AND metadata.kept_at <= (SELECT now FROM clock) + \$7::bigint)
  AND (\$8::bigint IS NULL OR metadata.text IS NULL OR octet_length(metadata.text) < \$8::bigint
    OR input.length * 2 >= octet_length(metadata.text))
  AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
  RETURNING metadata.sequential_id, metadata.version, metadata.written_at, input.position
    , input.told_start, input.told_length, input.members_start, input.members_length, metadata.told_bytes
),
told AS (
  INSERT INTO events (at, type, sequential_id, data, personal)
  SELECT (SELECT now FROM clock), \$17::int, sequential_id, convert_from(substring(\$20::bytea FROM told_start FOR told_length), 'UTF8'),
    CASE WHEN updated.told_bytes <= \$24::bigint
      THEN '{"members":' || convert_from(substring(\$23::bytea FROM updated.members_start FOR updated.members_length), 'UTF8') END || '}'
  FROM updated
),
entry AS (
  SELECT input.sequential_id, index.id AS index_id, CASE WHEN (\$12::int[])[(input.position - 1) * cardinality(\$10::bigint[]) + index.number] >= 0
      THEN substring(\$13::bytea FROM (\$11::int[])[(input.position - 1) * cardinality(\$10::bigint[]) + index.number]
        FOR (\$12::int[])[(input.position - 1) * cardinality(\$10::bigint[]) + index.number])
    END AS value
  FROM updated AS input CROSS JOIN unnest(\$10::bigint[]) WITH ORDINALITY AS index (id, number)
),
indexed AS (
  UPDATE metadata_index_entries
  SET value = entry.value
  FROM entry
  WHERE metadata_index_entries.sequential_id = entry.sequential_id AND metadata_index_entries.index_id = entry.index_id
    AND metadata_index_entries.value IS DISTINCT FROM entry.value
)
SELECT sequential_id::float8 AS "sequentialId", version::float8, written_at::float8 AS "writtenAt" FROM updated`,
  encode: (each) => [bigints(each.ids), ...packedTexts(each.texts), each.now, each.interval, each.skew, each.lossBytes, each.newestIndex, bigints(each.indexIds), integers(each.entryStarts), integers(each.entryLengths), each.entryBytes, rareTexts(each.labels), rareTexts(each.foldedNames), bigints(each.versions), each.toldType, ...packedTexts(each.toldData), ...packedTexts(each.toldMembers), each.mostMemberBytes],
  parameters: ['ids', 'texts', 'now', 'interval', 'skew', 'lossBytes', 'newestIndex', 'indexIds', 'entryStarts', 'entryLengths', 'entryBytes', 'labels', 'foldedNames', 'versions', 'toldType', 'toldData', 'toldMembers', 'mostMemberBytes'],
  columns: ['sequentialId', 'version', 'writtenAt'],
};

export interface UpdateLabelledMetadataParameters {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
  readonly now: number | null;
  readonly interval: number | null;
  readonly skew: number;
  readonly lossBytes: number | null;
  readonly newestIndex: number;
  readonly labels: readonly (string | null)[];
  readonly foldedNames: readonly (string | null)[];
}
export interface UpdateLabelledMetadataRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number;
}
export const updateLabelledMetadata: Statement<UpdateLabelledMetadataParameters, UpdateLabelledMetadataRow> = {
  name: 'update-labelled-metadata',
  text: `WITH clock (now) AS (SELECT coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true))
UPDATE metadata
SET text = convert_from(substring(\$4::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
  written_at = (SELECT now FROM clock), by_server = false, written_key_id = NULL, index_set = \$9::bigint, indexed_version = metadata.version + 1,
  label_version = metadata.version + 1, label = input.label, folded_name = input.folded_name
FROM unnest(\$1::bigint[], \$2::int[], \$3::int[], \$10::text[], \$11::text[]
) AS input (sequential_id, start, length, label, folded_name
)
WHERE metadata.sequential_id = input.sequential_id AND (\$6::bigint IS NULL OR NOT metadata.by_server AND metadata.unseen_starts = 0 AND metadata.kept_at > (SELECT now FROM clock) - \$6::bigint
    AND metadata.kept_at <= (SELECT now FROM clock) + \$7::bigint)
  AND (\$8::bigint IS NULL OR metadata.text IS NULL OR octet_length(metadata.text) < \$8::bigint
    OR input.length * 2 >= octet_length(metadata.text))
  AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8, metadata.written_at::float8 AS "writtenAt"`,
  encode: (each) => [bigints(each.ids), ...packedTexts(each.texts), each.now, each.interval, each.skew, each.lossBytes, each.newestIndex, rareTexts(each.labels), rareTexts(each.foldedNames)],
  parameters: ['ids', 'texts', 'now', 'interval', 'skew', 'lossBytes', 'newestIndex', 'labels', 'foldedNames'],
  columns: ['sequentialId', 'version', 'writtenAt'],
};

export interface UpdateLabelledMetadataWithEventsParameters {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
  readonly now: number | null;
  readonly interval: number | null;
  readonly skew: number;
  readonly lossBytes: number | null;
  readonly newestIndex: number;
  readonly labels: readonly (string | null)[];
  readonly foldedNames: readonly (string | null)[];
  readonly versions: readonly number[];
  readonly toldType: number;
  readonly toldData: readonly string[];
  readonly toldMembers: readonly (string | null)[];
  readonly mostMemberBytes: number;
}
export interface UpdateLabelledMetadataWithEventsRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number;
}
export const updateLabelledMetadataWithEvents: Statement<UpdateLabelledMetadataWithEventsParameters, UpdateLabelledMetadataWithEventsRow> = {
  name: 'update-labelled-metadata-with-events',
  text: `WITH clock (now) AS (SELECT coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true))
, updated AS (
UPDATE metadata
SET text = convert_from(substring(\$4::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
  written_at = (SELECT now FROM clock), by_server = false, written_key_id = NULL, index_set = \$9::bigint, indexed_version = metadata.version + 1,
  label_version = metadata.version + 1, label = input.label, folded_name = input.folded_name
  , told_period = (SELECT now FROM clock) / 2592000000,
    told_bytes = CASE WHEN metadata.told_period = (SELECT now FROM clock) / 2592000000 THEN metadata.told_bytes ELSE 0 END + coalesce(input.members_length, 0)
FROM unnest(\$1::bigint[], \$2::int[], \$3::int[], \$10::text[], \$11::text[]
  , \$12::bigint[], \$14::int[], \$15::int[], \$17::int[], \$18::int[]
) AS input (sequential_id, start, length, label, folded_name
  , version, told_start, told_length, members_start, members_length
)
WHERE metadata.sequential_id = input.sequential_id AND (\$6::bigint IS NULL OR NOT metadata.by_server AND metadata.unseen_starts = 0 AND metadata.kept_at > (SELECT now FROM clock) - \$6::bigint
    AND metadata.kept_at <= (SELECT now FROM clock) + \$7::bigint)
  AND (\$8::bigint IS NULL OR metadata.text IS NULL OR octet_length(metadata.text) < \$8::bigint
    OR input.length * 2 >= octet_length(metadata.text))
  AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
  AND metadata.version = input.version
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8, metadata.written_at::float8 AS "writtenAt"
  , input.told_start, input.told_length, input.members_start, input.members_length, metadata.told_bytes
),
told AS (
  INSERT INTO events (at, type, sequential_id, data, personal)
  SELECT (SELECT now FROM clock), \$13::int, "sequentialId"::bigint,
    convert_from(substring(\$16::bytea FROM told_start FOR told_length), 'UTF8'), CASE WHEN updated.told_bytes <= \$20::bigint
      THEN '{"members":' || convert_from(substring(\$19::bytea FROM updated.members_start FOR updated.members_length), 'UTF8') END || '}'
  FROM updated
)
SELECT "sequentialId", version, "writtenAt" FROM updated`,
  encode: (each) => [bigints(each.ids), ...packedTexts(each.texts), each.now, each.interval, each.skew, each.lossBytes, each.newestIndex, rareTexts(each.labels), rareTexts(each.foldedNames), bigints(each.versions), each.toldType, ...packedTexts(each.toldData), ...packedTexts(each.toldMembers), each.mostMemberBytes],
  parameters: ['ids', 'texts', 'now', 'interval', 'skew', 'lossBytes', 'newestIndex', 'labels', 'foldedNames', 'versions', 'toldType', 'toldData', 'toldMembers', 'mostMemberBytes'],
  columns: ['sequentialId', 'version', 'writtenAt'],
};

export interface UpdateMetadataParameters {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
  readonly now: number | null;
  readonly interval: number | null;
  readonly skew: number;
  readonly lossBytes: number | null;
}
export interface UpdateMetadataRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number;
}
export const updateMetadata: Statement<UpdateMetadataParameters, UpdateMetadataRow> = {
  name: 'update-metadata',
  text: `WITH clock (now) AS (SELECT coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true))
UPDATE metadata
SET text = convert_from(substring(\$4::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
  written_at = (SELECT now FROM clock), by_server = false, written_key_id = NULL
FROM unnest(\$1::bigint[], \$2::int[], \$3::int[]
) AS input (sequential_id, start, length
)
WHERE metadata.sequential_id = input.sequential_id AND (\$6::bigint IS NULL OR NOT metadata.by_server AND metadata.unseen_starts = 0 AND metadata.kept_at > (SELECT now FROM clock) - \$6::bigint
    AND metadata.kept_at <= (SELECT now FROM clock) + \$7::bigint)
  AND (\$8::bigint IS NULL OR metadata.text IS NULL OR octet_length(metadata.text) < \$8::bigint
    OR input.length * 2 >= octet_length(metadata.text))
  AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8, metadata.written_at::float8 AS "writtenAt"`,
  encode: (each) => [bigints(each.ids), ...packedTexts(each.texts), each.now, each.interval, each.skew, each.lossBytes],
  parameters: ['ids', 'texts', 'now', 'interval', 'skew', 'lossBytes'],
  columns: ['sequentialId', 'version', 'writtenAt'],
};

export interface UpdateMetadataWithEventsParameters {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
  readonly now: number | null;
  readonly interval: number | null;
  readonly skew: number;
  readonly lossBytes: number | null;
  readonly versions: readonly number[];
  readonly toldType: number;
  readonly toldData: readonly string[];
  readonly toldMembers: readonly (string | null)[];
  readonly mostMemberBytes: number;
}
export interface UpdateMetadataWithEventsRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly writtenAt: number;
}
export const updateMetadataWithEvents: Statement<UpdateMetadataWithEventsParameters, UpdateMetadataWithEventsRow> = {
  name: 'update-metadata-with-events',
  text: `WITH clock (now) AS (SELECT coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) FROM set_config('lock_timeout', '100ms', true))
, updated AS (
UPDATE metadata
SET text = convert_from(substring(\$4::bytea FROM input.start FOR input.length), 'UTF8'), version = metadata.version + 1,
  written_at = (SELECT now FROM clock), by_server = false, written_key_id = NULL
  , told_period = (SELECT now FROM clock) / 2592000000,
    told_bytes = CASE WHEN metadata.told_period = (SELECT now FROM clock) / 2592000000 THEN metadata.told_bytes ELSE 0 END + coalesce(input.members_length, 0)
FROM unnest(\$1::bigint[], \$2::int[], \$3::int[]
  , \$9::bigint[], \$11::int[], \$12::int[], \$14::int[], \$15::int[]
) AS input (sequential_id, start, length
  , version, told_start, told_length, members_start, members_length
)
WHERE metadata.sequential_id = input.sequential_id AND (\$6::bigint IS NULL OR NOT metadata.by_server AND metadata.unseen_starts = 0 AND metadata.kept_at > (SELECT now FROM clock) - \$6::bigint
    AND metadata.kept_at <= (SELECT now FROM clock) + \$7::bigint)
  AND (\$8::bigint IS NULL OR metadata.text IS NULL OR octet_length(metadata.text) < \$8::bigint
    OR input.length * 2 >= octet_length(metadata.text))
  AND (metadata.suspended_until IS NULL OR metadata.suspended_until <= coalesce(\$5::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
  AND metadata.version = input.version
RETURNING metadata.sequential_id::float8 AS "sequentialId", metadata.version::float8, metadata.written_at::float8 AS "writtenAt"
  , input.told_start, input.told_length, input.members_start, input.members_length, metadata.told_bytes
),
told AS (
  INSERT INTO events (at, type, sequential_id, data, personal)
  SELECT (SELECT now FROM clock), \$10::int, "sequentialId"::bigint,
    convert_from(substring(\$13::bytea FROM told_start FOR told_length), 'UTF8'), CASE WHEN updated.told_bytes <= \$17::bigint
      THEN '{"members":' || convert_from(substring(\$16::bytea FROM updated.members_start FOR updated.members_length), 'UTF8') END || '}'
  FROM updated
)
SELECT "sequentialId", version, "writtenAt" FROM updated`,
  encode: (each) => [bigints(each.ids), ...packedTexts(each.texts), each.now, each.interval, each.skew, each.lossBytes, bigints(each.versions), each.toldType, ...packedTexts(each.toldData), ...packedTexts(each.toldMembers), each.mostMemberBytes],
  parameters: ['ids', 'texts', 'now', 'interval', 'skew', 'lossBytes', 'versions', 'toldType', 'toldData', 'toldMembers', 'mostMemberBytes'],
  columns: ['sequentialId', 'version', 'writtenAt'],
};
