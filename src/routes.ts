// The table of everything that can be called: who may call · METHOD path · handler · what the API document says of it.
import { docsHandlers } from './api-docs/handlers.ts';
import { buildOpenApi } from './api-docs/openapi.ts';
import type { Operation } from './api-docs/operation.ts';
import type { Config } from './config/config.ts';
import { type HealthDependencies, healthHandlers } from './health/handlers.ts';
import { healthOperations } from './health/operations.ts';
import type { Handler, HttpRoute, Method } from './http/server.ts';
import { type MetadataDependencies, metadataHandlers } from './metadata/handlers.ts';
import { metadataOperations } from './metadata/operations.ts';
import { type MetricsDependencies, metricsHandlers } from './metrics/handlers.ts';
import { type PlayerGate, type PlayerHandler, playerAccess } from './players/access.ts';
import { type SessionDependencies, sessionHandlers } from './sessions/handlers.ts';
import { sessionOperations } from './sessions/operations.ts';
import { version } from './version.ts';

// biome-ignore format: a table
export const routeTable: readonly Route[] = [
  player('GET',    '/api/game/metadata',                          (on) => on.metadata.getOwn,            metadataOperations.getOwn),
  player('GET',    '/api/game/metadata/:sequentialId',            (on) => on.metadata.getBySequentialId, metadataOperations.getBySequentialId),
  player('POST',   '/api/game/metadata/lookup',                   (on) => on.metadata.lookUp,            metadataOperations.lookUp),
  player('POST',   '/api/game/metadata',                          (on) => on.metadata.setOwn,            metadataOperations.setOwn),
  player('PATCH',  '/api/game/metadata',                          (on) => on.metadata.patchOwn,          metadataOperations.patchOwn),
  player('DELETE', '/api/game/metadata',                          (on) => on.metadata.deleteOwn,         metadataOperations.deleteOwn),
  player('GET',    '/api/game/metadata/history',                  (on) => on.metadata.listVersions,      metadataOperations.listVersions),
  player('GET',    '/api/game/metadata/history/:version',         (on) => on.metadata.getVersion,        metadataOperations.getVersion),
  player('POST',   '/api/game/metadata/history/:version/restore', (on) => on.metadata.restoreVersion,    metadataOperations.restoreVersion),
  player('POST',   '/api/game/session/start',                     (on) => on.sessions.start,             sessionOperations.start),
  player('POST',   '/api/game/session/heartbeat',                 (on) => on.sessions.heartbeat,         sessionOperations.heartbeat),
  player('POST',   '/api/game/session/stop',                      (on) => on.sessions.stop,              sessionOperations.stop),
  player('GET',    '/api/game/session',                           (on) => on.sessions.getActive,         sessionOperations.getActive),
  player('GET',    '/api/game/session/history',                   (on) => on.sessions.listEnded,         sessionOperations.listEnded),
  local('GET',     '/metrics',                                     (on) => on.metrics.local,              undefined),
  anyone('GET',    '/livez',                                       (on) => on.health.live,                healthOperations.live),
  anyone('GET',    '/readyz',                                      (on) => on.health.ready,               healthOperations.ready),
  anyone('GET',    '/openapi.json',                                (on) => on.docs.openApi,               undefined),
  anyone('GET',    '/docs',                                        (on) => on.docs.page,                  undefined),
  anyone('GET',    '/docs/:file',                                  (on) => on.docs.asset,                 undefined),
];

interface RouteBase {
  readonly method: Method;
  readonly path: string;
  /** Undefined for what is no operation of the API: its document and pages. */
  readonly operation: Operation | undefined;
}

export type Route = RouteBase &
  (
    | { readonly access: 'player'; readonly handler: (on: Handlers) => PlayerHandler }
    | { readonly access: 'anyone' | 'local'; readonly handler: (on: Handlers) => Handler }
  );

type Handlers = ReturnType<typeof createHandlers>;

function player(
  method: Method,
  path: string,
  handler: (on: Handlers) => PlayerHandler,
  operation: Operation,
): Route {
  return { access: 'player', method, path, handler, operation };
}

function anyone(
  method: Method,
  path: string,
  handler: (on: Handlers) => Handler,
  operation: Operation | undefined,
): Route {
  return { access: 'anyone', method, path, handler, operation };
}

/** A route for this machine alone. */
function local(
  method: Method,
  path: string,
  handler: (on: Handlers) => Handler,
  operation: Operation | undefined,
): Route {
  return { access: 'local', method, path, handler, operation };
}

export type RouteDependencies = MetadataDependencies &
  SessionDependencies &
  HealthDependencies &
  MetricsDependencies & { readonly gate: PlayerGate; readonly config: Pick<Config, 'metricsPort'> };

function createHandlers(dependencies: RouteDependencies) {
  return {
    metadata: metadataHandlers(dependencies),
    sessions: sessionHandlers(dependencies),
    health: healthHandlers(dependencies),
    metrics: metricsHandlers(dependencies),
    docs: docsHandlers(openApiDocument),
  };
}

/** The table, bound to what its handlers use; a route for players demands a valid token first. */
export function createRoutes(dependencies: RouteDependencies): readonly HttpRoute[] {
  const handlers = createHandlers(dependencies);
  const withPlayer = playerAccess(dependencies.gate);
  const hasOwnPort = dependencies.config.metricsPort !== undefined;
  const served = routeTable.filter((route) => route.access !== 'local' || !hasOwnPort);
  return served.map((route) => ({
    method: route.method,
    path: route.path,
    sheddable: route.access === 'player',
    handle: route.access === 'player' ? withPlayer(route.handler(handlers)) : route.handler(handlers),
  }));
}

/** What is served on the port of the metrics. */
export function createMetricsRoutes(dependencies: MetricsDependencies): readonly HttpRoute[] {
  const handle = metricsHandlers(dependencies).all;
  return [{ method: 'GET', path: '/metrics', sheddable: false, handle }];
}

export const openApiDocument = () => buildOpenApi(routeTable, version);
