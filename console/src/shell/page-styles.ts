// The styles of the pages beside the overview. They are a sheet of their own, so that the first load goes without them.

/** The address is relative to the page that was loaded, so it is resolved before another page is opened. */
const href = new URL(
  document.querySelector('meta[name="playkeep-pages"]')?.getAttribute('content') ?? '',
  location.href,
).href;

let loaded: Promise<void> | undefined;

function loadSheet(): Promise<void> {
  return new Promise((resolve, reject) => {
    const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    sheet.onload = () => resolve();
    sheet.onerror = () => {
      sheet.remove();
      loaded = undefined;
      reject(new Error('The styles of the page were not loaded'));
    };
    document.head.append(sheet);
  });
}

/** A module of a page together with its styles. */
export async function styled<Module>(module: Promise<Module>): Promise<Module> {
  loaded ??= loadSheet();
  const [page] = await Promise.all([module, loaded]);
  return page;
}
