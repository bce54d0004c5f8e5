/** Whether an intent covers an act: pure, and the same for intents, face checks and acts stored by an approval. */

import type { AttachmentId } from '../../flow/flow.js';
import { type ActTerms, digestOf } from './act-terms.js';
import { isPlainDateFormat } from './plain-dates.js';
import { isHandwritten, type PlannedMark } from './planned-mark.js';

/** Confirmed content. `text`: the displayed text, and marks that add no text to it. */
export interface Confirmed {
  readonly scope: 'text' | 'commands';
  /** SHA-256, hexadecimal. */
  readonly digest: string;
  readonly attachmentIds: readonly AttachmentId[];
}

/** @param terms of the act, with its marks */
export function covers({ scope, digest, attachmentIds }: Confirmed, terms: ActTerms): boolean {
  if (scope === 'commands') return digestOf(terms, attachmentIds).digest === digest;
  const plain = (terms.marks ?? []).every(({ planned }) => addsNoWords(planned));
  return plain && digestOf(textOf(terms), attachmentIds).digest === digest;
}

/** Attachments added after the intent: they do not invalidate it, and the evidence lists them. */
export function uncoveredBy(
  { attachmentIds }: Pick<Confirmed, 'attachmentIds'>,
  { attachments }: ActTerms,
): readonly AttachmentId[] {
  return attachments.flatMap(({ attachmentId }) =>
    attachmentIds.includes(attachmentId) ? [] : [attachmentId],
  );
}

/** The terms without the participant's own marks, as their page displays them. */
export function textOf(terms: ActTerms): ActTerms {
  return { ...terms, marks: null };
}

/**
 * Whether the marks add no text: seals in the participant's areas or placed freely, and dates in the area's own format
 * or a plain one. A remark, a picture or a format with words requires an intent that names it.
 */
function addsNoWords(mark: PlannedMark): boolean {
  const { kind, area, attribute } = mark;
  if (kind === 'remark' || isHandwritten(mark)) return false;
  const showsDate = kind === 'date' || attribute.showSignDate === 1;
  if (!showsDate || isPlainDateFormat(attribute.dateFormat)) return true;
  return area !== null && area.attribute.dateFormat === attribute.dateFormat;
}
