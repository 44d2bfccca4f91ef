// The meaning of a setting: a sentence in Markdown, of which code and links are known. Links lead into the documents of the source,
// so they are shown by their path.
import type { ReactNode } from 'react';
import { asSentence } from '../../components/states.tsx';
import { partsOf } from './markdown-parts.ts';

/** A process of an earlier version, during an upgrade, gives no meaning. */
export const Meaning = ({ markdown = '' }: { readonly markdown: string | undefined }): ReactNode => (
  <p className="setting-meaning">
    {(markdown === '' ? [] : partsOf(asSentence(markdown))).map(({ kind, text }, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
      kind === 'code' ? <code key={index}>{text}</code> : text,
    )}
  </p>
);
