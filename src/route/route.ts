// A route as one value: its method, path, kind of access, description in the API document, and handler.

import { type Access, type AccessDescription, guard, type PrincipalHandler } from '../auth/access/access.ts';
import { type ServerAccessDependencies, serverAccess, withScope } from '../auth/access/server.ts';
import type { Principal, Server } from '../auth/principals.ts';
import type { Handler, Method } from '../http/http-route.ts';
import { readQuery } from '../http/query.ts';
import type { Scope } from '../store/ports/keys.ts';
import type { Operation } from './operation.ts';

interface RouteBase {
  readonly method: Method;
  /** A literal path, or one with `:name` segments, or a prefix that ends in `/*`. */
  readonly path: string;
  /** Undefined for routes that are no operations of the API: its document, its pages and the metrics. */
  readonly operation: Operation | undefined;
}

export interface Route<Dependencies> extends RouteBase {
  readonly access: AccessDescription;
  /** The scope that a server key needs; undefined where any key will do, and for other kinds of access. */
  readonly scope: Scope | undefined;
  /** Makes the handler and puts the checks of the kind of access before it. */
  readonly bind: (dependencies: Dependencies) => Handler;
}

export interface RouteOf<P extends Principal, Dependencies> extends RouteBase {
  /** Makes the handler, once for each start of the service. */
  readonly handler: (dependencies: Dependencies) => PrincipalHandler<P>;
}

/** The kind of access decides which principal the handler gets. */
export function defineRoute<P extends Principal, AccessDependencies, Dependencies>(
  access: Access<P, AccessDependencies>,
  { handler, ...route }: RouteOf<P, Dependencies>,
): Route<AccessDependencies & Dependencies> {
  const { operation } = route;
  return bound(access, {
    ...route,
    handler: (dependencies: AccessDependencies & Dependencies) =>
      checked(operation, handler(dependencies), access.refuse?.bind(undefined, dependencies)),
  });
}

function bound<P extends Principal, AccessDependencies, Dependencies>(
  access: Access<P, AccessDependencies>,
  { method, path, operation, handler }: RouteOf<P, Dependencies>,
): Route<AccessDependencies & Dependencies> {
  const bind = (dependencies: AccessDependencies & Dependencies): Handler =>
    guard(access, dependencies, handler(dependencies));
  return { method, path, access, scope: undefined, operation: withQueryErrors(operation), bind };
}

/** An operation without parameters refuses every parameter. One that has some reads them by `readQuery`, which refuses others. */
function checked<P extends Principal>(
  operation: Operation | undefined,
  handle: PrincipalHandler<P>,
  refuse?: (principal: P, error: unknown) => Promise<never>,
): PrincipalHandler<P> {
  if (!operation || operation.ignoresQuery || operation.queryParameters) return handle;
  return (request, principal, ...rest) => {
    try {
      if (request.url.includes('?')) readQuery(request, []);
    } catch (error) {
      if (!refuse) throw error;
      return refuse(principal, error);
    }
    return handle(request, principal, ...rest);
  };
}

/** Every operation that does not ignore its query may refuse it. */
function withQueryErrors(operation: Operation | undefined): Operation | undefined {
  if (!operation || operation.ignoresQuery || operation.errors.includes('invalidRequest')) return operation;
  return { ...operation, errors: [...operation.errors, 'invalidRequest'] };
}

export interface ServerRouteOf<Dependencies> extends RouteOf<Server, Dependencies> {
  /** Undefined where any key will do. */
  readonly scope: Scope | undefined;
}

/** A route for servers. Its handler runs for keys with the scope alone. */
export function defineServerRoute<Dependencies>({
  scope,
  handler,
  ...route
}: ServerRouteOf<Dependencies>): Route<ServerAccessDependencies & Dependencies> {
  const guarded = (dependencies: Dependencies) => {
    const handle = checked(route.operation, handler(dependencies));
    return scope === undefined ? handle : withScope(scope, handle);
  };
  return { ...bound(serverAccess, { ...route, handler: guarded }), scope };
}
