// The errors of a store. An engine throws no other errors to its callers, and none of them depends on HTTP.
import { type StoreRefusal, storeRefusals } from '../../errors/refusals-table.ts';

/**
 * A fault of the store itself: it is locked, full or gone. Nothing was changed, with one exception: when the connection to a
 * database broke or fell silent while a write was under way, the outcome of the write is unknown.
 */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** The database is well, but too many calls wait for it or for the same row. Only this call is refused. */
export class StoreBusy extends StoreUnavailable {
  override readonly name = 'StoreBusy';

  constructor(readonly refusal: StoreRefusal) {
    super(storeRefusals[refusal].message);
  }
}

/** True when the database is gone, so that calls which wait for it wait in vain. */
export const isOutage = (error: unknown): error is StoreUnavailable =>
  error instanceof StoreUnavailable && !(error instanceof StoreBusy);

/** True when the row of the call was locked by another transaction. The store is well. */
export const isLockedRow = (error: unknown): error is StoreBusy =>
  error instanceof StoreBusy && error.refusal === 'lockedRow';

/** The database cannot be opened, or it is not one for this program. The message is for the operator, at start. */
export class StoreUnusable extends Error {
  override readonly name: string = 'StoreUnusable';
}

/** An import would give players names or numbers that others have. Nothing of the batch was stored. */
export class OtherPlayers extends StoreUnusable {
  override readonly name = 'OtherPlayers';
}
