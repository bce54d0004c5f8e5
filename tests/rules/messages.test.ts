import { messageText } from '@cinnabar/server/areas/sms/messages.js';
import { describe, expect, it } from 'vitest';

describe('the text of a message', () => {
  it('has its placeholders filled, whatever the values', () => {
    const parameters = { name: '王芳', flowTitle: '采购 {link} 合同 $&' };
    expect(messageText('partDisowned', parameters)).toBe(
      '有人打开发给王芳的链接，表示不是本人：采购 {link} 合同 $&。请核对手机号，必要时更换签署人。',
    );
  });

  it('of a job stored by an earlier version has no unfilled placeholders', () => {
    expect(messageText('flowCompleted', { flowTitle: '采购合同' })).toBe('合同已签署完成：采购合同。');
  });

  it('with a code states its purpose', () => {
    const parameters = { code: '123456', minutes: '5', use: '签署一份合同' };
    expect(messageText('sign', parameters)).toBe(
      '验证码 123456，用于签署一份合同，5 分钟内有效。请勿告知他人，如非本人操作请忽略。',
    );
  });
});
