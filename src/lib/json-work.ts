// The cost of editing and comparing JSON text, in units of work. A unit is the reading of one character, about 4 ns. Work for
// a caller is spent before it is done, so that a budget can stop it in time (decision 0028).

/** Takes units of work from a budget. Throws when the budget is used up. */
export type Spend = (work: number) => void;

/** Spends nothing, for work without a budget. */
export const free: Spend = () => undefined;

// Reading or copying a text costs its length. The costs below were measured.

/** Opening a member, or writing an opened one: 150 to 300 ns. */
export const memberWork = 64;
/** Comparing the key of a member. */
export const searchWork = 4;
/** Adding a member to an index. */
export const indexWork = 48;
/** Shifting a member or item when one before it is added or removed. */
export const shiftWork = 0.5;

/** Finding an item, opening it, and writing an unopened one. */
export const findItemWork = 6;
export const openItemWork = 24;
export const writeItemWork = 1;

/** Following one token of a path, whether or not it leads to a value. */
export const stepWork = 16;

/** Reading a value for a comparison. */
export const compareValueWork = 48;
/** Reading a character of a value for a comparison. */
export const compareCharacterWork = 2;
/** Comparing a character of two scalars whose texts differ. */
export const compareScalarWork = 8;

/** For arithmetic: a number that is read, and a digit of two numbers that are added or compared. */
export const numberWork = 96;
export const digitWork = 2;

/** Following one state of a pattern by one character. */
export const patternStepWork = 3;
