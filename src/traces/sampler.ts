// The decision whether a request is sampled, before any call of OpenTelemetry's SDK. Unless the sampler follows callers, none of them
// has an influence on it: the random number is this process's own, not the caller's trace id.

import type { Sampling } from './trace-config.ts';
import { parseTraceparent, type RemoteContext } from './trace-context.ts';

/** A sampled request: the context of its caller, where there is one. */
export interface Sampled {
  readonly parent: RemoteContext | undefined;
}

const withoutParent: Sampled = { parent: undefined };

/** @returns the function that decides about a request: undefined for one that is not sampled */
export function createSampler(
  { ratio, followsCaller }: Sampling,
  propagates: boolean,
  random: () => number = Math.random,
): (request: Request) => Sampled | undefined {
  const readParent = (request: Request) => parseTraceparent(request.headers.get('traceparent'));
  if (!propagates) return () => (random() < ratio ? withoutParent : undefined);
  if (!followsCaller) return (request) => (random() < ratio ? { parent: readParent(request) } : undefined);
  return (request) => {
    const parent = readParent(request);
    if (parent) return parent.isSampled ? { parent } : undefined;
    return random() < ratio ? withoutParent : undefined;
  };
}
