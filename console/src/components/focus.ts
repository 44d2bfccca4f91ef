// The focus after an action that takes its own control away, such as the end of a row.

/** Gives the focus to the list of the page, or to its heading, if nothing has it when a dialog has closed. */
export function restoreFocus(): void {
  // The dialog gives the focus back first, where it can.
  setTimeout(() => {
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body) return;
    const place = document.querySelector<HTMLElement>('main .table-scroller, main .state .button');
    (place ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
  }, 100);
}
