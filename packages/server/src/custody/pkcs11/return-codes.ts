import type { TokenProblem } from './token-messages.js';

const PIN = new Set([
  'CKR_PIN_INCORRECT',
  'CKR_PIN_INVALID',
  'CKR_PIN_LEN_RANGE',
  'CKR_PIN_LOCKED',
  'CKR_PIN_EXPIRED',
  'CKR_USER_PIN_NOT_INITIALIZED',
]);

const WORDS: Readonly<Record<string, string>> = {
  CKR_DEVICE_MEMORY: 'the token is full',
  CKR_TOKEN_WRITE_PROTECTED: 'the token is write-protected',
  CKR_MECHANISM_INVALID: 'the token does not know the mechanism',
  CKR_MECHANISM_PARAM_INVALID: 'the token does not know the mechanism',
  CKR_KEY_SIZE_RANGE: 'the token has no keys of that size',
  CKR_CURVE_NOT_SUPPORTED: 'the token does not know the curve',
  CKR_DOMAIN_PARAMS_INVALID: 'the token does not know the curve',
  CKR_ATTRIBUTE_TYPE_INVALID: 'the token does not know an attribute of the key',
  CKR_ATTRIBUTE_VALUE_INVALID: 'the token does not accept an attribute of the key',
  CKR_TEMPLATE_INCONSISTENT: 'the token does not accept the attributes of the key',
  CKR_TEMPLATE_INCOMPLETE: 'the token misses an attribute of the key',
  CKR_KEY_FUNCTION_NOT_PERMITTED: 'the key may not do it',
  CKR_ACTION_PROHIBITED: 'the token prohibits it',
  CKR_FUNCTION_NOT_SUPPORTED: 'the token cannot do it',
};

/**
 * What a return code of PKCS #11 means for the one who asked. Codes that are not listed, CKR_GENERAL_ERROR among them, are
 * `broken`: modules report a token that was pulled out by almost any of them.
 */
export function problemOfCode(code: string): { readonly problem: TokenProblem; readonly detail: string } {
  if (PIN.has(code)) return { problem: 'pin', detail: `the token does not accept the PIN (${code})` };
  const words = WORDS[code];
  if (words !== undefined) return { problem: 'refused', detail: `${words} (${code})` };
  return { problem: 'broken', detail: code };
}
