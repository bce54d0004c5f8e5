import { texts } from '../text/language.js';

export const draftTexts = texts(
  {
    saving: '正在保存…',
    saved: (time: string) => `已自动保存 ${time}`,
    notSaved: '尚未保存，恢复网络后自动保存',
  },
  {
    saving: 'Saving…',
    saved: (time: string) => `Saved at ${time}`,
    notSaved: 'Not saved yet; it will be saved once you are online',
  },
);
