// The spans of requests (Semantic Conventions for HTTP server spans): one for each sampled request, from its arrival to its answer, and
// a child for admission.
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Span, Traces } from '../lib/traces.ts';

/** Serves a request. @param span that of a sampled request */
export type Serve = (
  request: Bun.BunRequest,
  server: Bun.Server<undefined>,
  span?: Span,
) => MaybePromise<Response>;

/**
 * Decides for each request whether it is sampled, before anything else is done.
 * @param route undefined for unknown paths
 * @returns the function as it is while traces are off
 */
export const traceRequests = (traces: Traces | undefined, route: string | undefined, serve: Serve): Serve =>
  traces === undefined
    ? serve
    : (request, server) => {
        const span = traces.startRequest({ request, method: request.method, route });
        return span ? traces.within([span], () => serve(request, server, span)) : serve(request, server);
      };

export function addAdmission(span: Span, isAdmitted: boolean): void {
  const outcome = isAdmitted ? 'admitted' : 'refused';
  span.start({ name: 'admission', attributes: { 'playkeep.admission': outcome } }).end();
}

/** @param status as the metrics count it: 499 for a caller who left. A caller's own mistake is no failure of the service. */
export function endRequestSpan(span: Span, status: number): void {
  span.set({ 'http.response.status_code': status });
  if (status >= 500) span.fail(String(status));
  span.end();
}
