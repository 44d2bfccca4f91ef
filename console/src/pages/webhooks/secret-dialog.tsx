// The dialog that shows the secret of a webhook, this once.
import { OneTimeDialog, type OneTimeDialogProps } from '../../components/one-time-dialog.tsx';

export interface SecretDialogProps extends Pick<OneTimeDialogProps, 'title' | 'onClose'> {
  readonly secret: string;
}

export const SecretDialog = ({ secret, ...dialog }: SecretDialogProps) => (
  <OneTimeDialog
    {...dialog}
    description="The program that receives events verifies their signatures by this secret."
    label="Secret of the webhook"
    text={secret}
    name="secret"
  >
    If it is lost, rotate the keys of the webhook: the former ones sign for another 24 hours.
  </OneTimeDialog>
);
