// A route as one value: its method, path, kind of access, description in the API document, and handler.
import type { Operation } from './api-docs/operation.ts';
import { type Access, type AccessDescription, guard, type PrincipalHandler } from './auth/access/access.ts';
import type { Principal } from './auth/principals.ts';
import type { Handler, Method } from './http/server.ts';

interface RouteBase {
  readonly method: Method;
  /** A literal path, or one with `:name` segments, or a prefix that ends in `/*`. */
  readonly path: string;
  /** Undefined for routes that are no operations of the API: its document, its pages and the metrics. */
  readonly operation: Operation | undefined;
}

export interface Route<Dependencies> extends RouteBase {
  readonly access: AccessDescription;
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
  { method, path, operation, handler }: RouteOf<P, Dependencies>,
): Route<AccessDependencies & Dependencies> {
  const bind = (dependencies: AccessDependencies & Dependencies): Handler =>
    guard(access, dependencies, handler(dependencies));
  return { method, path, access, operation, bind };
}
