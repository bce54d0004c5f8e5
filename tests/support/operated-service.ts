/** A service with an operator, who logs in to the platform's console. */
import { type EnteredPlatform, PLATFORM_SESSION_HEADER } from '@cinnabar/api/pages/platform.js';
import {
  checkFactors,
  insertOperator,
  offerAuthenticator,
  saveFirstFactors,
  sealFactors,
} from '@cinnabar/server/areas/sessions/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { expect } from 'vitest';
import { type RunningApp, startApp } from './app.js';
import { authenticatorCode } from './authenticator.js';
import type { Answered } from './client.js';
import { type ConsoleBrowser, newBrowser } from './console-login.js';
import { type Enterprise, givenEnterprise } from './given-enterprise.js';
import { jobsDone } from './jobs-done.js';
import { PASSWORD } from './new-service.js';

const NAME = '周岚';
export const PLATFORM_LOG_IN = '/pages/platform/logIn';

export interface OperatedService {
  readonly app: RunningApp;
  /** Owned by the operator. */
  readonly corp: Enterprise;
  /** Of the operator. */
  readonly mobile: string;
  /** An authenticator code that was not used before. */
  readonly factor: () => Promise<string>;
}

export async function operatedService(
  networks: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<OperatedService> {
  const app = await startApp({ settings: { PLATFORM_NETWORKS: networks, ...settings } });
  const corp = await givenEnterprise(app);
  const { userId, mobile } = corp.owner;
  const { services, database } = app.app;
  const { secret, sealed } = await offerAuthenticator(services, mobile);
  const now = services.clock.now();
  const given = { password: PASSWORD, sealed, code: authenticatorCode(app, secret) };
  const factors = await sealFactors(services, userId, await checkFactors({ services, now }, given, []));
  await transact(database.db, async (tx) => {
    await insertOperator(tx, userId, NAME, now);
    await saveFirstFactors(tx, services, factors, now);
  });
  return {
    ...{ app, corp, mobile },
    async factor() {
      await app.advance(60);
      return authenticatorCode(app, secret);
    },
  };
}

/** A session of an operator. */
export interface OperatorSession {
  readonly browser: ConsoleBrowser;
  /** The half that the page holds. */
  readonly key: string;
  readonly ask: <T = unknown>(path: string, body?: unknown) => Promise<Answered<T>>;
}

/** Asks with the cookies of a browser and any key. */
export const askPlatform = <T = unknown>(
  browser: ConsoleBrowser,
  key: string,
  path: string,
  body: unknown = {},
): Promise<Answered<T>> => browser.page<T>(path, body, { [PLATFORM_SESSION_HEADER]: key });

export async function enterPlatform(service: OperatedService): Promise<OperatorSession> {
  const browser = newBrowser(service.app);
  const { mobile } = service;
  const factor = await service.factor();
  const answer = await browser.page<EnteredPlatform>(PLATFORM_LOG_IN, { mobile, password: PASSWORD, factor });
  expect(answer.envelope).toMatchObject({ code: '0', data: { name: NAME } });
  const key = answer.envelope.data.session;
  return { browser, key, ask: (path, body) => askPlatform(browser, key, path, body) };
}

/** The entries of an act in the audit, oldest first. */
export async function auditOf(app: RunningApp, act: string): Promise<readonly Record<string, unknown>[]> {
  await jobsDone(app.app.database.pool);
  const { rows } = await app.app.database.pool.query<Record<string, unknown>>(
    'select corp_id, user_id, source, before, after from audit_entries where act = $1 order by entry_id',
    [act],
  );
  return rows;
}
