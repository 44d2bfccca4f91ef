// The reasons for which sessions end, in words.
import { Badge, type Tone } from '../../components/states.tsx';
import type { EndReason } from './session-page.ts';

type State = EndReason | 'active';

export const reasonTexts: Readonly<Record<State, string>> = {
  active: 'Active',
  stopped: 'Stopped',
  expired: 'Expired',
  replaced: 'Replaced',
  terminated: 'Terminated',
  erased: 'Erased',
};

const reasonTones: Readonly<Record<State, Tone>> = {
  active: 'success',
  stopped: 'neutral',
  expired: 'warning',
  replaced: 'info',
  terminated: 'danger',
  erased: 'danger',
};

const reasonTitles: Readonly<Record<State, string>> = {
  active: 'The session is on',
  stopped: 'The game stopped it',
  expired: 'No sign of the game came for too long',
  replaced: 'Another device took over',
  terminated: 'The studio ended it, by a key or a suspension',
  erased: 'The player was erased',
};

export const ReasonBadge = ({ reason }: { readonly reason: State }) => (
  <span title={reasonTitles[reason]}>
    <Badge tone={reasonTones[reason]} hasDot={reason === 'active'}>
      {reasonTexts[reason]}
    </Badge>
  </span>
);
