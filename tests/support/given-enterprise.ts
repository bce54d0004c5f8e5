import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import type { Role } from '@cinnabar/api/permissions.js';
import { createApplication } from '@cinnabar/server/areas/credentials/index.js';
import { type CorpProfile, createCorp, prepareCorp } from '@cinnabar/server/areas/enterprise/index.js';
import { addMember, verifyMember } from '@cinnabar/server/areas/members/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { CorpId, UserId } from '@cinnabar/server/operation/context.js';
import type { RunningApp } from './app.js';
import type { Client } from './client.js';

let enterprises = 0;
let people = 0;

export interface Person {
  readonly userId: UserId;
  readonly mobile: string;
  readonly realName: string;
  readonly signPwd: string;
  /** Acts as this person with the enterprise's token. */
  readonly client: Client;
}

export interface Enterprise {
  readonly corpId: CorpId;
  readonly corpName: string;
  readonly appId: string;
  readonly appSecret: string;
  readonly accessToken: string;
  readonly owner: Person;
  /** The enterprise's token without an acting member. */
  readonly client: Client;
  /** Another verified member with these roles. */
  member(roles?: readonly Role[], named?: Partial<Named>): Promise<Person>;
  /** The person through another application of the same enterprise. */
  anotherApplication(person: Person): Promise<Person>;
}

/** What is known of a person, where a test looks for it. */
interface Named {
  readonly mobile: string;
  readonly realName: string;
  readonly identNum: string;
}

export interface EnterpriseOptions {
  readonly profile?: Partial<CorpProfile>;
  readonly contracts?: number;
  readonly collections?: number;
}

/** An identified enterprise with a verified owner, an application and a token, each with unique names. */
export async function givenEnterprise(
  running: RunningApp,
  options: EnterpriseOptions = {},
): Promise<Enterprise> {
  const { services, database } = running.app;
  const number = String(++enterprises).padStart(4, '0');
  const corp = await prepareCorp(services, {
    corpName: `第${number}号测试有限公司`,
    corpCode: `91310000TEST${number}${process.pid % 10}X`,
    legalRepName: '王法人',
    legalRepIdentNo: '110101199001010010',
    legalDate: new Date('2015-05-05T00:00:00+08:00'),
    identStatus: 'identified',
    ...options.profile,
  });
  const opening = { contracts: options.contracts ?? 100, collections: options.collections ?? 100 };
  const now = services.clock.now();
  const { appId, appSecret } = await transact(database.db, async (tx) => {
    await createCorp(tx, services, corp, opening, now);
    return createApplication(tx, { corpId: corp.corpId, name: 'tests', now });
  });
  const { accessToken } = await running.client.data(getAccessToken, { appId, appSecret });
  const client = running.client.with({ appId, accessToken, source: 'pc' });

  async function member(roles: readonly Role[] = [], named: Partial<Named> = {}): Promise<Person> {
    const mobile = named.mobile ?? `139${String(++people).padStart(8, '0')}`;
    const realName = named.realName ?? `员工${people}`;
    const signPwd = '246813';
    const now = services.clock.now();
    const { corpId } = corp;
    const { userId } = await transact(database.db, (tx) =>
      addMember(tx, services.ids, { corpId, userName: realName, mobile, jobNum: `J${people}`, roles, now }),
    );
    const identNum = named.identNum ?? `1101011990${String(people).padStart(8, '0')}`;
    const info = { realName, identNum, signPwd };
    await verifyMember({ db: database.db, services }, { corpId, userId, info, now });
    return { userId, mobile, realName, signPwd, client: client.with({ userId: String(userId) }) };
  }

  async function anotherApplication(person: Person): Promise<Person> {
    const secret = await transact(database.db, (tx) =>
      createApplication(tx, { corpId: corp.corpId, name: 'another', now: services.clock.now() }),
    );
    const token = await running.client.data(getAccessToken, secret);
    const { appId: id } = secret;
    const another = running.client.with({ appId: id, accessToken: token.accessToken, source: 'pc' });
    return { ...person, client: another.with({ userId: String(person.userId) }) };
  }

  const owner = await member(['OWNER']);
  const { corpId, corpName } = corp;
  return { corpId, corpName, appId, appSecret, accessToken, owner, client, member, anotherApplication };
}

/** The same with a new token, after the old one has expired. */
export async function withNewToken<E extends Omit<Enterprise, 'corpId' | 'member' | 'anotherApplication'>>(
  running: Pick<RunningApp, 'client'>,
  enterprise: E,
): Promise<E> {
  const { appId, appSecret, owner } = enterprise;
  const { accessToken } = await running.client.data(getAccessToken, { appId, appSecret });
  const client = enterprise.client.with({ accessToken });
  return {
    ...enterprise,
    accessToken,
    client,
    owner: { ...owner, client: owner.client.with({ accessToken }) },
  };
}
