import { isUsable, mayUseSeal, sealCode } from '@cinnabar/server/areas/seals/rules.js';
import { drawingBytes, readDrawing } from '@cinnabar/server/areas/seals/seal-drawing.js';
import { faceOf } from '@cinnabar/server/areas/seals/template-seal.js';
import { substringPattern } from '@cinnabar/server/database/substring-pattern.js';
import { describe, expect, it } from 'vitest';

describe('who may use any seal of the enterprise at once', () => {
  const rows = [
    [['OWNER'], true],
    [['ADMIN'], true],
    [['SEAL_ADMIN'], true],
    [['MEMBER_ADMIN', 'TEMPLATE_ADMIN', 'CONTRACT_ADMIN'], false],
    [[], false],
  ] as const;
  it.each(rows)('%j: %s', (roles, may) => {
    expect(mayUseSeal(roles)).toBe(may);
  });
});

describe('which seals sign', () => {
  it.each([
    [1, true],
    [2, false],
    [3, false],
    [4, false],
  ] as const)('status %i: %s', (status, usable) => {
    expect(isUsable({ status })).toBe(usable);
  });
});

describe('the face of a seal', () => {
  it('has defaults for what was left out, and blank texts are none', () => {
    expect(faceOf('测试公司', { sealHorizontalText: ' ', sealBottomText: ' 1101080012345 ' })).toEqual({
      corpName: '测试公司',
      shape: 'round',
      horizontalText: null,
      bottomText: '1101080012345',
      color: 'Red',
      alpha: 1,
    });
  });

  it('is kept as it was drawn', () => {
    const drawing = {
      kind: 'outlines',
      width: 42,
      height: 42,
      color: '#E60012',
      alpha: 0.5,
      paths: [
        { data: 'M0 0L1 1Z', paint: 'fill', evenOdd: true },
        { data: 'M0 0C1 1 2 2 3 3', paint: 'stroke', strokeWidth: 1.2 },
      ],
    } as const;
    expect(readDrawing(drawingBytes(drawing))).toEqual(drawing);
  });

  it('is nothing but outlines', () => {
    expect(() => readDrawing(Buffer.from('{"kind":"script","width":1}'))).toThrow();
    expect(() => readDrawing(Buffer.from('not json'))).toThrow();
  });
});

it('seal codes line up and differ', () => {
  expect(sealCode(7)).toBe('SEAL000000000007');
  expect(sealCode(Number.MAX_SAFE_INTEGER)).toBe('SEAL9007199254740991');
});

it('a search for % and _ means these characters', () => {
  expect(substringPattern('50%_\\')).toBe('%50\\%\\_\\\\%');
});
