// Everything of the package that needs no file system, shared by both entries.
export { type ClientOptions, createClient, type PlaykeepClient } from './client.ts';
export type { Environment, LifecycleEvent } from './environment.ts';
export { type FailureCode, type FailureReason, PlaykeepError, type SessionEnd } from './failure.ts';
export type {
  MetadataOperations,
  MetadataVersion,
  MetadataVersions,
  PatchOperation,
  ReadOptions,
  WriteOptions,
} from './metadata.ts';
export type { PlayEvent, PlayOptions, PlaySession, PlayState } from './play.ts';
export type { Json, JsonObject, MetadataRecord } from './record.ts';
export type {
  AppendOptions,
  Conflict,
  Durability,
  IncrementOptions,
  Pending,
  Refused,
  Save,
  SaveEvents,
  SaveOptions,
  SaveStatus,
} from './save/save-api.ts';
export type { SaveSession } from './save/shared-session.ts';
export type { ArrayPath, ItemAt, MergePatch, NumberPath } from './save/typed-paths.ts';
export type {
  ActiveSession,
  EndedSession,
  HistoryOptions,
  NamedSessionOptions,
  SessionHeartbeat,
  SessionHistory,
  StartedSession,
  StartOptions,
} from './session-requests.ts';
export type { SessionOperations } from './sessions.ts';
export type { AreaContent, AreaUpdate, SaveStorage, StorageArea } from './storage/area.ts';
export { type AsyncStorageAdapter, asyncStorage } from './storage/async-storage.ts';
export { indexedDbStorage } from './storage/indexed-db-storage.ts';
export { memoryStorage } from './storage/memory-storage.ts';
