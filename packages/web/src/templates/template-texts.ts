import { texts } from '../shared/text/language.js';

export const templateTexts = texts(
  {
    title: '此版本不含模板设计页面',
    text: '模板可由您的业务系统通过接口创建和修改，请联系系统管理员。',
  },
  {
    title: 'This version has no template designer',
    text: 'Your business system can create and change templates through the interface. Please ask its administrator.',
  },
);
