// The route about the state of the service, for those who run it: version, settings, indexes and checks.
import { ok } from '../http/reply.ts';
import { toTimestamp } from '../lib/clock.ts';
import { version } from '../lib/version.ts';
import { defineServerRoute } from '../route/route.ts';
import type { DeclaredIndex, IndexStore } from '../store/ports/indexes.ts';
import type { DeclaredLabels, LabelStore } from '../store/ports/labels.ts';
import type { ProcessFigures, ServiceState } from '../wire/service.ts';
import { type CheckDependencies, runChecks } from './checks.ts';

export type ServiceDependencies = CheckDependencies & {
  readonly store: {
    readonly indexes: Pick<IndexStore, 'list'>;
    readonly labels: Pick<LabelStore, 'find'>;
  };
  readonly config: { readonly settings: Readonly<ServiceState['settings']> };
  readonly readFigures: () => ProcessFigures;
};

const getService = defineServerRoute({
  scope: 'service:read',
  method: 'GET',
  path: '/api/server/service',
  operation: {
    operationId: 'getService',
    tag: 'Service',
    summary: 'Get the state of the service',
    description:
      'Version, settings in force with secrets hidden, indexes on metadata with their progress, and the checks of ' +
      '`/readyz`, and figures of its traffic, its database and its jobs. It speaks of the process that answers; the indexes ' +
      'are those of the database.',
    dataShape: 'ServiceState',
    errors: [],
  },
  handler: (dependencies: ServiceDependencies) => async () => {
    const { store, config, readFigures } = dependencies;
    const results = [];
    for await (const result of runChecks(dependencies)) results.push(result);
    const answers = results.every(({ name, problem }) => name !== 'database' || problem === undefined);
    const state: ServiceState = {
      version,
      settings: [...config.settings],
      indexes: answers ? (await store.indexes.list()).map(shapeOf) : null,
      labels: labelsOf(answers ? await store.labels.find() : undefined),
      checks: results.map(({ name, problem }) => ({
        name,
        ok: problem === undefined,
        problem: problem ?? null,
      })),
      process: readFigures(),
    };
    return ok(state);
  },
});

const shapeOf = ({ pointer, type, isWhole, progress, createdAt, declaredAt }: DeclaredIndex) => ({
  pointer,
  type,
  state: isWhole ? ('whole' as const) : ('building' as const),
  progress,
  createdAt: toTimestamp(createdAt),
  declaredAt: toTimestamp(declaredAt),
});

const labelsOf = (labels: DeclaredLabels | undefined): ServiceState['labels'] =>
  labels
    ? {
        name: labels.name ?? null,
        columns: [...labels.columns],
        state: labels.isWhole ? 'whole' : 'building',
        progress: labels.progress,
      }
    : null;

export const serviceRoutes = [getService];
