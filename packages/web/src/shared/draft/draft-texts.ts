import { texts } from '../text/language.js';

export const draftTexts = texts(
  {
    saving: '正在保存…',
    saved: (time: string) => `已自动保存 ${time}`,
    offline: '尚未保存，恢复网络后自动保存',
    sessionOver: '尚未保存，重新验证后自动保存',
    refused: '未能保存',
  },
  {
    saving: 'Saving…',
    saved: (time: string) => `Saved at ${time}`,
    offline: 'Not saved yet; it will be saved once you are online',
    sessionOver: 'Not saved yet; it will be saved once you have entered a new code',
    refused: 'Could not be saved',
  },
);
