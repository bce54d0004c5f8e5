import type { Operation } from '@cinnabar/api/operation.js';
import type { EnteredLink, OpenedLink } from '@cinnabar/api/pages/link.js';
import { createContext, use } from 'react';
import type { BodyOf, DataOf, Wire } from '../../api/wire.js';

export interface CallOptions {
  readonly idempotencyKey?: string;
}

/** What a page that was opened by a link works with. */
export interface LinkContext {
  readonly linkId: number;
  readonly opened: Wire<OpenedLink>;
  readonly entered: Wire<EnteredLink>;
  /**
   * Calls an operation of the interface, such as `call<typeof signContract>('/signTask/signContract', …)`.
   * @throws Refused, Unanswered
   */
  readonly call: <O extends Operation>(
    path: string,
    body: BodyOf<O>,
    options?: CallOptions,
  ) => Promise<DataOf<O>>;
  /** Uploads by an operation that takes a file. */
  readonly upload: <O extends Operation>(path: string, file: File) => Promise<DataOf<O>>;
  /** Asks one of the pages' own endpoints, `/pages/…`. */
  readonly ask: <Data>(path: string, body?: object) => Promise<Wire<Data>>;
}

export const CurrentLink = createContext<LinkContext | null>(null);

export function useLink(): LinkContext {
  const link = use(CurrentLink);
  if (link === null) throw new Error('this page is opened by a link');
  return link;
}
