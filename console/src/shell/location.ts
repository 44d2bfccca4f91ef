// The location of the page, as the router sees and writes it: paths never end in a slash, so each page has one address.
import type { BaseLocationHook, Path } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';

/** A path without the slash at its end, before a query too. */
export const withoutEndSlash = (path: string): string => path.replace(/(?<=.)\/(?=$|[?#])/, '');

/** The hook of the router. */
export const useTidyLocation: BaseLocationHook = (options) => {
  const [path, navigate] = useBrowserLocation(options);
  return [path, (to: Path, given) => navigate(withoutEndSlash(to), given)];
};
