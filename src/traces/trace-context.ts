// W3C Trace Context (level 1): the header `traceparent`. A header that is not exactly of its form is ignored, as if there were none.
// `tracestate` and `baggage` are ignored too: they may hold anything, and nothing of a caller enters a span.

/** The context that a caller has given. */
export interface RemoteContext {
  readonly traceId: string;
  /** The id of the caller's span. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** The length of version 00. Later versions may be longer. */
const leastLength = 55;
const longest = 512;
const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const nothing = /^0+$/;

/**
 * Reads a `traceparent`. A later version is read by the rules of version 00, as section 3.2.4 says.
 * @param header several of them, joined with commas, are none
 */
export function parseTraceparent(header: string | null): RemoteContext | undefined {
  if (header === null || header.length < leastLength || header.length > longest) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = form.exec(header) ?? [];
  if (version === undefined || version === 'ff' || header.includes(',')) return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  if (nothing.test(traceId) || nothing.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The header for a call within a sampled request. */
export const formatTraceparent = (traceId: string, spanId: string): string => `00-${traceId}-${spanId}-01`;
