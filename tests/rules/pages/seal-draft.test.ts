import { describe, expect, test } from 'vitest';
import {
  firstSealDraft,
  type SealColour,
  sealDraft,
  templateFace,
} from '../../../packages/web/src/shared/seals/seal-draft.js';
import { deskAfter } from './desk-after.js';

describe('a seal from a template', () => {
  const sent = deskAfter(sealDraft<SealColour>);
  const first = () => firstSealDraft<SealColour>('CONTRACT', 'Red');

  test('is requested with what was selected and typed, without empty texts', () => {
    expect(templateFace(first(), ' ')).toEqual({
      sealStyle: 1,
      sealTemplateStyle: 'round',
      sealColor: 'Red',
      sealAlpha: 1,
    });
    const { desk } = sent(
      first(),
      { type: 'styleChosen', style: 'oval' },
      { type: 'colourChosen', colour: 'Blue' },
      { type: 'percentChosen', percent: 85 },
      { type: 'bottomTyped', text: ' 1101080012345 ' },
    );
    expect(templateFace(desk, '合同专用章')).toEqual({
      sealStyle: 1,
      sealTemplateStyle: 'oval',
      sealColor: 'Blue',
      sealAlpha: 0.85,
      sealHorizontalText: '合同专用章',
      sealBottomText: '1101080012345',
    });
  });

  test('keeps typed text when another kind is selected', () => {
    const { desk } = sent(
      first(),
      { type: 'nameTyped', text: '采购章' },
      { type: 'categoryChosen', category: 'FINANCE' },
    );
    expect(desk).toMatchObject({ category: 'FINANCE', typedName: '采购章', typedText: null });
  });

  test('is a different one for the server once its name differs', () => {
    expect(sent(first(), { type: 'nameTyped', text: '采购章' }).effects).toEqual([{ kind: 'forgetRefusal' }]);
  });
});

describe('a seal from a picture', () => {
  const sent = deskAfter(sealDraft<SealColour | ''>);
  const first = () => firstSealDraft<SealColour | ''>('PUBLIC', '');
  const chosen = { type: 'pictureChosen', size: 1000, maxSize: 1000, mediaType: 'image/png' } as const;

  test('is extracted when it is chosen, and again for another colour', () => {
    const { desk, effects } = sent(first(), chosen);
    expect(effects).toEqual([{ kind: 'forgetRefusal' }, { kind: 'extract', colour: '' }]);
    expect(sent(desk, { type: 'colourChosen', colour: 'Red' }).effects).toEqual([
      { kind: 'extract', colour: 'Red' },
    ]);
  });

  test.each([
    [{ size: 1001 }, 'tooLarge'],
    [{ mediaType: 'image/jpeg' }, 'notPng'],
    [{ size: 1001, mediaType: 'text/plain' }, 'tooLarge'],
  ] as const)('of %j is not sent: %s', (given, picture) => {
    const { desk, effects } = sent(first(), { ...chosen, ...given });
    expect(desk.picture).toBe(picture);
    expect(effects).toEqual([{ kind: 'forgetRefusal' }]);
    expect(sent(desk, { type: 'colourChosen', colour: 'Red' }).effects).toEqual([]);
  });
});
