import type { Json } from '@cinnabar/api/schema.js';
import { rememberIds, type SeenIds } from './seen-ids.js';

export interface DemoCredentials {
  readonly appId: string;
  readonly accessToken: string;
  readonly userId: number;
  readonly corpName: string;
  readonly realName: string;
}

interface DemoEnterprise {
  readonly corpName: string;
  readonly appId: string;
  readonly appSecret: string;
  readonly owner: { readonly userId: number; readonly realName: string };
}

/** The sandbox's first enterprise, with a token requested as an application would. Throws without demo data. */
export async function demoCredentials(): Promise<DemoCredentials> {
  const demo = await fetch('/sandbox/demo');
  if (!demo.ok) throw new Error('no demo data');
  const { corpName, appId, appSecret, owner }: DemoEnterprise = await demo.json();
  const answer = await fetch('/service/getAccessToken', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ appId, appSecret }),
  });
  const { data }: { readonly data: { readonly accessToken: string } | null } = await answer.json();
  if (data === null) throw new Error('no token');
  return { appId, accessToken: data.accessToken, userId: owner.userId, corpName, realName: owner.realName };
}

/** Lists of the objects that a new sandbox contains. */
const lists = ['/signTask/contract/list', '/template/list', '/seal/getSealListByPage'];

/** Ids of the demo data; lists that are refused contribute none. */
export async function demoIds({ appId, accessToken, userId }: DemoCredentials): Promise<SeenIds> {
  const headers = {
    appId,
    accessToken,
    userId: String(userId),
    source: 'pc',
    'content-type': 'application/json',
  };
  const answers = await Promise.all(
    lists.map(async (path): Promise<Json> => {
      const response = await fetch(path, { method: 'POST', headers, body: '{}' });
      return response.ok ? response.json() : null;
    }),
  );
  return answers.reduceRight((seen: SeenIds, answer) => rememberIds(answer, seen), {});
}
