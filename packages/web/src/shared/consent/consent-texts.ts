import { texts } from '../text/language.js';

export const consentTexts = texts(
  {
    named: (title: string) => `《${title}》`,
    version: (version: string) => `版本 ${version}`,
    first: '请先阅读并同意上述协议',
  },
  {
    named: (title: string) => title,
    version: (version: string) => `Version ${version}`,
    first: 'Please read and accept the above first',
  },
);
