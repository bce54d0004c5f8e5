import type { FileRule, InputOf, Operation } from '@cinnabar/api/operation.js';
import type { PageOperation } from '@cinnabar/api/page-operation.js';
import type { EnteredLink, OpenedLink } from '@cinnabar/api/pages/link.js';
import { createContext, use } from 'react';
import type { BodyOf, DataOf, Sent, Wire } from '../../api/wire.js';

export interface CallOptions {
  readonly idempotencyKey?: string;
}

export type LinkOperation = Operation | PageOperation<'link'>;

export type LinkInput<O extends LinkOperation> = O extends PageOperation ? Sent<InputOf<O>> : BodyOf<O>;

/** Context of a page that was opened by a link. */
export interface LinkContext {
  readonly linkId: number;
  readonly opened: Wire<OpenedLink>;
  readonly entered: Wire<EnteredLink>;
  /**
   * Calls an operation of the pages or of the public interface with the link session.
   * @throws Refused, Unanswered
   */
  readonly call: <O extends LinkOperation>(
    operation: O,
    input: LinkInput<O>,
    options?: CallOptions,
  ) => Promise<DataOf<O>>;
  /** Pictures of pages that are not served by the link. */
  readonly pictureOf?: (fileId: number, page: number) => string;
  /** Calls an operation that takes a file. */
  readonly upload: <O extends Operation & { readonly file: FileRule }>(
    operation: O,
    file: File,
    input: BodyOf<O>,
  ) => Promise<DataOf<O>>;
}

export const CurrentLink = createContext<LinkContext | null>(null);

export function useLink(): LinkContext {
  const link = use(CurrentLink);
  if (link === null) throw new Error('this page is opened by a link');
  return link;
}
