// The entry for browsers and React Native.
export * from './exports.ts';
export { fileStorage } from './storage/no-file-storage.ts';
