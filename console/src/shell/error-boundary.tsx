// Catches faults of a page, so that the rest of the console stays.
import { Component, type ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { WarningIcon } from '../components/icons.tsx';
import { EmptyState } from '../components/states.tsx';

interface Props {
  readonly children: ReactNode;
  /** Another value shows the content again, such as the path. */
  readonly resetKey: string;
}

const faultTitle = 'This page could not be shown';

export class ErrorBoundary extends Component<Props, { readonly error: unknown; readonly resetKey: string }> {
  override state = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: { readonly resetKey: string }) {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey };
  }

  override componentDidCatch() {
    document.title = `${faultTitle} · Playkeep`;
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <div role="alert">
        <EmptyState
          icon={<WarningIcon />}
          title={faultTitle}
          action={
            <Button variant="primary" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          It has a fault, or a part of it could not be loaded. <code>{String(error)}</code>
        </EmptyState>
      </div>
    );
  }
}
