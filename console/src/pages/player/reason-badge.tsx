// The badge of the reason for which a session ended, or of an active session.
import { type EndReason, reasonMeanings } from '../../api/end-reasons.ts';
import { asSentence, Badge, type Tone } from '../../components/states.tsx';

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

export const ReasonBadge = ({ reason }: { readonly reason: State }) => (
  <span title={asSentence(reasonMeanings[reason])}>
    <Badge tone={reasonTones[reason]} hasDot={reason === 'active'}>
      {reasonTexts[reason]}
    </Badge>
  </span>
);
