import type { NoticeFacts, NoticeKind } from './facts.js';

/** What a mail says, before it is laid out. */
export interface MailWords {
  /** Also the heading. */
  readonly subject: string;
  readonly lead: string;
  /** Labels with their values; those without a value are not shown. */
  readonly details: readonly (readonly [label: string, value: string])[];
  /** null if there is nothing to open. */
  readonly action: { readonly label: string; readonly link: string } | null;
}

/** The words of each notice in one language. */
export type WordedMails = {
  readonly [Kind in NoticeKind]: (facts: NoticeFacts[Kind]) => MailWords;
};
