// The parts of a page that tests look at by functions which run in it. The types of documents are no global ones, so that the
// service cannot name a document by mistake; a function in a page takes them by `globalThis as unknown as InPage`.

interface KeyedTexts {
  readonly [name: string]: unknown;
}

export interface ElementInPage {
  readonly outerHTML: string;
  readonly textContent: string;
  readonly value?: string;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  scrollTop: number;
  readonly dataset: Readonly<Record<string, string | undefined>>;
  getBoundingClientRect(): { readonly left: number; readonly right: number; readonly top: number };
}

interface AnimationInPage {
  readonly finished: Promise<unknown>;
  /** Its end is `Infinity` for one that goes on and on. */
  readonly effect: { getComputedTiming(): { readonly endTime?: unknown } } | null;
}

interface Violation {
  readonly effectiveDirective: string;
  readonly blockedURI: string;
  readonly sourceFile: string;
}

export interface InPage {
  readonly document: {
    readonly cookie: string;
    readonly title: string;
    readonly documentElement: ElementInPage;
    readonly activeElement: ElementInPage | null;
    getAnimations(): readonly AnimationInPage[];
    querySelectorAll(selector: string): Iterable<ElementInPage>;
    addEventListener(type: 'securitypolicyviolation', listener: (violation: Violation) => void): void;
  };
  readonly localStorage: KeyedTexts;
  readonly sessionStorage: KeyedTexts;
  readonly history: { readonly state: unknown; readonly length: number };
  readonly window: { readonly name: string };
  readonly innerWidth: number;
  reportViolation?(sentence: string): void;
}
