// Access for any caller: probes, the API document and its pages. No credentials are read.
import type { Anyone } from '../principals.ts';
import type { Access } from './access.ts';

const anyone: Anyone = { kind: 'anyone' };

export const anyoneAccess: Access<Anyone, unknown> = {
  kind: 'anyone',
  // A load balancer whose probes are shed would take the service for dead.
  isSheddable: false,
  cors: 'configured',
  errors: [],
  securityScheme: undefined,
  rateLimit: undefined,
  idleSeconds: undefined,
  authenticator: () => () => anyone,
};
