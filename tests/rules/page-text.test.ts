import { paragraphsOf } from '@cinnabar/pdf/render/read-page-text.js';
import { describe, expect, test } from 'vitest';

describe('text of a page', () => {
  test('is joined to paragraphs if its lines are full', () => {
    const text = [
      '第一条　付款方式',
      '甲方应当自验收合格并收到乙方开具的增值税专用发票之日起三十日内，将全部',
      '价款一次性汇入乙方指定账户。',
      '第二条　质量标准',
    ].join('\r\n');
    expect(paragraphsOf(text)).toEqual([
      '第一条　付款方式',
      '甲方应当自验收合格并收到乙方开具的增值税专用发票之日起三十日内，将全部价款一次性汇入乙方指定账户。',
      '第二条　质量标准',
    ]);
  });

  test('keeps the lines of a form separate, and full-width punctuation unchanged', () => {
    expect(paragraphsOf('甲方（盖章）：\r\n授权代表：\r\n\r\n日期：')).toEqual([
      '甲方（盖章）：',
      '授权代表：',
      '日期：',
    ]);
  });

  test('has a space between words separated by a line break', () => {
    const line = 'The parties agree to the following terms of delivery and';
    expect(paragraphsOf(`${line}\nacceptance.`)).toEqual([`${line} acceptance.`]);
  });

  test('contains ideographs if a font maps them to radicals', () => {
    expect(paragraphsOf('⽇期')).toEqual(['日期']);
  });

  test('is empty for a scan', () => {
    expect(paragraphsOf('')).toEqual([]);
  });
});
