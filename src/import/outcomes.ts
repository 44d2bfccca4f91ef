// The outcomes of the import of a player.

export const existingRules = ['keep', 'replace', 'merge'] as const;
/** The rule for players who are here already with metadata. */
export type ExistingRule = (typeof existingRules)[number];

/**
 * - `new`: the player was not here.
 * - `filled`: the player was here without metadata ever written.
 * - `merged`, `replaced`: by the rule for players who are here.
 * - `present`: an earlier run imported the same.
 * - `kept`: the player is here, and stays as it is.
 * - `erased`: the player was erased here, and stays so.
 */
export type Outcome = 'new' | 'filled' | 'merged' | 'replaced' | 'present' | 'kept' | 'erased' | Refused;

/** The player cannot come in. */
export interface Refused {
  readonly refused: string;
}

/** The reasons why a player was left out. */
export const leftOutReasons = {
  kept: 'is here already, and --existing is keep',
  erased: 'was erased here',
} as const;
