// The beginning of a transaction that reads as of one moment, whatever is written meanwhile.
export const beginSnapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
