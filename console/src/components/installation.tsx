// The installation that started a session: one copy of the game on one device or browser profile.
import { CopyableText } from './values.tsx';

/** @param id null where the start named none; undefined from a service that knows no installations */
export const Installation = ({ id }: { readonly id: string | null | undefined }) =>
  id == null ? <span className="muted">None</span> : <CopyableText text={id} name="installation" isMono />;
