// The work of editing and comparing JSON text, in one unit: a look at one character, about 4 ns. All that works on JSON for a
// caller spends it before the work is done, so that a budget can end it in time (decision 0028).

/** Spends work, and throws where there is too much of it. */
export type Spend = (work: number) => void;

/** For work without a budget. */
export const free: Spend = () => undefined;

// A text that is read or copied once spends its length. Everything else costs so many units, measured.

/** A member that is opened or written again: 150 to 300 ns. */
export const memberWork = 64;
/** A member whose key is compared. */
export const searchWork = 4;
/** A member that is put into an index. */
export const indexWork = 48;
/** A member or item behind one that comes or goes. */
export const shiftWork = 0.5;

/** An item that is found, opened, or written again. */
export const findItemWork = 6;
export const openItemWork = 24;
export const writeItemWork = 1;

/** A step on a path, whether it leads somewhere or not. */
export const stepWork = 16;

/** For a comparison: a value that is read, a character of it, and a character of two scalars that are not written alike. */
export const compareValueWork = 48;
export const compareCharacterWork = 2;
export const compareScalarWork = 8;

/** A number that is read for arithmetic, and a digit of two numbers that are added or compared. */
export const numberWork = 96;
export const digitWork = 2;
