import { CONSOLE_CORP_HEADER, CONSOLE_SESSION_HEADER } from '@cinnabar/api/console-door.js';
import type { EnteredConsole } from '@cinnabar/api/pages/login.js';
import { expect } from 'vitest';
import type { RunningApp } from './app.js';
import { type Answered, Client, type Wire } from './client.js';
import type { AskedCode } from './enter-link.js';
import { jobsDone } from './jobs-done.js';

/** A browser with its cookies, and the person who has logged in with it. */
export interface ConsoleBrowser {
  readonly cookies: Map<string, string>;
  /** The key of the session, as the pages hold it. */
  key: string;
  /** Calls a page operation: below `/pages`, with both halves of the session. */
  page<T = unknown>(
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answered<T>>;
  /** Calls an operation of the interface as a member of the enterprise. */
  act<T = unknown>(corpId: number, path: string, body?: unknown): Promise<Answered<T>>;
}

/** A browser in which nobody has logged in. */
export function newBrowser(app: RunningApp, headers: Readonly<Record<string, string>> = {}): ConsoleBrowser {
  const cookies = new Map<string, string>();
  const send = async <T>(path: string, body: unknown, more: Readonly<Record<string, string>>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const client = new Client(app.baseUrl, { cookie, ...headers, ...more });
    const answer = await client.post<T>(path, body);
    for (const line of answer.headers.getSetCookie()) keep(cookies, line);
    return answer;
  };
  return {
    cookies,
    key: '',
    page(path, body = {}, more = {}) {
      const session = this.key === '' ? {} : { [CONSOLE_SESSION_HEADER]: this.key };
      return send(path, body, { ...session, ...more });
    },
    act(corpId, path, body = {}) {
      const session = { [CONSOLE_SESSION_HEADER]: this.key, [CONSOLE_CORP_HEADER]: String(corpId) };
      return send(`/console/operations${path}`, body, session);
    },
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';', 1);
  const [name = '', value = ''] = pair.split('=', 2);
  if (value === '') cookies.delete(name);
  else cookies.set(name, value);
}

/** Requests a code for logging in; the service sends it after the answer. */
export async function requestCode(app: RunningApp, browser: ConsoleBrowser, mobile: string): Promise<string> {
  const sent = await browser.page<AskedCode>('/pages/login/sendCode', { mobile });
  expect(sent.envelope).toMatchObject({ code: '0' });
  await jobsDone(app.app.database.pool);
  return sent.envelope.data.asked;
}

/** Logs in by a code. */
export async function logInByCode(
  app: RunningApp,
  browser: ConsoleBrowser,
  mobile: string,
): Promise<Wire<EnteredConsole>> {
  const asked = await requestCode(app, browser, mobile);
  const code = await app.newestCode(mobile);
  return enter(browser, '/pages/login/byCode', { mobile, code, asked });
}

/** Sends a log-in that succeeds. */
export async function enter(
  browser: ConsoleBrowser,
  path: string,
  body: unknown,
): Promise<Wire<EnteredConsole>> {
  const { envelope } = await browser.page<Wire<EnteredConsole>>(path, body);
  expect(envelope).toMatchObject({ code: '0' });
  browser.key = envelope.data.session;
  return envelope.data;
}

/** A member who has logged in by a code, in a browser of their own. */
export async function consoleOf(app: RunningApp, mobile: string): Promise<ConsoleBrowser> {
  const browser = newBrowser(app);
  await logInByCode(app, browser, mobile);
  return browser;
}
