// Types of requests and answers, taken from the types of the API document.
import type { components, paths } from './api-types.ts';

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Player = Schema<'Player'>;
export type ServerKey = Schema<'ServerKey'>;
export type AuditEntry = Schema<'AuditPage'>['entries'][number];
/** Something that happened to a player. */
export type PlayerEvent = Schema<'EventPage'>['events'][number];
/** A save that dropped most of a player's metadata. */
export type Loss = Schema<'LossPage'>['losses'][number];
export type ActiveSession = Schema<'PlayerSessions'>['sessions'][number];
export type EndedSession = Schema<'SessionHistory'>['sessions'][number];
export type MetadataVersion = Schema<'ServerMetadataVersions'>['versions'][number];

type Method = 'get' | 'post' | 'patch' | 'delete';
/** The methods of a path in capitals, as HTTP has them. */
export type MethodOf<Path extends keyof paths> = {
  [M in Method]: paths[Path][M] extends { responses: object } ? Uppercase<M> : never;
}[Method];

export type OperationOf<Path extends keyof paths, M extends string> = paths[Path][Lowercase<M> & Method];

/** `data` of the answer to an operation. */
export type DataOf<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': { data: infer Data } } } };
}
  ? Data
  : never;

export type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? [Query] extends [never]
    ? Record<never, never>
    : NonNullable<Query>
  : Record<never, never>;

export type BodyOf<Operation> = Operation extends {
  requestBody?: infer Body;
}
  ? NonNullable<Body> extends { content: infer Content }
    ? Content[keyof Content]
    : never
  : never;

export type PathValuesOf<Operation> = Operation extends { parameters: { path: infer Values } }
  ? Values
  : Record<never, never>;

export type { components, operations, paths } from './api-types.ts';
