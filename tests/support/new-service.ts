import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { vi } from 'vitest';
import type { StartOptions } from './app.js';
import { type RunningApp, startApp } from './app.js';
import { authenticatorCode } from './authenticator.js';
import type { Answered } from './client.js';
import { type ConsoleBrowser, newBrowser } from './console-login.js';

export const BASE_URL = 'https://sign.example.com';

/** Settings of a production service without real providers. */
export function productionSettings(baseUrl = BASE_URL): NonNullable<StartOptions['settings']> {
  return {
    MODE: 'production',
    MASTER_KEY: newMasterKey(),
    BASE_URL: baseUrl,
    ALLOW_SANDBOX_PROVIDERS: 'sms,identity',
  };
}

/** A production service that belongs to nobody yet, and the code in its log. */
export async function newService(): Promise<{ readonly app: RunningApp; readonly code: string }> {
  const app = await startApp({ settings: productionSettings() });
  const code = await app.app.setupCode();
  if (code === null) throw new Error('a new service has a setup code');
  return { app, code };
}

export const OPERATOR = { name: '周岚', mobile: '13811110001' };
export const PASSWORD = '紫藤 falls 7 times';

interface Offer {
  readonly secret: string;
  readonly sealed: string;
}

/** Begins the setup, and makes the request that finishes it. */
export async function setupRequest(
  app: RunningApp,
  code: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly secret: string; readonly body: Readonly<Record<string, unknown>> }> {
  const { mobile } = OPERATOR;
  const begun = await newBrowser(app).page<Offer>('/pages/setup/begin', { code, mobile });
  const { secret, sealed } = begun.envelope.data;
  const body = {
    ...{ code, ...OPERATOR, password: PASSWORD, sealed, totp: authenticatorCode(app, secret) },
    ...{ corpName: '星河科技有限公司', isIdentified: false, contracts: 50 },
    ...{ ownerName: OPERATOR.name, ownerMobile: mobile, ...more },
  };
  return { secret, body };
}

export function finishSetup<T = unknown>(browser: ConsoleBrowser, body: unknown): Promise<Answered<T>> {
  return browser.page<T>('/pages/setup/finish', body);
}

/** The same service, with the codes that it sends: production keeps no messages. */
export function withCodes(app: RunningApp): RunningApp {
  const codes = new Map<string, string>();
  vi.spyOn(app.app.services.sms, 'send').mockImplementation(async ({ mobile, code }) => {
    if (code !== null) codes.set(mobile, code);
  });
  return {
    ...app,
    async newestCode(mobile) {
      const code = codes.get(mobile);
      if (code === undefined) throw new Error(`no code was sent to ${mobile}`);
      return code;
    },
  };
}
