import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import type { RunningApp } from './app.js';
import type { Client } from './client.js';

/** The code by which the person of a mobile agrees to join the enterprise whose application asks for it. */
export async function codeToJoin(app: RunningApp, client: Client, mobile: string): Promise<string> {
  await client.data(sendSmsVerifyCode, { mobile, smsType: 'commSms' });
  return app.newestCode(mobile);
}
