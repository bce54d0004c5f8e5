import { createSecretKey, randomBytes } from 'node:crypto';
import { id } from '@cinnabar/api/schema.js';
import {
  checkCodeOf,
  printedCode,
  readCheckCode,
} from '@cinnabar/server/areas/flows/copies/rules/check-code.js';
import { describe, expect, test } from 'vitest';

const pepper = createSecretKey(randomBytes(32));
const flow = (corpId: number, flowId: number) => ({
  corpId: id<'Corp'>().read(corpId, '', { zone: 'UTC' }),
  flowId: id<'Flow'>().read(flowId, '', { zone: 'UTC' }),
});

describe('the code of a print copy', () => {
  test('differs by flow and by service', () => {
    const code = checkCodeOf({ pepper }, flow(1, 23));
    expect(code).toMatch(/^[a-z2-7]{26}$/);
    expect(checkCodeOf({ pepper }, flow(1, 23))).toBe(code);
    expect(checkCodeOf({ pepper }, flow(12, 3))).not.toBe(code);
    expect(checkCodeOf({ pepper: createSecretKey(randomBytes(32)) }, flow(1, 23))).not.toBe(code);
  });

  test('can be parsed as printed', () => {
    const code = checkCodeOf({ pepper }, flow(1, 23));
    expect(printedCode(code)).toMatch(/^(?:[A-Z2-7]{4} ){6}[A-Z2-7]{2}$/);
    expect(readCheckCode(printedCode(code))).toBe(code);
  });

  test.each([
    ['ABCD EFGH IJKL MNOP QRST UVWX YZ', 'abcdefghijklmnopqrstuvwxyz'],
    ['abcd-efgh-ijkl-mnop-qrst-uvwx-yz', 'abcdefghijklmnopqrstuvwxyz'],
    ['A8CD EFGH 1JKL MN0P QRST UVWX YZ', 'abcdefghijklmnopqrstuvwxyz'],
    ['ABCD EFGH IJKL MNOP QRST UVWX Y', null],
    ['ABCD EFGH IJKL MNOP QRST UVWX YZZ', null],
    ['ABCD EFGH IJKL MNOP QRST UVWX Y9', null],
    ['', null],
  ])('“%s” is read as %s', (typed, code) => {
    expect(readCheckCode(typed)).toBe(code);
  });
});
