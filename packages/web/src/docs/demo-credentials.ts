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
