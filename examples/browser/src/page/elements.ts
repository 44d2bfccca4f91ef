// Elements of index.html by their ids, as the types that the page gives them.

type ElementType<Found extends Element> = new () => Found;

/** @throws Error where index.html has no such element */
export function elementById<Found extends HTMLElement>(id: string, type: ElementType<Found>): Found {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`index.html has no ${type.name} with the id ${id}`);
  return element;
}

/** The first descendant that a selector names. @throws Error where there is none */
export function descendant<Found extends Element>(
  of: Element,
  selector: string,
  type: ElementType<Found>,
): Found {
  const element = of.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`there is no ${type.name} by ${selector}`);
  return element;
}

/** The content of a `meta` element. */
export const metaContent = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
