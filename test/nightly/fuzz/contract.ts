// The contract of every answer, from the API document that the service itself serves: statuses, messages, schemas, headers. The
// document is read from the service under test, so every undocumented answer is found.
import Ajv2020 from 'ajv/dist/2020.js';
import { errorCatalogue, specifiedErrors } from '../../../src/errors/errors.ts';
import { routeTable } from '../../../src/routes.ts';
import type { RawAnswer } from '../../harness/raw-answers.ts';

interface DocumentedResponse {
  /** Each is in every answer, with the exceptions named. */
  readonly headers?: Readonly<
    Record<string, { readonly required?: boolean; readonly schema: { readonly enum?: readonly string[] } }>
  >;
  readonly content?: {
    readonly 'application/json': {
      readonly examples?: Record<string, { value: { error: { message: string } } }>;
    };
  };
}

interface Documented {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
}

/** The facts about a request that decide which answers are right. */
export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly requestId: string | undefined;
}

export interface Checked {
  /** The fault of the answer, if any. */
  readonly fault: string | undefined;
  /** The documented answer that it is, as `operationId status`. */
  readonly seen: string;
  readonly body: unknown;
}

export interface Contract {
  check(asked: Asked, answer: RawAnswer): Checked;
  /** The fault of an answer to bytes that are no known request. */
  checkAny(answer: RawAnswer, isHead: boolean): string | undefined;
  /** All answers of the document. */
  readonly documented: readonly string[];
}

/**
 * Answers of the runtime's parser itself, without a body, before it closes the connection: 400 for bytes that are no HTTP, 413
 * for an endless extension of a chunk, 431 for headers past 64 KiB or 200 of them, 505 for what does not end in HTTP/1.1 or
 * HTTP/1.0.
 */
const bareStatuses = [400, 413, 431, 505];

export const isBare = (answer: RawAnswer): boolean =>
  bareStatuses.includes(answer.status) &&
  answer.body.length === 0 &&
  [...answer.headers].join() === 'connection,close';

export function createContract(document: Document): Contract {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();
  const matches = matcher(document);

  /** @param pointer a JSON Pointer into the document, without its first slash */
  function schemaFault(pointer: string, body: unknown): string | undefined {
    let validate = validators.get(pointer);
    if (!validate) {
      validate = ajv.compile({ $ref: `openapi#/${pointer.split('/').map(encodeURIComponent).join('/')}` });
      validators.set(pointer, validate);
    }
    return validate(body) ? undefined : `not the documented shape: ${ajv.errorsText(validate.errors)}`;
  }

  /** 404, 405 and 204 are documented once for all paths, not for each. */
  function checkUndocumented(
    status: number,
    answer: RawAnswer,
    body: unknown,
    isHead: boolean,
  ): string | undefined {
    if (answer.status !== status) return `status ${answer.status} where ${status} was due`;
    if (status === 204 || isHead) return undefined;
    return schemaFault('components/schemas/Error', body) ?? messageFault(status, body);
  }

  function checkDocumented(
    path: string,
    method: string,
    operation: Documented,
    answer: RawAnswer,
    body: unknown,
    isHead: boolean,
  ): string | undefined {
    const response = operation.responses[answer.status];
    if (!response) return `status ${answer.status} is not documented for ${operation.operationId}`;
    for (const [name, { required = true, schema }] of Object.entries(response.headers ?? {})) {
      const value = answer.headers.get(name.toLowerCase());
      if (required && value === undefined) return `no ${name}`;
      if (value !== undefined && schema.enum && !schema.enum.includes(value)) return `${name} is ${value}`;
    }
    if (isHead || !response.content) return undefined;
    const content = `responses/${answer.status}/content/application~1json/schema`;
    const pointer = `paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/${content}`;
    const examples = response.content['application/json'].examples;
    const messages = examples && Object.values(examples).map(({ value }) => value.error.message);
    return schemaFault(pointer, body) ?? (messages && messageFault(answer.status, body, messages));
  }

  return {
    check({ method, target, requestId }, answer) {
      const { path, operations, methods } = matches(target);
      const isHead = method === 'HEAD';
      const asked = (isHead ? 'GET' : method).toLowerCase();
      // Of webhooks few are tested at once.
      if (answer.status === 503 && path === '/api/server/webhooks/{webhookId}/test')
        return {
          fault: schemaFault('components/schemas/Error', JSON.parse(answer.body.toString())),
          seen: '',
          body: undefined,
        };
      const parsed = commonFault(
        answer,
        isHead,
        requestId,
        path?.startsWith('/docs') || isOfConsole(path) || path === '/openapi.json' || path === '/metrics',
        path !== '/metrics' && !path?.startsWith('/api/server/') && !path?.startsWith('/console'),
      );
      if ('fault' in parsed) return { fault: parsed.fault, seen: '', body: undefined };
      const { body } = parsed;
      const done = (fault: string | undefined, seen: string): Checked => ({ fault, seen, body });
      if (path === undefined && isSentToConsole(answer)) return done(undefined, 'page 302');
      if (path === undefined) {
        // The preflight of a page is answered, so that its script may read the 404.
        const isPreflight = method === 'OPTIONS' && answer.headers.has('access-control-allow-methods');
        const fault = checkUndocumented(isPreflight ? 204 : 404, answer, body, isHead);
        return done(fault, `path ${answer.status}`);
      }
      const operation = operations?.[asked];
      if (operation) {
        const fault = checkDocumented(path, asked, operation, answer, body, isHead);
        return done(fault, `${operation.operationId} ${answer.status}`);
      }
      if (methods.includes(asked.toUpperCase())) {
        return done(checkPage(path, answer, body, isHead, checkUndocumented), `page ${answer.status}`);
      }
      const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join();
      const allowed = answer.headers.get('allow')?.split(', ').sort().join();
      if (allowed !== allow) return done(`Allow is ${allowed}, not ${allow}`, '');
      return done(
        checkUndocumented(method === 'OPTIONS' ? 204 : 405, answer, body, isHead),
        `method ${answer.status}`,
      );
    },
    checkAny(answer, isHead) {
      if (isBare(answer)) return undefined;
      const isMetrics = answer.headers.get('content-type')?.startsWith('text/plain; version=') === true;
      const isPage = answer.headers.has('content-security-policy') || isMetrics;
      // Nobody knows whether they ask for a route that pages of other origins may call.
      const isForOrigins = answer.headers.has('access-control-allow-origin');
      const parsed = commonFault(answer, isHead, 'any', isPage, isForOrigins);
      if ('fault' in parsed) return parsed.fault;
      if (answer.status < 400 || parsed.body === undefined) return undefined;
      return messageFault(answer.status, parsed.body);
    },
    documented: Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ operationId, responses }) =>
        Object.keys(responses).map((status) => `${operationId} ${status}`),
      ),
    ),
  };
}

function isSegment(segment: string, given: string | undefined): boolean {
  if (segment === '*') return given !== undefined;
  return segment.startsWith(':') ? given !== '' : given === segment;
}

/** The route that a target leads to: literal segments as they are, a parameter for any segment that is not empty. */
function matcher(document: Document) {
  const byPath = [...Map.groupBy(routeTable, (route) => route.path)].map(([path, routes]) => ({
    path,
    segments: path.split('/'),
    operations: document.paths[path.replaceAll(/:(\w+)/g, '{$1}')],
    methods: routes.map((route) => route.method as string),
  }));
  // Literal segments win over parameters.
  byPath.sort((one, other) => one.path.split(':').length - other.path.split(':').length);
  return (target: string) => {
    const path = target.replace(/^https?:\/\/[^/]*/i, '').replace(/\?.*$/s, '');
    const given = path.split('/');
    const found = byPath.find(
      ({ segments }) =>
        (segments.at(-1) === '*' || segments.length === given.length) &&
        segments.every((segment, n) => isSegment(segment, given[n])),
    );
    if (!found) return { path: undefined, operations: undefined, methods: [] };
    return { ...found, path: found.operations ? found.path.replaceAll(/:(\w+)/g, '{$1}') : found.path };
  };
}

const leaks = /node_modules|\/src\/|\.ts:\d|\n\s+at |Error:|SQLITE|relation "|bun:|ECONN|\/tmp\//;
const sanelyMade = /^[\w-]{4,40}$/;

/** The rules for every answer to any request. */
function commonFault(
  answer: RawAnswer,
  isHead: boolean,
  requestId: string | undefined,
  isPage: boolean,
  isForOrigins: boolean,
): { readonly fault: string } | { readonly body: unknown } {
  const { status, headers, body } = answer;
  if (isBare(answer)) return { fault: `a bare ${status} for a sound request` };
  if (status >= 500) return { fault: `status ${status}` };
  const id = headers.get('x-request-id');
  if (id === undefined) return { fault: 'no x-request-id' };
  if (requestId === undefined ? !sanelyMade.test(id) : requestId !== 'any' && id !== requestId)
    return { fault: `x-request-id is ${id}` };
  const origins = headers.get('access-control-allow-origin');
  if (origins !== (isForOrigins ? '*' : undefined))
    return { fault: `access-control-allow-origin: ${origins}` };
  if (answer.isToTheEnd) return { fault: 'no length' };
  const detail = headers.get('x-error-detail');
  if (isHead || status === 204 || status === 304 || isSentToConsole(answer)) {
    const isPossible = detail === undefined || specified.some((error) => error.statusCode === status);
    return isPossible ? { body: undefined } : { fault: `x-error-detail of a ${status}` };
  }
  const isText = headers.get('content-type')?.startsWith('text/html') === true;
  if (isPage && (status === 200 || isText)) return { body: undefined };
  if (headers.get('content-type') !== 'application/json')
    return { fault: `content-type ${headers.get('content-type')}` };
  const parsed = parseEnvelope(status, body);
  return 'fault' in parsed ? parsed : (detailFault(detail, parsed.body) ?? parsed);
}

const specified = specifiedErrors.map((name) => errorCatalogue[name]);
/** Printable ASCII, so that every client can show it. */
const sentence = /^[ -~]{1,200}$/;

/** Errors of the specification have their detail in a header, others in their body. */
function detailFault(detail: string | undefined, body: unknown): { readonly fault: string } | undefined {
  const { error } = body as { error?: { message: string; detail?: string } };
  const isSpecified = specified.some(({ message }) => message === error?.message);
  if (isSpecified && error?.detail !== undefined) return { fault: `a detail beside ${error.message}` };
  if (detail === undefined) return undefined;
  if (!isSpecified) return { fault: `x-error-detail beside ${error?.message}` };
  return sentence.test(detail) ? undefined : { fault: `x-error-detail is ${JSON.stringify(detail)}` };
}

function parseEnvelope(
  status: number,
  bytes: Buffer,
): { readonly fault: string } | { readonly body: unknown } {
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return { fault: 'the body is no JSON' };
  }
  const fields = status === 200 ? 'data' : status === 412 ? 'error,data' : 'error';
  if (Object.keys(body).join() !== `statusCode,${fields}`) return { fault: `fields ${Object.keys(body)}` };
  if (body.statusCode !== status) return { fault: `statusCode ${body.statusCode} in a ${status}` };
  if ('error' in body && leaks.test(JSON.stringify(body.error))) return { fault: 'the error tells too much' };
  return { body };
}

const messagesOf = (status: number): readonly string[] =>
  Object.values(errorCatalogue)
    .filter((error) => error.statusCode === status)
    .map((error) => error.message);

function messageFault(status: number, body: unknown, messages = messagesOf(status)): string | undefined {
  const { message } = (body as { error: { message: string } }).error;
  return messages.includes(message) ? undefined : `message ${message} is not documented for ${status}`;
}

/** Are these the pages and files of the console? Its routes for sign-in answer in the envelope. */
const isOfConsole = (path: string | undefined): boolean => path === '/console' || path === '/console/*';

/** Is this the answer to a browser at `/`? */
const isSentToConsole = (answer: RawAnswer): boolean =>
  answer.status === 302 && answer.headers.get('location') === './console' && answer.body.length === 0;

/** @returns the fault of an answer of a route that is no operation of the document */
function checkPage(
  path: string,
  answer: RawAnswer,
  body: unknown,
  isHead: boolean,
  checkUndocumented: (
    status: number,
    answer: RawAnswer,
    body: unknown,
    isHead: boolean,
  ) => string | undefined,
): string | undefined {
  if (answer.status === 200) return undefined;
  if (answer.status === 304 && path !== '/metrics' && answer.headers.has('etag')) return undefined;
  if (path.startsWith('/console/session')) {
    const isRefusal = [400, 401, 403, 413, 415].includes(answer.status);
    return checkUndocumented(isRefusal ? answer.status : 200, answer, body, isHead);
  }
  // A page says how to build the console. It has no envelope.
  if (isOfConsole(path) && answer.status === 404 && body === undefined) return undefined;
  if (path === '/console/*') return checkUndocumented(404, answer, body, isHead);
  // The metrics are not for requests through a proxy.
  if (path !== '/docs/*' && path !== '/metrics') return `status ${answer.status} of ${path}`;
  return checkUndocumented(404, answer, body, isHead);
}
