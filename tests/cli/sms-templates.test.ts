import { placeholdersOf, smsTemplates, templateText } from '@cinnabar/server/areas/sms/index.js';
import { secretReceiptPath } from '@cinnabar/server/providers/sms/receipt-path.js';
import { describe, expect, test } from 'vitest';
import { commandLine } from '../support/cinnabar.js';

const settings = { BASE_URL: 'https://sign.example.com' };

async function printed(
  provider: string,
): Promise<readonly { name: string; text: string; parameters: string[] }[]> {
  const { code, out } = await commandLine(settings, 'sms', 'templates', provider, '--json');
  expect(code).toBe(0);
  return JSON.parse(out);
}

test('the addresses for reports on delivery contain a secret where a provider does not sign them', async () => {
  const gateway = {
    SMS_PROVIDERS: 'http',
    SMS_HTTP_URL: 'https://sms.example.com',
    SMS_HTTP_SECRET: 'a secret of a gateway, 24 bytes or more',
  };
  const { code, out } = await commandLine({ ...settings, ...gateway }, 'sms', 'reports');
  expect([code, out.trim()]).toEqual([0, 'http  https://sign.example.com/notifications/sms/http']);
  expect(secretReceiptPath('aliyun', 'a')).toMatch(/^\/notifications\/sms\/aliyun\/[0-9a-f]{32}$/);
  expect(secretReceiptPath('aliyun', 'b')).not.toBe(secretReceiptPath('aliyun', 'a'));
});

describe('the texts that carriers approve', () => {
  test.each(['aliyun', 'tencent'])('for %s are those of all messages', async (provider) => {
    const templates = await printed(provider);
    expect(templates.map(({ name }) => name)).toEqual(smsTemplates);
    for (const [index, { text, parameters }] of templates.entries()) {
      const name = smsTemplates[index];
      if (name === undefined) throw new Error('a template too many');
      expect(parameters).toEqual(placeholdersOf(name));
      const ours = parameters.reduce(
        (given, each, place) =>
          given.replaceAll(provider === 'aliyun' ? `\${${each}}` : `{${place + 1}}`, `{${each}}`),
        text.replaceAll('https://sign.example.com/', ''),
      );
      expect(ours).toBe(templateText(name));
    }
  });

  test('have the address of the service in place of whole links', async () => {
    const [turn] = (await printed('tencent')).filter(({ name }) => name === 'flowTurn');
    expect(turn?.text).toBe('{1}邀请您{2}合同：{3}。{4}https://sign.example.com/{5}');
  });

  test('are printed for reading, too', async () => {
    const { out } = await commandLine(settings, 'sms', 'templates', 'aliyun');
    expect(out).toMatch(/commSms（验证码）\n验证码 \$\{code\}，用于\$\{use\}，\$\{minutes\} 分钟内有效。/);
  });
});
