import { texts } from '../text/language.js';

export const embedTexts = texts(
  {
    ownWindowTitle: '请在新窗口中确认',
    signText: '请在本平台的独立窗口中确认签署。您放置的签章已保留，打开后即可继续。',
    approveText: '请在本平台的独立窗口中审批，打开后即可继续。',
    ownWindowGo: '打开新窗口',
  },
  {
    ownWindowTitle: 'Confirm in a new window',
    signText: 'To sign, continue in a window of this service. Your placed marks are saved.',
    approveText: 'To decide, continue in a window of this service.',
    ownWindowGo: 'Open a new window',
  },
);
