import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { expect } from 'vitest';
import type { RunningApp } from './app.js';
import type { Person } from './given-enterprise.js';

/** Requests a code to the person's mobile, and reads it. */
export async function textCode(
  app: RunningApp,
  { client, mobile }: Person,
  smsType: 'sign' | 'signPwd',
): Promise<string> {
  const { envelope } = await client.post(sendSmsVerifyCode.path, { mobile, smsType });
  expect(envelope.code).toBe('200');
  return app.newestCode(mobile);
}
