import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import type { RunningApp } from '../support/app.js';
import type { Client } from '../support/client.js';

export interface DemoPerson {
  readonly userId: number;
  readonly mobile: string;
  readonly realName: string;
  readonly signPwd: string;
}

export interface DemoEnterprise {
  readonly corpId: number;
  readonly corpName: string;
  readonly appId: string;
  readonly appSecret: string;
  readonly owner: DemoPerson;
  readonly member: DemoPerson;
}

export interface DemoJson {
  readonly baseUrl: string;
  readonly enterprises: readonly [DemoEnterprise, DemoEnterprise];
  readonly person: DemoPerson;
}

export function demoText(dataDir: string): Promise<string> {
  return readFile(join(dataDir, 'demo.json'), 'utf8');
}

export async function readDemo(dataDir: string): Promise<DemoJson> {
  return JSON.parse(await demoText(dataDir));
}

/** A client that acts for this person with the enterprise's credentials in demo.json. */
export async function actAs(
  { client }: Pick<RunningApp, 'client'>,
  { appId, appSecret }: DemoEnterprise,
  { userId }: DemoPerson,
): Promise<Client> {
  const { accessToken } = await client.data(getAccessToken, { appId, appSecret });
  return client.with({ appId, accessToken, userId: String(userId), source: 'pc' });
}
