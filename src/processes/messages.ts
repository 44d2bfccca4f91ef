// The messages between the parent and its processes. They are JSON, and after an upgrade a parent has children of a later version:
// a message keeps its shape, and an unknown one is ignored.
import type { FamilyValues } from '../lib/metrics.ts';

/** How a process is started, as the value of the hidden option of `serve`. */
export interface Assignment {
  /** The place of this process among the others, from 1. */
  readonly number: number;
  readonly count: number;
  readonly host: string;
  /** Never 0. */
  readonly port: number;
  /** The first process of a start sees that nobody else listens on the port. */
  readonly isFirst: boolean;
  /** The parent that it ends with. */
  readonly parentPid: number;
  /** How often it says that it is alive, in milliseconds. */
  readonly aliveMilliseconds: number;
}

export type ToParent =
  | { readonly kind: 'ready'; readonly url: string }
  /** It has done its last work and would end; the counts are complete. */
  | { readonly kind: 'last'; readonly families: readonly FamilyValues[] }
  | { readonly kind: 'families'; readonly id: number; readonly families: readonly FamilyValues[] }
  /** A scrape has come to this process: it asks for the metrics of all. */
  | { readonly kind: 'scrape'; readonly id: number }
  | { readonly kind: 'alive' };

export type ToChild =
  | { readonly kind: 'tell'; readonly id: number }
  | { readonly kind: 'all'; readonly id: number; readonly families: readonly FamilyValues[] }
  /** Another process has taken its place. */
  | { readonly kind: 'leave' }
  /** The last counts have come. */
  | { readonly kind: 'end' };
