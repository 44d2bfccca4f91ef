// Access for processes on this machine. Every other caller gets 404, as for a path that does not exist.
import { ApiError } from '../../errors/errors.ts';
import { isLoopback, isLoopbackHost } from '../../http/address.ts';
import type { Peers } from '../../http/http-route.ts';
import type { ThisMachine } from '../principals.ts';
import type { Access } from './access.ts';

/** Headers that proxies add. A proxy on this machine that adds none and rewrites `Host` counts as a caller on this machine. */
const proxyHeader = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|cf-connecting-ip|true-client-ip)$/;

const isProxied = ({ headers }: Request): boolean =>
  [...headers.keys()].some((name) => proxyHeader.test(name));

/** A page of another name, which DNS leads to this machine, sends its own name as `Host`. */
const namesLoopbackHost = ({ headers }: Request): boolean => isLoopbackHost(headers.get('host') ?? '');

/** Does the request come from this machine, and through no proxy? */
export const isFromThisMachine = (request: Request, peers: Peers): boolean =>
  isLoopback(peers.requestIP(request)?.address) && namesLoopbackHost(request) && !isProxied(request);

const thisMachine: ThisMachine = { kind: 'thisMachine' };

export const thisMachineAccess: Access<ThisMachine, unknown> = {
  kind: 'thisMachine',
  // Metrics are needed most under overload.
  isSheddable: false,
  // A browser on this machine also runs scripts of other origins, which must not read the answer.
  cors: 'none',
  errors: ['notFound'],
  securityScheme: undefined,
  rateLimit: undefined,
  idleSeconds: undefined,
  authenticator: () => (request, peers) => {
    if (!isFromThisMachine(request, peers)) throw new ApiError('notFound');
    return thisMachine;
  },
};
