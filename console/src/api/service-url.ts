// Where the service is, as the browser sees it. A proxy may serve it below a path that the service does not know, so the place is
// that of the scripts, which lie at `/console/assets/` of the service.

/** Looked up without the types of a browser, which tests do not have. They run the source, which lies elsewhere. */
const { origin } = (globalThis as { readonly location?: { readonly origin: string } }).location ?? {
  origin: '',
};

/** Without a slash at its end, such as `https://play.example/playkeep`. */
export const serviceUrl: string =
  /^(?<service>https?:.*)\/console\/assets\/[^/]*$/.exec(import.meta.url)?.groups?.service ?? origin;

/** The path of the console, such as `/playkeep/console`. */
export const consolePath = `${serviceUrl.slice(origin.length)}/console`;
