// The sign-out, for the button and for the palette.
import { signOut } from '../api/session.ts';
import { showToast } from '../components/toast.tsx';
import { leaveWhenAgreed } from '../hooks/unsaved-changes.ts';

/** Signs out, when the person has agreed to lose what is not saved. */
export function askToSignOut(): void {
  const leave = () =>
    void signOut().catch(() =>
      showToast('You could not be signed out', { tone: 'danger', description: 'Try again.' }),
    );
  leaveWhenAgreed({ title: 'Sign out without saving?', label: 'Sign out', leave });
}
