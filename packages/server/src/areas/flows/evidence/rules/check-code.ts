/** The code on a print copy: what lets whoever holds the paper look at the state and the hashes of its contract. */
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { MasterKey } from '../../../../custody/master-key.js';
import { base32, blindIndex } from '../../../../custody/secrets.js';
import type { CorpId } from '../../../../operation/context.js';

const CODE_BYTES = 16;
/** 128 bits, five a character. */
const CODE = /^[a-z2-7]{26}$/;
const GROUP = /.{4}(?=.)/g;

/**
 * The flow's code: 128 bits that only this service can make, the same for every copy. The alphabet has none of 0, 1
 * and 8, so that one of them can only mean the letter that looks like it.
 */
export function checkCodeOf(
  { pepper }: Pick<MasterKey, 'pepper'>,
  { corpId, flowId }: { readonly corpId: CorpId; readonly flowId: FlowId },
): string {
  const digest = blindIndex(pepper, 'check code', `${corpId} ${flowId}`);
  return base32(Buffer.from(digest, 'hex').subarray(0, CODE_BYTES));
}

/** As it is printed: in capitals, in groups that can be typed. */
export function printedCode(code: string): string {
  return code.toUpperCase().replace(GROUP, '$& ');
}

/** Characters that are easily mistaken for one of the alphabet. */
function lettersOf(digit: string): string {
  return digit === '0' ? 'o' : digit === '1' ? 'i' : 'b';
}

/** Parses a typed or scanned code; null if it is not one. */
export function readCheckCode(given: string): string | null {
  const code = given.replace(/[\s-]/g, '').toLowerCase().replace(/[018]/g, lettersOf);
  return CODE.test(code) ? code : null;
}
