// A card in the place of another one, for a step of a task. Its heading gets the focus, so that keys and screen readers follow.
import { type ReactNode, useEffect, useId, useRef } from 'react';

export interface StepPanelProps {
  readonly title: string;
  /** Buttons, the main one last. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

export function StepPanel({ title, actions, children }: StepPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section className="card" aria-labelledby={id}>
      <header className="card-head step-head">
        <h2 ref={heading} id={id} tabIndex={-1} className="card-title step-title">
          {title}
        </h2>
        <div className="row">{actions}</div>
      </header>
      <div className="card-body stack">{children}</div>
    </section>
  );
}
