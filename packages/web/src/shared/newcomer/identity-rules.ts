import { isResidentNumber, looksLikeResidentNumber } from '@cinnabar/api/check-digits.js';

/** Normalises an ID document number for comparison: capital letters, no separators. */
export function plainNumber(given: string): string {
  return given.replace(/\s/g, '').toUpperCase();
}

/** Checks an ID document number locally, before the provider is asked. */
export function numberProblem(given: string): 'form' | 'check' | null {
  const number = plainNumber(given);
  if (!/^[0-9A-Z]{6,32}$/.test(number)) return 'form';
  return looksLikeResidentNumber(number) && !isResidentNumber(number) ? 'check' : null;
}

export function isName(given: string): boolean {
  const length = [...given.trim()].length;
  return length >= 2 && length <= 50;
}

/** A verified name for display: 王*. */
export function maskedName(name: string): string {
  const [first = '', ...rest] = [...name.trim()];
  return rest.length === 0 ? first : `${first}${'*'.repeat(Math.min(rest.length, 2))}`;
}
