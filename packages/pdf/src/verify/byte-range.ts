import { isArray } from '../syntax/values.js';
import { type FileRevisions, isBlank } from './file-revisions.js';
import type { FoundSignature } from './find-signatures.js';
import { type Problem, problem } from './reasons.js';

export interface Coverage {
  readonly problems: readonly Problem[];
  /** The signed bytes; empty if the range is unusable. */
  readonly parts: readonly Uint8Array[];
  /** End offset of the signed bytes. */
  readonly end: number;
  /** /Contents, decoded; empty if it cannot be found. */
  readonly value: Uint8Array;
  readonly byteRange: readonly number[];
}

/**
 * Checks the coverage of a signature (ISO 32000-2, 12.8.1): everything from the first byte to the end of the revision
 * that it was saved with, except exactly its own /Contents. Signature wrapping and universal forgery exploit readers
 * that accept less.
 * @param revision index of the revision that added the signature
 */
export function checkByteRange(
  bytes: Buffer,
  file: FileRevisions,
  signature: FoundSignature,
  revision: number,
): Coverage {
  const byteRange = numbersOf(signature);
  const value = valueOfContents(bytes, signature);
  const [start = -1, first = -1, second = -1, rest = -1] = byteRange;
  const end = second + rest;
  const isProper =
    byteRange.length === 4 && start === 0 && first > 0 && second >= first && rest >= 0 && end <= bytes.length;
  if (!isProper) return { problems: [problem('BYTE_RANGE_INVALID')], parts: [], end: 0, value, byteRange };
  const problems: Problem[] = [];
  const { contents } = signature;
  if (contents === null || contents.start !== first || contents.end !== second)
    problems.push(problem('BYTE_RANGE_COVERAGE'));
  const saved = file.revisions[revision];
  const endsThere = saved !== undefined && end >= saved.eof && isBlank(bytes, saved.eof, end);
  if (!endsThere || signature.objectEnd > end) problems.push(problem('REVISION_NOT_COVERED'));
  return {
    problems,
    parts: [bytes.subarray(0, first), bytes.subarray(second, end)],
    end,
    value,
    byteRange,
  };
}

function numbersOf({ dictionary }: FoundSignature): readonly number[] {
  const range = dictionary.get('ByteRange');
  if (!isArray(range)) return [];
  const numbers = range.filter((value) => typeof value === 'number' && Number.isSafeInteger(value));
  return numbers.length === range.length ? numbers.map(Number) : [];
}

/** Only hexadecimal strings: a literal string could not be distinguished from the bytes around it. */
function valueOfContents(bytes: Buffer, { contents }: FoundSignature): Uint8Array {
  if (contents === null) return new Uint8Array();
  const text = bytes.toString('latin1', contents.start, contents.end);
  const digits = /^<([0-9A-Fa-f\s]*)>$/.exec(text)?.[1]?.replace(/\s/g, '') ?? '';
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}
