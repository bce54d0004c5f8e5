/** The code on a print copy: it gives the holder of the paper access to the state and the hashes of the contract. */
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { MasterKey } from '../../../../custody/master-key.js';
import { base32, blindIndex } from '../../../../custody/secrets.js';
import type { CorpId } from '../../../../operation/context.js';

const CODE_BYTES = 16;
/** 128 bits at five bits a character. */
const CODE = /^[a-z2-7]{26}$/;
const GROUP = /.{4}(?=.)/g;

/**
 * The flow's code: 128 bits that only this service can compute, the same for every copy. The alphabet lacks 0, 1 and 8,
 * so that each of them can be read as the letter that it resembles.
 */
export function checkCodeOf(
  { pepper }: Pick<MasterKey, 'pepper'>,
  { corpId, flowId }: { readonly corpId: CorpId; readonly flowId: FlowId },
): string {
  const digest = blindIndex(pepper, 'check code', `${corpId} ${flowId}`);
  return base32(Buffer.from(digest, 'hex').subarray(0, CODE_BYTES));
}

/** The printed form: capitals, in groups that are easy to type. */
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
