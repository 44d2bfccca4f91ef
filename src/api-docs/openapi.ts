// The OpenAPI 3.1 document, made from the table of routes. Schemas come from wire/named-shapes.ts, errors from the catalogue,
// operations and kinds of access from the routes. So the document describes nothing that the service does not do.
import { z } from 'zod';
import type { AccessDescription } from '../auth/access/access.ts';
import {
  type ErrorName,
  errorCatalogue,
  sessionErrors,
  specifiedErrors,
  toldEnds,
} from '../errors/errors.ts';
import {
  ERROR_DETAIL_MAX_CHARACTERS,
  INSTALLATION_ID_MAX_CHARACTERS,
  INSTALLATION_ID_MIN_CHARACTERS,
} from '../limits.ts';
import type { HeaderName, Operation } from '../route/operation.ts';
import { errorBody } from '../wire/errors.ts';
import { namedShapes } from '../wire/named-shapes.ts';

export interface DocumentedRoute {
  readonly method: string;
  readonly path: string;
  readonly access: AccessDescription;
  /** The scope that the credentials need. */
  readonly scope: string | undefined;
  /** Undefined for routes that the document leaves out: itself, its pages, and the metrics. */
  readonly operation: Operation | undefined;
}

type Json = Record<string, unknown>;

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

export function buildOpenApi(routes: readonly DocumentedRoute[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const { method, path: pattern, operation } = route;
    if (!operation) continue;
    const path = pattern.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation, route) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Playkeep',
      version,
      description:
        'Player metadata and play sessions for games. Every response is a JSON envelope whose `statusCode` equals ' +
        'the HTTP status: `{statusCode, data}` on success, `{statusCode, error: {message}}` on failure. An unknown path ' +
        'answers 404 `Not found`, another method 405 `Method not allowed`. Every answer carries an `X-Request-Id`. ' +
        'Numbers come back with every digit that was sent, and the pages of this document show them so.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [],
    tags: [
      { name: 'Metadata', description: 'One free-form JSON object for each player.' },
      { name: 'Sessions', description: 'Play sessions: start, heartbeat, stop, and what has been.' },
      {
        name: 'Players',
        description: 'Any player, for a studio’s own servers: register, look up, search, erase, export.',
      },
      { name: 'Player metadata', description: 'The metadata of any player, for a studio’s own servers.' },
      { name: 'Audit', description: 'What servers and the command line changed.' },
      { name: 'Events', description: 'What happened to players, in the order in which it was committed.' },
      { name: 'Keys', description: 'Keys of a studio’s own servers, and what each may do.' },
      { name: 'Statistics', description: 'Players online, active and new players, retention, play time.' },
      { name: 'Webhooks', description: 'Endpoints of a studio that events are sent to, signed.' },
      { name: 'Service', description: 'Probes; no token needed.' },
    ],
    paths,
    components: {
      securitySchemes: securitySchemesOf(routes),
      parameters: Object.fromEntries(
        Object.entries(headerParameters).map(([name, parameter]) => [
          name,
          { name, in: 'header', ...parameter },
        ]),
      ),
      schemas: schemas(),
    },
  };
}

function securitySchemesOf(routes: readonly DocumentedRoute[]): Json {
  const schemes = routes.flatMap(({ access }) => access.securityScheme ?? []);
  return Object.fromEntries(schemes.map(({ name, scheme }) => [name, scheme]));
}

function schemas(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, shape] of Object.entries(namedShapes)) registry.add(shape, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    override({ zodSchema, jsonSchema }) {
      // Clients compare messages, so the list is closed.
      if (zodSchema === errorBody.shape.error.shape.message) jsonSchema.enum = errorMessages();
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _id, ...schema }]) => [id, schema]),
  );
}

function errorMessages(): string[] {
  return [...new Set(Object.values(errorCatalogue).map((error) => error.message))];
}

const headerParameters: Readonly<
  Record<HeaderName, { readonly description: string; readonly schema: Json; readonly example?: string }>
> = {
  'If-Match': {
    description:
      'Entity tags, or `*` for any stored metadata: unless one of them is the current one, 412 with the current record.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    description:
      'Entity tags, or `*` for any stored metadata. If one of them is the current one: 304 on GET, 412 on a write.',
    schema: { type: 'string' },
  },
  Prefer: {
    description:
      'A read takes `wait=N` (RFC 7240), of 1 to 25 seconds, for servers to 5: where `If-None-Match` names the present state, it is ' +
      'answered when the state is another one, or with 304 after this time. `X-Installation-Id` names the reader of a player: a ' +
      'newer wait of an installation ends its older one. A write takes `return=minimal`: the answer has no `metadata`.',
    schema: { type: 'string' },
  },
  'X-Session-Id': {
    description:
      'A write holds only while this is the active session, and a read waits only so long; else 409 `Session not current`.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Idempotency-Key': {
    description:
      'Up to 255 printable characters of the caller’s choice. A request that comes again with it within 24 hours gets the ' +
      'first answer and changes nothing; another request with it gets 422.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'X-Installation-Id': {
    description:
      'Names the copy of the game on one device or browser profile. With it a write takes effect once for its ' +
      '`Idempotency-Key`, without a limit in time; it then needs one strong tag in `If-Match`, or `If-None-Match: *`.',
    schema: {
      ...{ type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
      ...{ minLength: INSTALLATION_ID_MIN_CHARACTERS, maxLength: INSTALLATION_ID_MAX_CHARACTERS },
    },
  },
};

/** The header of errors whose bodies have no place for a detail. */
const errorDetailHeader = {
  'X-Error-Detail': {
    description: 'Why, as a sentence for people.',
    required: false,
    schema: { type: 'string', maxLength: ERROR_DETAIL_MAX_CHARACTERS },
  },
};

/** The header of errors about a session that is none. */
const sessionEndHeader = {
  'X-Session-End': {
    description: 'Why that session ended, where the service knows it.',
    required: false,
    schema: { type: 'string', enum: toldEnds },
  },
};

const lastModifiedHeader = {
  'Last-Modified': {
    description: 'When the own record was last written. Records of others do not have it.',
    required: false,
    schema: { type: 'string' },
  },
};

const preferenceAppliedHeader = {
  'Preference-Applied': {
    description: 'The preference of `Prefer` that was followed.',
    required: false,
    schema: { type: 'string' },
  },
};

const etagHeader = { ETag: { description: 'A strong entity tag.', schema: { type: 'string' } } };

const integerParameter = (description: string): Json => ({
  description,
  schema: { type: 'integer', format: 'int64', minimum: 1 },
});

function parametersOf({ pathParameters = {}, queryParameters = {}, headers = [] }: Operation): Json[] {
  return [
    ...Object.entries(pathParameters).map(([name, parameter]) => ({
      name,
      in: 'path',
      required: true,
      ...(typeof parameter === 'string' ? integerParameter(parameter) : parameter),
    })),
    ...Object.entries(queryParameters).map(([name, parameter]) => ({ name, in: 'query', ...parameter })),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function requestBodyOf({ request, isRequestOptional = false }: Operation): Json | undefined {
  if (!request) return undefined;
  const content = Object.entries(request).map(([mediaType, { shape, example }]) => [
    mediaType,
    { schema: reference(shape), ...(example !== undefined && { example }) },
  ]);
  return { required: !isRequestOptional, content: Object.fromEntries(content) };
}

function describe(operation: Operation, { access, scope, method }: DocumentedRoute): Json {
  const { securityScheme } = access;
  const ofScope = scope === undefined ? [] : (['forbidden'] as const);
  const parameters = parametersOf(operation);
  const requestBody = requestBodyOf(operation);
  const isRead = method === 'GET' && operation.isTagged;
  // A server may write and not read.
  const conflict = scope !== undefined && method !== 'GET' ? 'WriteConflict' : 'Conflict';
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(securityScheme && { security: [{ [securityScheme.name]: scope === undefined ? [] : [scope] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      200: success(operation),
      ...(isRead && { 304: { description: 'The caller has this state.', headers: etagHeader } }),
      ...failures([...access.errors, ...ofScope, ...operation.errors, 'internal'], access, conflict, scope),
    },
  };
}

function success({
  dataShape,
  minimalShape,
  summary,
  headers: requestHeaders,
  isTagged,
  isDated,
  hasCsv,
  hasStream,
}: Operation): Json {
  const headers = {
    ...(isTagged && etagHeader),
    ...(isDated && lastModifiedHeader),
    ...(requestHeaders?.includes('Prefer') && preferenceAppliedHeader),
  };
  const data =
    minimalShape === undefined
      ? reference(dataShape)
      : { oneOf: [reference(dataShape), reference(minimalShape)] };
  const envelope = {
    type: 'object',
    required: ['statusCode', 'data'],
    properties: { statusCode: { type: 'integer', const: 200 }, data },
  };
  return {
    description: summary,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      'application/json': { schema: envelope },
      ...(hasCsv && { 'text/csv': { schema: { type: 'string' } } }),
      ...(hasStream && { 'text/event-stream': { schema: { type: 'string' } } }),
    },
  };
}

/** One response for each status, with the messages that it can have. */
function failures(
  names: readonly ErrorName[],
  access: AccessDescription,
  conflict: 'Conflict' | 'WriteConflict',
  scope: string | undefined,
): Json {
  const byStatus = Map.groupBy(new Set(names), (name) => errorCatalogue[name].statusCode);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((name) => errorCatalogue[name].message).join(', or '),
        ...headersOf(status, group, access, scope),
        content: {
          'application/json': {
            schema: reference(shapeOfError(status, conflict)),
            examples: Object.fromEntries(group.map((name) => [name, { value: example(name) }])),
          },
        },
      },
    ]),
  );
}

/** The shape of errors of a status. Some have data beside them. */
function shapeOfError(status: number, conflict: 'Conflict' | 'WriteConflict') {
  if (status === 412) return conflict;
  return status === 410 ? 'EventsGone' : 'Error';
}

function headersOf(
  status: number,
  names: readonly ErrorName[],
  { securityScheme }: AccessDescription,
  scope: string | undefined,
): Json {
  const headers = {
    ...((status === 503 || status === 429) && { 'Retry-After': { schema: { type: 'integer' } } }),
    ...(status === 412 && etagHeader),
    ...(status === 412 && scope === undefined && lastModifiedHeader),
    ...(names.some((name) => sessionErrors.includes(name)) && sessionEndHeader),
    ...(names.some((name) => specifiedErrors.includes(name)) && errorDetailHeader),
    ...(status === 401 && securityScheme?.unauthorizedHeaders),
  };
  return Object.keys(headers).length > 0 ? { headers } : {};
}

function example(name: ErrorName): Json {
  const { statusCode, message } = errorCatalogue[name];
  const record = { playerId: 'ann', sequentialId: 7, metadata: { level: 5 } };
  return {
    ...{ statusCode, error: { message } },
    ...(name === 'preconditionFailed' && { data: record }),
    ...(name === 'gone' && { data: { oldestEventId: '4711' } }),
  };
}
