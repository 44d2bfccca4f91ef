// The entry for browsers and React Native: everything that needs no file system.
export { type ClientOptions, createClient, type PlaykeepClient } from './client.ts';
export type { Environment, LifecycleEvent } from './environment.ts';
export { type FailureCode, PlaykeepError } from './failure.ts';
export type {
  MetadataOperations,
  MetadataVersion,
  MetadataVersions,
  PatchOperation,
  ReadOptions,
  WriteOptions,
} from './metadata.ts';
export type { PlayOptions, PlaySession, PlayState } from './play.ts';
export type { Json, JsonObject, MetadataRecord } from './record.ts';
export type {
  ActiveSession,
  EndedSession,
  HistoryOptions,
  NamedSessionOptions,
  SessionHeartbeat,
  SessionHistory,
  SessionOperations,
  StartedSession,
  StartOptions,
} from './sessions.ts';
