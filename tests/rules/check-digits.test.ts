import {
  isImpossibleCreditCode,
  isImpossibleIdentNumber,
} from '@cinnabar/server/providers/identity/check-digits.js';
import { expect, test } from 'vitest';

test.each([
  ['11010519491231002X', false],
  ['11010519491231002x', false],
  ['440524188001010014', false],
  ['110105194912310021', true],
  // The check digit is right, the day is not.
  ['110105194913310021', true],
  ['110105294912310028', true],
  // Other documents.
  ['E12345678', false],
  ['110105491231002', false],
])('the ID document number %s is impossible: %s', (number, impossible) => {
  expect(isImpossibleIdentNumber(number)).toBe(impossible);
});

test.each([
  ['91350100M000100Y43', false],
  ['91440300708461136T', false],
  ['91110000600037341L', false],
  ['91350100m000100y43', false],
  ['91350100M000100Y44', true],
  ['91350100I000100Y43', true],
  ['110000000000001', false],
])('the credit code %s is impossible: %s', (code, impossible) => {
  expect(isImpossibleCreditCode(code)).toBe(impossible);
});
