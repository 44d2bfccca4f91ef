// The frame of a page: its title in the document and as a heading, which gets the focus after a navigation, and its actions.
import { type ReactNode, useEffect, useRef } from 'react';

export interface PageProps {
  /** The title of the document. */
  readonly title: string;
  /** Instead of the title as the heading, such as the name of a player with a badge. */
  readonly heading?: ReactNode;
  /** A line below the heading. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

let isFirstPage = true;

export function Page({ title, heading = title, lead, actions, children }: PageProps) {
  const headingElement = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Playkeep`;
  }, [title]);
  useEffect(() => {
    // A browser that has loaded the document keeps its own focus, and so does a field of the page that has taken it.
    if (!isFirstPage) {
      const heading = headingElement.current;
      const hasFocus = heading?.closest('.page')?.contains(document.activeElement);
      if (!hasFocus) heading?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    isFirstPage = false;
  }, []);
  return (
    <div className="page">
      <header className="page-head">
        <div className="page-titles">
          <h1 ref={headingElement} tabIndex={-1} className="page-title">
            {heading}
          </h1>
          {lead !== undefined && <div className="page-lead">{lead}</div>}
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
