import { texts } from '../text/language.js';

export const formTexts = texts(
  {
    back: '返回',
    stepOf: (number: number, of: number) => `第 ${number} 步，共 ${of} 步`,
    checked: '校验通过',
  },
  {
    back: 'Back',
    stepOf: (number: number, of: number) => `Step ${number} of ${of}`,
    checked: 'Checked',
  },
);
