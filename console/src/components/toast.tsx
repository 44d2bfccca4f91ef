// Toasts: short messages about a finished action, which go by themselves and are read out by screen readers.
import { Toast as BaseToast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { CloseIcon } from './icons.tsx';

const manager = BaseToast.createToastManager();

export interface ToastOptions {
  readonly tone?: 'success' | 'danger';
  readonly description?: string;
}

/** Shows a message. Failures of a form belong beside the form, not here. */
export function showToast(title: string, { tone = 'success', description }: ToastOptions = {}): void {
  const isFailure = tone === 'danger';
  manager.add({
    title,
    type: tone,
    ...(description !== undefined && { description }),
    ...(isFailure && { priority: 'high' as const, timeout: 10_000 }),
  });
}

export const ToastProvider = ({ children }: { readonly children: ReactNode }) => (
  <BaseToast.Provider toastManager={manager} timeout={5_000}>
    {children}
    <BaseToast.Portal>
      <BaseToast.Viewport className="toasts">
        <ToastList />
      </BaseToast.Viewport>
    </BaseToast.Portal>
  </BaseToast.Provider>
);

function ToastList() {
  const { toasts } = BaseToast.useToastManager();
  return toasts.map((toast) => (
    <BaseToast.Root key={toast.id} toast={toast} className="toast">
      <BaseToast.Content className="toast-content">
        <BaseToast.Title className="toast-title" />
        <BaseToast.Description className="toast-text" />
      </BaseToast.Content>
      <BaseToast.Close className="button button-ghost button-small button-bare" aria-label="Dismiss">
        <CloseIcon />
      </BaseToast.Close>
    </BaseToast.Root>
  ));
}
