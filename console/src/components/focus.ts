// The focus after an action that takes its own control away, such as the end of a row.

/** Gives the focus to the list of the page, or to its heading, if nothing has it when a dialog has closed, or soon loses it. */
export function restoreFocus(): void {
  // The dialog gives the focus back first, where it can: to a control that goes as soon as the list is loaded anew.
  setTimeout(() => {
    const { activeElement } = document;
    if (hasNoFocus()) focusPlace();
    else if (activeElement) whenTakenAway(activeElement, focusPlace);
  }, 100);
}

const hasNoFocus = (): boolean => document.activeElement === null || document.activeElement === document.body;

function focusPlace(): void {
  const place = document.querySelector<HTMLElement>('main .table-scroller, main .state .button');
  (place ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
}

/** Acts when an element goes while it has the focus. A person who has moved the focus meanwhile keeps it. */
function whenTakenAway(element: Element, act: () => void): void {
  const stop = () => {
    observer.disconnect();
    document.removeEventListener('focusin', stop);
  };
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    stop();
    if (hasNoFocus()) act();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', stop);
}
