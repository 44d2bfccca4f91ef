// A key as people see it. Screen readers have it by `aria-keyshortcuts` of its control.
export const Kbd = ({ children }: { readonly children: string }) => (
  <span className="kbd" aria-hidden="true">
    {children}
  </span>
);
