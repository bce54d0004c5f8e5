/** An enterprise that knows only the mobile of a verified person, and tries to act as them. */
import {
  contractChangeParticipant,
  contractList,
  contractRefuse,
  contractTaskInfo,
  contractTransfer,
  fillComponentList,
  getSignUrl,
  signContract,
  signWish,
} from '@cinnabar/api/operations/flows.js';
import {
  accessAuth,
  faceAuth,
  fetchAuth,
  getPersonalAuthUrl,
  infoByCorpId,
  memberAuth,
  memberCreate,
} from '@cinnabar/api/operations/members.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { registry } from '@cinnabar/api/registry.js';
import { verifyMember } from '@cinnabar/server/areas/members/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absent, denied, hear, noMember, tally } from '../support/answers-of-attacks.js';
import { type RunningApp, startApp } from '../support/app.js';
import { enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  startFlow,
} from '../support/given-flow.js';

let app: RunningApp;
/** The enterprise that the victim is a member of. */
let home: Enterprise;
let attacker: Enterprise;
let personal: GivenTemplate;
let mobiles = 13_400_000_000;

beforeAll(async () => {
  app = await startApp();
  home = await givenEnterprise(app);
  attacker = await givenEnterprise(app);
  await givenSeal(home);
  await givenSeal(attacker);
  personal = await givenTemplate(home.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, area: true, signOrder: 2 },
      { flag: '个人', type: 0, area: true, signOrder: 1 },
    ],
  });
});
afterAll(() => app.close());

/** The attacker adds the mobile to its members. */
async function listedByAttacker(mobile: string) {
  const input = { userName: '目标', mobile, jobNum: '9' };
  const { userId } = await attacker.owner.client.data(memberCreate, input);
  return { userId, client: attacker.client.with({ userId: String(userId) }) };
}

/** The victim is verified in their own enterprise. */
async function verifiedAtHome(mobile: string): Promise<Person['userId']> {
  const { userId } = await home.owner.client.data(memberCreate, { userName: '本人', mobile, jobNum: '1' });
  const { database, services } = app.app;
  const info = { realName: '赵本人', identNum: '110101199003078888', signPwd: '112233' };
  const now = services.clock.now();
  await verifyMember({ db: database.db, services }, { corpId: home.corpId, userId, info, now });
  return userId;
}

/** A contract of the victim's enterprise in which the victim takes part as a person. */
async function ownContract({ mobile, realName }: Pick<Person, 'mobile' | 'realName'>) {
  const { flowId, participantList } = await startFlow(home.owner.client, personal, {
    participantList: [{ participantFlag: '个人', psnAccount: mobile, psnName: realName }],
  });
  const part = participantList.find(({ participantFlag }) => participantFlag === '个人');
  if (part === undefined) throw new Error('the person takes no part');
  return { flowId, participantId: part.participantId };
}

async function endFace(orderNo: string, body: object): Promise<number> {
  return (await app.post(`/sandbox/face/${orderNo}`, body)).status;
}

const orderIn = (address: string) => new URL(address).searchParams.get('orderNo') ?? '';

describe('a person verified elsewhere before', () => {
  test('is only invited: every operation in their name is refused', async () => {
    const victim = await home.member();
    const invited = await listedByAttacker(victim.mobile);
    const heardByPath = new Map<string, string>();
    for (const operation of registry) {
      if (operation.caller === 'none' || operation.caller === 'target') continue;
      const [status, code, reason] = await hear(invited, operation, operation.example ?? {}, {
        source: 'pc',
      });
      if (reason !== 'NOT_MEMBER') heardByPath.set(operation.path, `${status} ${code} ${reason}`);
    }
    expect([...heardByPath]).toEqual([]);
    const [seen] = await attacker.owner.client.data(infoByCorpId, { userId: invited.userId });
    expect(seen).toMatchObject({ realName: null, realNameStatus: 0 });
  });

  test('cannot be identified by guessing: right and wrong data get one response, and their own enterprise is unaffected', async () => {
    const victim = await home.member();
    const invited = await listedByAttacker(victim.mobile);
    const guess = (number: number) =>
      hear(invited, memberAuth, {
        realName: victim.realName,
        identNum: `1101011990${String(90_000_000 + number)}`,
        signPwd: '000000',
      });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, number) => guess(number)));
    expect(tally(answers)).toEqual({ '403 403 CONFIRMATION_REQUIRED': 30 });
    const number = victim.mobile.slice(3);
    const right = { realName: victim.realName, identNum: `1101011990${number}`, signPwd: '556677' };
    expect(await hear(invited, memberAuth, right)).toEqual([403, '403', 'CONFIRMATION_REQUIRED']);
    expect(await hear(invited, signWish, {}, { source: 'pc' })).toEqual(noMember);
    // The limit applies to the attacker; the victim's own enterprise is not affected.
    expect(await hear(victim, memberAuth, right)).toEqual([200, '200', null]);
  });

  test('cannot be confirmed or verified by others', async () => {
    const victim = await home.member();
    const invited = await listedByAttacker(victim.mobile);
    expect(await hear(attacker.owner, accessAuth, { userId: invited.userId })).toEqual(noMember);
    // A verification link opens only with a code to the victim's own mobile.
    const address = await invited.client.data(getPersonalAuthUrl, {});
    const token = address.slice(address.lastIndexOf('/') + 1);
    for (const code of ['000000', null]) {
      expect((await app.post('/pages/link/enter', { token, code })).envelope.data).toBeNull();
    }
  });
});

describe('a person added by the attacker before they were verified', () => {
  async function given() {
    const mobile = String(++mobiles);
    const listed = await listedByAttacker(mobile);
    return { mobile, realName: '赵本人', ...listed };
  }

  test('has their own contracts hidden from the attacker', async () => {
    const listed = await given();
    await verifiedAtHome(listed.mobile);
    const { flowId, participantId } = await ownContract(listed);
    const asVictim = listed.client;
    expect(await asVictim.data(contractList, { docQueryType: 0 })).toEqual([]);
    expect(await asVictim.data(contractList, { docQueryType: 4 })).toEqual([]);
    for (const [operation, body] of [
      [contractTaskInfo, { flowId }],
      [fillComponentList, { flowId }],
      [contractRefuse, { flowId }],
      [signWish, { flowId, authType: 'pwd', signPwd: '000000' }],
      [signContract, { flowId, signComponents: [] }],
      [getSignUrl, { flowId, participantId }],
    ] as const) {
      expect([operation.path, ...(await hear(listed, operation, body))]).toEqual([operation.path, ...absent]);
    }
  });

  test('cannot be made to sign for the attacker', async () => {
    const listed = await given();
    await verifiedAtHome(listed.mobile);
    const template = await givenTemplate(attacker.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    const { flowId } = await startFlow(attacker.owner.client, template, {
      participantList: [
        {
          participantFlag: '甲方',
          psnAccount: listed.mobile,
          psnName: '赵本人',
          participantCorpName: attacker.corpName,
        },
      ],
    });
    // They have no password here, and one can only be set with a code to their own mobile.
    const wish = { flowId, authType: 'pwd', signPwd: '000000' };
    expect(await hear(listed, signWish, wish)).toEqual([200, '1402', null]);
    const newPassword = { ...wish, newPwd: true, verifyCode: '000000' };
    expect(await hear(listed, signWish, newPassword)).toEqual([200, '1401', 'CODE_ENDED']);
    const signComponents = await sealEverything({ ...attacker.owner, ...listed }, flowId);
    const signing = { flowId, signComponents, authType: 'pwd', signPwd: '000000' };
    expect(await hear(listed, signContract, signing)).toEqual([200, '1402', null]);
  });

  test('is not confirmed by a face check begun before their identity was known', async () => {
    const listed = await given();
    const early = orderIn(await listed.client.data(fetchAuth, {}));
    const another = orderIn(await listed.client.data(fetchAuth, {}));
    await verifiedAtHome(listed.mobile);
    const stranger = { realName: '冒名者', identNum: '110105194912310038' };
    expect(await endFace(early, { result: 'pass', ...stranger })).toBe(200);
    expect(await endFace(another, { result: 'pass' })).toBe(200);
    const [seen] = await attacker.owner.client.data(infoByCorpId, { userId: listed.userId });
    expect(seen).toMatchObject({ realName: null, realNameStatus: 0 });
    const { flowId } = await ownContract(listed);
    expect(await hear(listed, contractTaskInfo, { flowId })).toEqual(absent);
  });

  test('is confirmed by their own face check', async () => {
    const listed = await given();
    const early = orderIn(await listed.client.data(fetchAuth, {}));
    await verifiedAtHome(listed.mobile);
    await endFace(early, { result: 'pass', realName: '赵本人', identNum: '110101199003078888' });
    const [seen] = await attacker.owner.client.data(infoByCorpId, { userId: listed.userId });
    expect(seen).toMatchObject({ realName: '赵本人', realNameStatus: 1 });
  });
});

describe('a person’s part in a contract', () => {
  test('is not signed with a password set by an application', async () => {
    const victim = await home.member();
    const { flowId } = await ownContract(victim);
    const body = { flowId, authType: 'pwd', signPwd: victim.signPwd };
    expect(await hear(victim, signWish, body)).toEqual([200, '1402', null]);
    const template = await givenTemplate(home.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    const forHome = await startFlow(home.owner.client, template, {
      participantList: [as('甲方', victim, home)],
    });
    // Not even together with an enterprise's part, for which the password is accepted.
    const both = { flowIds: [forHome.flowId, flowId], authType: 'pwd', signPwd: victim.signPwd };
    expect(await hear(victim, signWish, both)).toEqual([200, '1402', null]);
  });

  test('goes to another mobile only under the person’s name, which voids the earlier intent', async () => {
    const [victim, other] = [await home.member(), await attacker.member()];
    const { flowId, participantId } = await ownContract(victim);
    const asInitiator = (psnAccount: string, psnName: string) =>
      hear(home.owner, contractChangeParticipant, { flowId, participantId, psnAccount, psnName });
    expect(await asInitiator(other.mobile, victim.realName)).toEqual([400, '400', 'NAME_MISMATCH']);
    const change = { flowId, participantId, psnAccount: other.mobile, psnName: other.realName };
    expect(await hear(attacker.owner, contractChangeParticipant, change)).toEqual(absent);
    expect(await hear(victim, contractChangeParticipant, change)).toEqual(denied);
    const transfer = { flowId, psnAccount: other.mobile, psnName: other.realName };
    expect((await hear(victim, contractTransfer, transfer))[0]).toBe(403);

    const link = await home.owner.client.data(getSignUrl, { flowId, participantId });
    const session = await enterLink(app, link, victim);
    await victim.client.data(sendSmsVerifyCode, { mobile: victim.mobile, smsType: 'sign' });
    const verifyCode = await app.newestCode(victim.mobile);
    await victim.client.data(signWish, { flowId, authType: 'sms', verifyCode });
    expect(await asInitiator(other.mobile, other.realName)).toEqual([200, '0', null]);
    expect((await session.client.post(signContract.path, { flowId, signComponents: [] })).status).toBe(410);
    expect((await session.client.post(contractTaskInfo.path, { flowId })).status).toBe(410);
    // A colleague's contract by now, and no longer theirs.
    expect(await hear(victim, contractTaskInfo, { flowId })).toEqual(denied);
    // After it is assigned back, the earlier intent is still void.
    expect(await asInitiator(victim.mobile, victim.realName)).toEqual([200, '0', null]);
    const signComponents = await sealEverything(victim, flowId);
    const again = await hear(victim, signContract, { flowId, signComponents });
    expect(again).toEqual([403, '403', 'WISH_REQUIRED']);
  });
});

describe('an enterprise’s part', () => {
  test('is handed over only to people who have agreed to act for it', async () => {
    const [outsider, invitedElsewhere] = [await attacker.member(), await attacker.member()];
    await home.owner.client.data(memberCreate, {
      userName: '只是被邀请',
      mobile: invitedElsewhere.mobile,
      jobNum: '5',
    });
    const template = await givenTemplate(home.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    const { flowId } = await startFlow(home.owner.client, template, { participantList: [] });
    for (const { mobile, realName } of [outsider, invitedElsewhere]) {
      const body = { flowId, psnAccount: mobile, psnName: realName };
      expect((await hear(home.owner, contractTransfer, body)).slice(0, 2)).toEqual([400, '400']);
    }
  });
});

describe('a session opened by an application in a member’s name', () => {
  test('signs nothing without a proof by the member, and sets no password', async () => {
    const [manager, member] = [await home.member(['MEMBER_ADMIN']), await home.member()];
    expect(await hear(manager, accessAuth, { userId: home.owner.userId })).toEqual(denied);
    const session = await enterLink(app, await manager.client.data(accessAuth, { userId: member.userId }));
    const template = await givenTemplate(home.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    const { flowId } = await startFlow(session.client, template, { participantList: [] });
    for (const proof of [
      { authType: 'pwd', signPwd: member.signPwd },
      { authType: 'pwd', signPwd: '121212', newPwd: true, verifyCode: '123456' },
    ]) {
      expect(await hear(session, signWish, { flowId, ...proof })).toEqual(denied);
      expect(await hear(session, signContract, { flowId, signComponents: [], ...proof })).toEqual(denied);
    }
    for (const [path, body] of [
      [memberAuth.path, { realName: 'x', identNum: '123456', signPwd: '121212' }],
      [accessAuth.path, { userId: member.userId }],
      [sendSmsVerifyCode.path, { mobile: member.mobile, smsType: 'signPwd' }],
      [sendSmsVerifyCode.path, { mobile: manager.mobile, smsType: 'sign' }],
      ['/signTask/contract/cancel', { flowId }],
    ] as const) {
      expect(await hear(session, { path }, body)).toEqual(denied);
    }
  });
});

describe('ownership of an enterprise', () => {
  test('is not obtained by any face check while the legal representative is unknown', async () => {
    const { corpId, member } = await givenEnterprise(app);
    const plain = await member();
    await app.app.database.db
      .updateTable('corps')
      .set({ legal_rep_name: null, legal_rep_ident_no: null })
      .where('corp_id', '=', corpId)
      .execute();
    const callbackUrl = 'https://erp.example.com/face';
    const said = { id: String(corpId), channel: 'channelA', callbackUrl };
    const theirs = { legalRepName: plain.realName, legalRepIdentNo: '110101199001019999' };
    expect(await hear(plain, faceAuth, { ...said, authType: 'receiveCorp', ...theirs })).toEqual([
      403,
      '403',
      'NOT_LEGAL_REPRESENTATIVE',
    ]);
    expect(await hear(plain, faceAuth, { ...said, authType: 'legal' })).toEqual([
      400,
      '400',
      'INVALID_FIELD',
    ]);
    expect(await hear(plain, faceAuth, { ...said, authType: 'legal', ...theirs })).toEqual(denied);
    const foreign = { authType: 'receiveCorp', id: String(corpId), channel: 'channelA', callbackUrl };
    expect(await hear(attacker.owner, faceAuth, foreign)).toEqual(absent);
  });
});
