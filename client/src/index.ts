// The entry for Node, Bun and Deno.
export * from './exports.ts';
export { fileStorage } from './storage/file-storage.ts';
