// A webhook that somebody else has deleted meanwhile.
import { ApiFailure } from '../../api/failure.ts';

export const isGone = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404;

/** Handles a refusal: looks at the list again where the webhook is gone. @throws the error */
export const lookAgainIfGone =
  (look: () => void) =>
  (error: unknown): never => {
    if (isGone(error)) look();
    throw error;
  };
