// The probes in the words of the API document.
import type { Operation } from '../api-docs/operation.ts';

export const healthOperations: Readonly<Record<'live' | 'ready', Operation>> = {
  live: {
    operationId: 'live',
    tag: 'Service',
    summary: 'Liveness',
    description: 'The process answers.',
    dataShape: 'ProbeAnswer',
    errors: [],
  },
  ready: {
    operationId: 'ready',
    tag: 'Service',
    summary: 'Readiness',
    description: 'Not shutting down, the database answers, and tokens can be judged.',
    dataShape: 'ProbeAnswer',
    errors: ['serviceUnavailable'],
  },
};
