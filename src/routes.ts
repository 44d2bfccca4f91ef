// The table of all routes, put together from the routes of each feature.
import { buildOpenApi } from './api-docs/openapi.ts';
import { type DocsDependencies, docsRoutes } from './api-docs/routes.ts';
import type { PlayerAccessDependencies } from './auth/access/player.ts';
import type { ServerAccessDependencies } from './auth/access/server.ts';
import { type HealthDependencies, healthRoutes } from './health/routes.ts';
import type { HttpRoute } from './http/server.ts';
import { type KeyDependencies, keyRoutes } from './keys/routes.ts';
import type { MetadataDependencies } from './metadata/dependencies.ts';
import { metadataReadRoutes } from './metadata/read-routes.ts';
import { metadataVersionRoutes } from './metadata/version-routes.ts';
import { metadataWriteRoutes } from './metadata/write-routes.ts';
import { localMetricsRoute, type MetricsDependencies, metricsPortRoute } from './metrics/routes.ts';
import type { Route } from './route.ts';
import { type SessionDependencies, sessionRoutes } from './sessions/routes.ts';
import type { StatisticsDependencies } from './statistics/dependencies.ts';
import { statisticsRoutes } from './statistics/server-routes.ts';
import { version } from './version.ts';

export type RouteDependencies = PlayerAccessDependencies &
  ServerAccessDependencies &
  KeyDependencies &
  MetadataDependencies &
  SessionDependencies &
  StatisticsDependencies &
  HealthDependencies &
  MetricsDependencies;

export const routeTable: readonly Route<RouteDependencies & DocsDependencies>[] = [
  ...metadataReadRoutes,
  ...metadataWriteRoutes,
  ...metadataVersionRoutes,
  ...sessionRoutes,
  ...keyRoutes,
  ...statisticsRoutes,
  localMetricsRoute,
  ...healthRoutes,
  ...docsRoutes,
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
