// Bounds of an import from another service.

/** Values of one player at the source. Each is an object in memory, however short its text. */
export const IMPORT_PLAYER_MAX_VALUES = 100_000;
