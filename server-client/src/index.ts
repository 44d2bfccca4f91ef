// The public names of the package.
export type { Address, BulkOperation, BulkResult, RegistrationResult } from './bulk.ts';
export { createServerClient, type ServerClient, type ServerClientOptions } from './client.ts';
export { PlaykeepError, type PlaykeepErrorCode } from './errors.ts';
export type { EventQuery } from './events.ts';
export { JsonText } from './json-text.ts';
export type { PlayerHandle, PlayerReference } from './player.ts';
export type { Patch, PlayerMetadata, WriteOptions } from './player-metadata.ts';
export type { MetadataRecord } from './record.ts';
export type { RequestOptions, Requests } from './requests.ts';
export type {
  ActiveSession,
  AuditEntry,
  components,
  EndedSession,
  Loss,
  MetadataVersion,
  operations,
  Player,
  PlayerEvent,
  paths,
  Schema,
  ServerKey,
} from './schema.ts';
export type { Answer, CallOptions } from './transport.ts';
