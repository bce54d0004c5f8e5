import type { JsonValue } from '../../../custody/canonical-json.js';
import { canonicalJson } from '../../../custody/canonical-json.js';
import { type ArchiveCheck, checked } from './archive-check.js';
import { type Claims, sha256 } from './archive-claims.js';
import { listWithin, textWithin, within } from './rules/evidence.js';

/**
 * Each act of signing names a digest. The record contains its preimage, which must be about this contract, this
 * participant, these files and these marks. Acts of earlier versions name none.
 */
export function checkIntents(claims: Claims): ArchiveCheck {
  const problems: string[] = [];
  let confirmed = 0;
  for (const { event } of claims.events) {
    const digest = textWithin(event, 'detail', 'intent', 'digest');
    if (textWithin(event, 'kind') !== 'signed' || digest === '') continue;
    confirmed += 1;
    const sequence = textWithin(event, 'sequence');
    const problem = problemOf(claims, event, sequence, digest);
    if (problem !== null) problems.push(`act ${sequence} ${problem}`);
  }
  return checked('intents', problems, `${confirmed} acts, each on the terms that its signer confirmed`);
}

function problemOf(
  { record, events }: Claims,
  event: JsonValue,
  sequence: string,
  digest: string,
): string | null {
  const kept = listWithin(record, 'intents').find((each) => textWithin(each, 'sequence') === sequence);
  const preimage = textWithin(kept, 'preimage');
  if (kept === undefined || preimage === '') return 'has no terms in the record';
  if (textWithin(kept, 'digest') !== digest || sha256(Buffer.from(preimage, 'utf8')) !== digest) {
    return 'was confirmed on other terms';
  }
  const terms: JsonValue = JSON.parse(preimage);
  if (canonicalJson(terms) !== preimage) return 'has terms that are not in their canonical form';
  const detail = within(event, 'detail');
  if (textWithin(terms, 'flowId') !== textWithin(record, 'contract', 'flowId'))
    return 'is about another contract';
  if (textWithin(terms, 'participantId') !== textWithin(detail, 'participantId'))
    return 'is of another participant';
  if (!sameFiles(terms, events)) return 'is about other files';
  return sameMarks(terms, detail) ? null : 'placed other marks than were confirmed';
}

/** The files in the terms are those with which filling ended. */
function sameFiles(terms: JsonValue, events: Claims['events']): boolean {
  const ended = events.findLast(({ event }) => textWithin(event, 'kind') === 'fillingEnded');
  const files = listWithin(ended?.event, 'detail', 'files');
  const confirmed = listWithin(terms, 'files');
  return (
    files.length === confirmed.length &&
    files.every((file, index) => {
      const other = confirmed[index];
      return (
        textWithin(other, 'fileId') === textWithin(file, 'fileId') &&
        textWithin(other, 'hash') === textWithin(file, 'uploaded')
      );
    })
  );
}

/** Confirmed marks stand where and as they were confirmed; without confirmed marks, no mark has added words. */
function sameMarks(terms: JsonValue, detail: JsonValue | undefined): boolean {
  const placed = listWithin(detail, 'marks');
  const marks = within(terms, 'marks');
  if (!Array.isArray(marks)) return placed.every((mark) => textWithin(mark, 'kind') !== 'remark');
  return (
    marks.length === placed.length &&
    placed.every((mark, index) => {
      const confirmed: JsonValue | undefined = marks[index];
      const box = listWithin(confirmed, 'box').map(String).join();
      const stood = ['x', 'y', 'width', 'height'].map((name) => milli(within(mark, name))).join();
      return (
        textWithin(confirmed, 'fileId') === textWithin(mark, 'fileId') &&
        textWithin(confirmed, 'kind') === textWithin(mark, 'kind') &&
        textWithin(confirmed, 'page') === textWithin(mark, 'page') &&
        textWithin(confirmed, 'sealId') === textWithin(mark, 'sealId') &&
        box === stood
      );
    })
  );
}

function milli(length: JsonValue | undefined): string {
  return typeof length === 'number' ? String(Math.round(length * 1000)) : '';
}
