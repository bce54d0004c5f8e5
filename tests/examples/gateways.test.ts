/** The gateways in examples/gateways, asked by the service's own adapters. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { httpIdentity } from '@cinnabar/server/providers/identity/http-identity.js';
import { openProviderParts } from '@cinnabar/server/providers/kit/provider-parts.js';
import { httpSms } from '@cinnabar/server/providers/sms/http-sms.js';
import { expect, test } from 'vitest';

const secret = 'a secret of a gateway, 24 bytes or more';
const another = 'another secret of 24 bytes or more';

/** Starts an example, and returns what it printed when `use` has ended. */
async function whileRunning(
  name: string,
  settings: Readonly<Record<string, string>>,
  use: (url: string) => Promise<void>,
): Promise<string> {
  const program = fileURLToPath(new URL(`../../examples/gateways/${name}`, import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let printed = '';
  const port = await new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const found = /^port (\d+)$/m.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  try {
    await use(`http://127.0.0.1:${port}`);
  } finally {
    child.kill();
    await ended;
  }
  return printed;
}

test('a gateway of ten lines sends a message once, and only for who has the secret', async () => {
  const message = {
    ...{ mobile: '13800138000', template: 'sign', parameters: {}, text: '合同已签署完成', code: null },
    ...{ idempotencyKey: 'flow-1 completed', time: new Date() },
  };
  const printed = await whileRunning('sms.mjs', { SMS_HTTP_SECRET: secret }, async (url) => {
    const open = (given: string) =>
      httpSms.open(
        { SMS_HTTP_URL: url, SMS_HTTP_SECRET: given },
        { ...openProviderParts(), provider: 'sms-http' },
      );
    const { port: sms, check } = open(secret);
    expect(await check()).toMatchObject({ works: true });
    expect(await sms.send(message)).toBe('flow-1 completed');
    await sms.send(message);
    expect(await open(another).check()).toMatchObject({ works: false });
  });
  expect(printed.match(/13800138000 合同已签署完成/g)).toHaveLength(1);
});

test('a gateway of ten lines answers questions about people, and only for who has the secret', async () => {
  await whileRunning('identity.mjs', { IDENTITY_HTTP_SECRET: secret }, async (url) => {
    const open = (given: string) =>
      httpIdentity.open(
        { IDENTITY_HTTP_URL: url, IDENTITY_HTTP_SECRET: given },
        { ...openProviderParts(), provider: 'identity-http' },
      );
    const { port: identity, check } = open(secret);
    expect(await check()).toMatchObject({ works: true });
    const person = { realName: '王芳', identNum: '11010519491231002X', mobile: '13800138000' };
    expect(await identity.checkPerson(person)).toBe('match');
    expect(await open(another).check()).toMatchObject({ works: false });
  });
});
