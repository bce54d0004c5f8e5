import type { Locator } from 'playwright-core';
import type { RunningApp } from '../support/app.js';
import { type ConsoleBrowser, consoleOf } from '../support/console-login.js';
import type { Person } from '../support/given-enterprise.js';
import { jobsDone } from '../support/jobs-done.js';
import type { Window } from './browser.js';

const sessions = new Map<string, Promise<ConsoleBrowser>>();

/** Opens a page of the console with the person's session, which begins with their first page. */
export async function enterConsole(
  app: RunningApp,
  { page }: Window,
  { mobile }: Pick<Person, 'mobile'>,
  path: string,
  /** The name under which the browser opens the service. */
  url = app.baseUrl,
): Promise<void> {
  const begun = sessions.get(`${app.baseUrl} ${mobile}`) ?? consoleOf(app, mobile);
  sessions.set(`${app.baseUrl} ${mobile}`, begun);
  const { cookies } = await begun;
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(`${url}${path}`);
}

/** Makes the next page of a person log in again. */
export function endedSession(app: RunningApp, { mobile }: Pick<Person, 'mobile'>): void {
  sessions.delete(`${app.baseUrl} ${mobile}`);
}

/** Logs in by a code in a form. */
export async function giveMobileAndCode(app: RunningApp, form: Locator, mobile: string): Promise<void> {
  await form.getByLabel('手机号').fill(mobile);
  await form.getByRole('button', { name: '获取验证码' }).click();
  const code = form.getByRole('textbox', { name: '短信验证码' });
  await code.waitFor();
  // The service sends it after the answer.
  await jobsDone(app.app.database.pool);
  await code.fill(await app.newestCode(mobile));
}
