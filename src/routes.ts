// The table of all routes, put together from the routes of each feature.
import { buildOpenApi } from './api-docs/openapi.ts';
import { type DocsDependencies, docsRoutes } from './api-docs/routes.ts';
import { type AuditDependencies, auditRoutes } from './audit/server-routes.ts';
import type { PlayerAccessDependencies } from './auth/access/player.ts';
import type { ServerAccessDependencies } from './auth/access/server.ts';
import { type ConsoleFileDependencies, consoleFileRoutes } from './console/file-routes.ts';
import { type ConsoleSessionDependencies, consoleSessionRoutes } from './console/session-routes.ts';
import { type StaffSignInDependencies, staffSignInRoutes } from './console/staff-routes.ts';
import { type EventDependencies, eventRoutes } from './events/server-routes.ts';
import type { CheckDependencies } from './health/checks.ts';
import { healthRoutes } from './health/routes.ts';
import { type ServiceDependencies, serviceRoutes } from './health/server-routes.ts';
import type { HttpRoute } from './http/http-route.ts';
import { type KeyDependencies, keyRoutes } from './keys/routes.ts';
import { createMetrics } from './lib/metrics.ts';
import { version } from './lib/version.ts';
import { type BulkDependencies, bulkRoutes } from './metadata/bulk-routes.ts';
import { lossRoutes } from './metadata/loss-routes.ts';
import { metadataReadRoutes } from './metadata/read-routes.ts';
import { metadataSchemaRoutes } from './metadata/schema-routes.ts';
import { serverMetadataRoutes } from './metadata/server-routes.ts';
import { metadataVersionRoutes } from './metadata/version-routes.ts';
import type { WaitingReadDependencies } from './metadata/waiting-read-handlers.ts';
import { metadataWriteRoutes } from './metadata/write-routes.ts';
import { localMetricsRoute, type MetricsDependencies, metricsPortRoute } from './metrics/routes.ts';
import { type PeopleDependencies, peopleRoutes } from './people/server-routes.ts';
import { type RegistrationDependencies, registrationRoutes } from './players/registration-routes.ts';
import { playerSearchRoutes, type SearchDependencies } from './players/search-routes.ts';
import { type PlayerDependencies, serverPlayerRoutes } from './players/server-routes.ts';
import { type SuspensionDependencies, suspensionRoutes } from './players/suspension-routes.ts';
import type { Route } from './route/route.ts';
import { type SessionDependencies, sessionRoutes } from './sessions/routes.ts';
import { type ServerSessionDependencies, serverSessionRoutes } from './sessions/server-routes.ts';
import type { DistributionDependencies, StatisticsDependencies } from './statistics/dependencies.ts';
import { statisticsRoutes } from './statistics/server-routes.ts';
import type { WebhookDependencies } from './webhooks/define-route.ts';
import { webhookRoutes } from './webhooks/server-routes.ts';

export type RouteDependencies = PlayerAccessDependencies &
  ServerAccessDependencies &
  PlayerDependencies &
  RegistrationDependencies &
  SearchDependencies &
  KeyDependencies &
  PeopleDependencies &
  AuditDependencies &
  EventDependencies &
  WaitingReadDependencies &
  BulkDependencies &
  SessionDependencies &
  ServerSessionDependencies &
  StatisticsDependencies &
  DistributionDependencies &
  SuspensionDependencies &
  WebhookDependencies &
  ServiceDependencies &
  CheckDependencies &
  ServiceDependencies &
  SuspensionDependencies &
  ConsoleFileDependencies &
  ConsoleSessionDependencies &
  StaffSignInDependencies &
  MetricsDependencies;

export const routeTable: readonly Route<RouteDependencies & DocsDependencies>[] = [
  ...metadataReadRoutes,
  ...metadataWriteRoutes,
  ...metadataVersionRoutes,
  ...sessionRoutes,
  ...registrationRoutes,
  ...serverPlayerRoutes,
  ...suspensionRoutes,
  ...serverMetadataRoutes,
  ...auditRoutes,
  ...eventRoutes,
  ...playerSearchRoutes,
  ...keyRoutes,
  ...peopleRoutes,
  ...statisticsRoutes,
  ...webhookRoutes,
  ...bulkRoutes,
  ...metadataSchemaRoutes,
  ...lossRoutes,
  ...serverSessionRoutes,
  ...serviceRoutes,
  ...consoleSessionRoutes,
  ...staffSignInRoutes,
  localMetricsRoute,
  ...healthRoutes,
  ...docsRoutes,
  ...consoleFileRoutes,
];

export const openApiDocument = () => buildOpenApi(routeTable, version);

/** The routes of the API's port. `/metrics` is not among them when it has a port of its own. */
export function createRoutes(
  dependencies: RouteDependencies & { readonly config: { readonly metricsPort: number | undefined } },
): readonly HttpRoute[] {
  const hasMetricsPort = dependencies.config.metricsPort !== undefined;
  const served = hasMetricsPort ? routeTable.filter((route) => route !== localMetricsRoute) : routeTable;
  return served.map((route) => toHttpRoute(route, { ...dependencies, openApiDocument }));
}

/** The routes of the metrics' own port. */
export const createMetricsRoutes = (dependencies: MetricsDependencies): readonly HttpRoute[] => [
  toHttpRoute(metricsPortRoute, dependencies),
];

const toHttpRoute = <Dependencies>(
  { method, path, access, bind }: Route<Dependencies>,
  dependencies: Dependencies,
): HttpRoute => ({ method, path, access, handle: bind(dependencies) });

/** The server of the metrics' own port. The metrics do not count requests for the metrics. */
export const ofMetrics = (host: string, port: number, expose: MetricsDependencies['expose']) => ({
  host,
  port,
  settings: { host: 'METRICS_HOST', port: 'METRICS_PORT' },
  routes: createMetricsRoutes({ expose }),
  corsOrigins: [],
  metrics: createMetrics(),
  tryAdmit: () => true,
});
