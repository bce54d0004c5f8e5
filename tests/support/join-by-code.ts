import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import type { RunningApp } from './app.js';
import type { Client } from './client.js';

/** The code by which a person agrees to join the enterprise whose application requests it. */
export async function codeToJoin(app: RunningApp, client: Client, mobile: string): Promise<string> {
  await client.data(sendSmsVerifyCode, { mobile, smsType: 'commSms' });
  return app.newestCode(mobile);
}
