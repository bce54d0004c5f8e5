import { texts } from '../shared/text/language.js';
import { settingWords } from './setting-words.js';

export const settingsTexts = texts(
  {
    lead: '逐项保存，立即生效，并记入平台和该企业的审计。',
    isOn: '开启',
    effect: '影响：',
    wrong: (meaning: string) => `请填写：${meaning}`,
    save: '保存',
    saveThis: (name: string) => `保存${name}`,
    undo: '撤销',
    saving: '正在保存…',
    back: '返回',
    ...settingWords.zh,
  },
  {
    lead: 'Each setting is saved on its own and takes effect at once. The audits of the platform and the enterprise record it.',
    isOn: 'On',
    effect: 'Consequence: ',
    wrong: (meaning: string) => `Accepted: ${meaning}`,
    save: 'Save',
    saveThis: (name: string) => `Save: ${name}`,
    undo: 'Undo',
    saving: 'Saving…',
    back: 'Back',
    ...settingWords.en,
  },
);
