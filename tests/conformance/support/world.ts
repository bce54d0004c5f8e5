import { createByHandwriting, personalSealDelete } from '@cinnabar/api/operations/personal-seals.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import type { AuthorisationId } from '@cinnabar/api/schemas/seal-author.js';
import { createApplication, setApplicationStatus } from '@cinnabar/server/areas/credentials/index.js';
import { addMember } from '@cinnabar/server/areas/members/index.js';
import { openJoinRequest } from '@cinnabar/server/areas/newcomers/store.js';
import { recordRemoval } from '@cinnabar/server/areas/retention/index.js';
import { logIn } from '@cinnabar/server/areas/sessions/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { UserId } from '@cinnabar/server/operation/context.js';
import type { RunningApp } from '../../support/app.js';
import { switchedOn } from '../../support/automatic-seal.js';
import type { Client } from '../../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../../support/given-enterprise.js';
import { contractPdf, download, givenSeal } from '../../support/given-flow.js';
import { openPersonalContracts } from '../../support/my-session.js';
import { givenOwnPassword } from '../../support/own-password.js';
import { inOwnSession } from '../../support/own-session.js';
import { scan } from '../../support/pdf/scans.js';
import { type Batches, givenBatches } from './world-batches.js';
import { type Certificates, givenCertificates } from './world-certificates.js';
import { type Drafts, givenDrafts } from './world-drafts.js';
import { type Flows, givenFlows } from './world-flows.js';
import { givenPayments, type Payments } from './world-payments.js';
import { givenTemplates, type Templates } from './world-templates.js';
import { givenWebhooks, type Webhooks } from './world-webhooks.js';

/** An unconfirmed member of an enterprise, who may not act. */
export interface Listed {
  readonly userId: UserId;
  readonly mobile: string;
}

/** An uploaded contract file, as returned by uploads. */
export interface Uploaded {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
}

/** An uploaded seal image, as returned by uploads. */
export interface UploadedImage extends Uploaded {
  readonly httpUrl: string;
}

/** Personal seals; the first three belong to home's owner. */
export interface PersonalSeals {
  readonly own: number;
  readonly unused: number;
  readonly deleted: number;
  /** Of another member of home. */
  readonly plain: number;
}

/** Everything that the tables refer to; prepared once, and never changed by a refused request. */
export interface World {
  readonly app: RunningApp;
  /** The enterprise of most requests, which starts the flows. */
  readonly home: Enterprise;
  /** The counterparty. */
  readonly partner: Enterprise;
  /** Not involved with the others. */
  readonly foreign: Enterprise;
  /** Has no contract left. */
  readonly poor: Enterprise;
  /** Its identification is `invalid`. */
  readonly invalid: Enterprise;
  /** Home's owner and a member without a role, each by a link of their own. */
  readonly ownSessions: { readonly owner: Client; readonly plain: Client };
  /** A verified member of home without any role. */
  readonly plain: Person;
  /** The same of partner. */
  readonly partnerPlain: Person;
  /** An unverified administrator of home. */
  readonly unverified: Person;
  /** A member of home who is not verified yet. */
  readonly newcomer: Listed;
  readonly deleted: Listed;
  /** Verified elsewhere, and not confirmed here. */
  readonly invited: Listed;
  /** People who asked to become members: two of home, and one of foreign. */
  readonly applicants: { readonly home: UserId; readonly second: UserId; readonly foreign: UserId };
  readonly credentials: {
    /** Home's, two hours old or more. */
    readonly expiredToken: string;
    /** Of an application of home that was disabled afterwards. */
    readonly disabled: { readonly appId: string; readonly appSecret: string; readonly accessToken: string };
    /** An application of home that nobody uses. */
    readonly spare: string;
  };
  readonly seals: {
    /** Home's default. */
    readonly home: number;
    /** Home's second enabled seal. */
    readonly spare: number;
    readonly suspended: number;
    /** Home's, needed by nothing. */
    readonly unused: number;
    /** Home's, placed automatically for home's owner, for whom a flow waits. */
    readonly automatic: number;
    readonly deleted: number;
    readonly partner: number;
    readonly foreign: number;
  };
  readonly personalSeals: PersonalSeals;
  /** Records of authorisations: home's, to be changed and to be withdrawn, and one of foreign. */
  readonly authorisations: { readonly spare: number; readonly ended: number; readonly foreign: number };
  /** `blank`: a contract with places to fill in and sign. */
  readonly uploads: { readonly home: Uploaded; readonly foreign: Uploaded; readonly blank: Uploaded };
  readonly certificates: Certificates;
  readonly drafts: Drafts;
  /** A valid contract of two pages. */
  readonly pdf: Uint8Array;
  /** The file of the completed flow. */
  readonly signedPdf: Uint8Array;
  /** A seal on white paper. */
  readonly sealScan: Uint8Array;
  readonly sealImages: { readonly home: UploadedImage; readonly foreign: UploadedImage };
  readonly templates: Templates;
  readonly flows: Flows;
  readonly batches: Batches;
  readonly payments: Payments;
  readonly webhooks: Webhooks;
  readonly codes: {
    /** Open, of home's owner, of type `sign`. */
    readonly open: string;
    /** Open, of home's owner, of type `approval`. */
    readonly otherType: string;
    /** Of partner's owner, ended. */
    readonly expired: string;
    /** Of `plain`, used. */
    readonly used: string;
  };
  /** An id that does not exist. */
  readonly unknownId: number;
}

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

export async function givenWorld(app: RunningApp): Promise<World> {
  // The first report creates the certificate that signs it; later ones change nothing.
  await app.app.services.authority.services.evidence(app.app.services.clock.now());
  const early = await givenEnterprise(app);
  const expired = early.accessToken;
  await app.advance(2 * 3600 + 1);
  const [home, partner, foreign] = [
    await renewed(app, early),
    await givenEnterprise(app),
    await givenEnterprise(app),
  ];
  const poor = await givenEnterprise(app, { contracts: 0 });
  const invalid = await givenEnterprise(app, { profile: { identStatus: 'invalid' } });
  const plain = await home.member();
  await loggedIn(app, plain);
  const partnerPlain = await partner.member();
  const sealScan = await scan({ width: 200, height: 200, seal: 150 });
  const seals = await givenSeals(app, { home, partner, foreign, poor });
  const templates = await givenTemplates({ home, foreign, poor, invalid });
  const ended = await authorise(home, { sealId: seals.spare });
  const { templateId } = templates.contract;
  const automatic = { sealId: seals.automatic, autoSign: 1, authorRange: 1, templatesList: [{ templateId }] };
  await switchedOn(app, await authorise(home, automatic));
  const spareRecord = await authorise(home, {
    sealId: seals.spare,
    authorRole: 'SEAL_EXAMINER',
    authorRange: 1,
    templatesList: [{ templateId: templates.contract.templateId }],
    expireTime: '2099-12-31 23:59:59',
  });
  await givenOwnPassword(app, home.owner);
  const unverified = await listed(app, home, '无名氏', ['ADMIN']);
  // Their enterprise's application may see and pay what they sign for themselves.
  await openPersonalContracts(app, partnerPlain, partner);
  const people = { plain, partnerPlain, unverified: asPerson(home, unverified, '无名氏') };
  const expiredCode = await sendCode(app, partner.owner, 'sign');
  await app.advance(301);
  const { flows, usedCode } = await givenFlows(app, { home, partner, ...people }, templates, () =>
    sendCode(app, plain, 'sign'),
  );
  const own = {
    owner: await inOwnSession(app, foreign, home.owner),
    plain: await inOwnSession(app, foreign, plain),
  };
  const uploads = {
    home: await upload(home.owner.client),
    foreign: await upload(foreign.owner.client),
    blank: await upload(home.owner.client, { name: '采购合同.txt', bytes: Buffer.from(BLANK_CONTRACT) }),
  };
  const { db } = app.app.database;
  await recordRemoval(db, 'drafts', new Map([[home.corpId, 2]]), app.app.services.clock.now());
  return {
    app,
    ownSessions: { owner: own.owner.client, plain: own.plain.client },
    home,
    partner,
    foreign,
    poor,
    invalid,
    ...people,
    newcomer: await listed(app, home, '新人'),
    deleted: await givenDeleted(app, home),
    invited: await givenInvited(app, home, await foreign.member()),
    applicants: {
      home: await givenApplicant(app, home, await foreign.member()),
      second: await givenApplicant(app, home, await foreign.member()),
      foreign: await givenApplicant(app, foreign, partnerPlain),
    },
    credentials: {
      expiredToken: expired,
      disabled: await givenDisabled(app, home),
      spare: await givenSpare(app, home),
    },
    seals,
    authorisations: {
      ...{ spare: spareRecord, ended },
      foreign: await authorise(foreign, { sealId: seals.foreign }),
    },
    personalSeals: await givenPersonalSeals(own.owner, own.plain, sealScan),
    uploads,
    certificates: await givenCertificates(app, { home, poor, foreign }),
    drafts: await givenDrafts(home.owner.client, uploads.home, templateId),
    pdf: await contractPdf(2),
    signedPdf: await download(home.owner, flows.completed.flowId),
    sealScan,
    sealImages: {
      home: await uploadImage(home.owner.client, sealScan),
      foreign: await uploadImage(foreign.owner.client, sealScan),
    },
    templates,
    flows,
    batches: await givenBatches(app, { home, plain, partner }, templates),
    payments: await givenPayments(app, { home, partner, foreign, partnerPlain }),
    webhooks: await givenWebhooks(app, { home, foreign }),
    codes: {
      open: await sendCode(app, home.owner, 'sign'),
      otherType: await sendCode(app, home.owner, 'approval'),
      expired: expiredCode,
      used: usedCode,
    },
    unknownId: 9_007_199_254_000_000,
  };
}

/** A session of the console, for the operations that show and end those of a member. */
async function loggedIn({ app: { services, database } }: RunningApp, { userId }: Person): Promise<void> {
  const browser = {
    address: '127.0.0.1',
    device: PHONE,
    deviceToken: null,
    sessionSecret: null,
    requestId: '',
  };
  const login = {
    userId,
    method: 'sms',
    isStrong: false,
    isFresh: true,
    corpId: null,
    linkId: null,
  } as const;
  await transact(database.db, (tx) => logIn(tx, services, { ...login, browser }, services.clock.now()));
}

async function givenPersonalSeals(owner: Person, plain: Person, picture: Uint8Array): Promise<PersonalSeals> {
  const image = Buffer.from(picture).toString('base64');
  const make = async ({ client }: Person) => (await client.data(createByHandwriting, { image })).sealId;
  const [own, unused, deleted] = [await make(owner), await make(owner), await make(owner)];
  await owner.client.data(personalSealDelete, { sealId: deleted });
  return { own, unused, deleted, plain: await make(plain) };
}

/** The same enterprise with a fresh token. */
async function renewed(app: RunningApp, enterprise: Enterprise): Promise<Enterprise> {
  const accessToken = await tokenOf(app, enterprise);
  const owner = { ...enterprise.owner, client: enterprise.owner.client.with({ accessToken }) };
  return {
    ...enterprise,
    accessToken,
    owner,
    client: enterprise.client.with({ accessToken }),
    async member(roles = []) {
      const person = await enterprise.member(roles);
      return { ...person, client: person.client.with({ accessToken }) };
    },
  };
}

async function tokenOf(
  app: RunningApp,
  { appId, appSecret }: { readonly appId: string; readonly appSecret: string },
): Promise<string> {
  const { envelope } = await app.post<{ accessToken: string }>('/service/getAccessToken', {
    appId,
    appSecret,
  });
  return envelope.data.accessToken;
}

async function givenSeals(
  app: RunningApp,
  { home, partner, foreign, poor }: Readonly<Record<'home' | 'partner' | 'foreign' | 'poor', Enterprise>>,
): Promise<World['seals']> {
  const { db } = app.app.database;
  const [homeSeal, spare, suspended, unused, automatic, deleted, partnerSeal, foreignSeal] = [
    await givenSeal(home),
    await givenSeal(home, '备用的印章'),
    await givenSeal(home, '停用的印章'),
    await givenSeal(home, '不用的印章'),
    await givenSeal(home, '自动的印章'),
    await givenSeal(home, '删除的印章'),
    await givenSeal(partner),
    await givenSeal(foreign),
  ];
  await givenSeal(poor);
  await db.updateTable('seals').set({ status: 4 }).where('seal_id', '=', suspended).execute();
  await db
    .updateTable('seals')
    .set({ deleted_at: app.app.services.clock.now() })
    .where('seal_id', '=', deleted)
    .execute();
  return {
    ...{ home: homeSeal, spare, suspended, unused, automatic, deleted },
    ...{ partner: partnerSeal, foreign: foreignSeal },
  };
}

/** Authorises the owner, by default for all contracts and without an end. */
async function authorise(
  { owner }: Enterprise,
  terms: { readonly sealId: number; readonly [name: string]: unknown },
): Promise<AuthorisationId> {
  const { envelope } = await owner.client.post('/seal/addSealAuthor', {
    authorMemberRange: 1,
    userIdList: [{ userId: owner.userId }],
    authorRole: 'SEAL_USER',
    authorRange: 0,
    ...terms,
  });
  if (envelope.code !== '200') throw new Error(JSON.stringify(envelope));
  const { sealId } = terms;
  const listed = await owner.client.post<readonly { id: AuthorisationId }[]>('/seal/getSealAuthorList', {
    sealId,
  });
  const [record] = listed.envelope.data;
  if (record === undefined) throw new Error('the record is not there');
  return record.id;
}

let mobiles = 15_700_000_000;

async function listed(
  app: RunningApp,
  { corpId }: Enterprise,
  userName: string,
  roles: readonly 'ADMIN'[] = [],
  mobile = String(++mobiles),
): Promise<Listed> {
  const { services, database } = app.app;
  const now = services.clock.now();
  return transact(database.db, (tx) =>
    addMember(tx, services.ids, { corpId, userName, mobile, jobNum: '1', roles, now }),
  );
}

function asPerson({ client }: Enterprise, { userId, mobile }: Listed, realName: string): Person {
  return { userId, mobile, realName, signPwd: '246813', client: client.with({ userId: String(userId) }) };
}

async function givenDeleted(app: RunningApp, home: Enterprise): Promise<Listed> {
  const member = await listed(app, home, '离职者');
  await app.app.database.db
    .updateTable('members')
    .set({ state: 'deleted' })
    .where('user_id', '=', member.userId)
    .execute();
  return member;
}

async function givenInvited(app: RunningApp, home: Enterprise, somebody: Person): Promise<Listed> {
  return listed(app, home, '受邀者', [], somebody.mobile);
}

async function givenApplicant(app: RunningApp, { corpId }: Enterprise, { userId }: Person): Promise<UserId> {
  const { database, services } = app.app;
  await transact(database.db, (tx) => openJoinRequest(tx, corpId, userId, services.clock.now()));
  return userId;
}

async function givenSpare(app: RunningApp, { corpId }: Enterprise): Promise<string> {
  const { database, services } = app.app;
  const { appId } = await transact(database.db, (tx) =>
    createApplication(tx, { corpId, name: 'spare', now: services.clock.now() }),
  );
  return appId;
}

async function givenDisabled(
  app: RunningApp,
  { corpId }: Enterprise,
): Promise<World['credentials']['disabled']> {
  const { database, services } = app.app;
  const application = await transact(database.db, (tx) =>
    createApplication(tx, { corpId, name: 'disabled', now: services.clock.now() }),
  );
  const accessToken = await tokenOf(app, application);
  await transact(database.db, (tx) => setApplicationStatus(tx, corpId, application.appId, 'disabled'));
  return { appId: application.appId, appSecret: application.appSecret, accessToken };
}

const BLANK_CONTRACT = `采购合同

甲方：________________　身份证号：____________________
合同金额：____________元
签订日期：________________

甲方（盖章）：
`;

async function upload(client: Client, file?: { name: string; bytes: Uint8Array }): Promise<Uploaded> {
  const sent = file ?? { name: '采购合同.pdf', bytes: await contractPdf(2) };
  const answer = await client.upload<Uploaded>('/template/uploadContractFile', sent);
  return answer.envelope.data;
}

async function uploadImage(client: Client, bytes: Uint8Array): Promise<UploadedImage> {
  const answer = await client.upload<UploadedImage>('/seal/uploadSealFile', { name: '公章.png', bytes });
  return answer.envelope.data;
}

async function sendCode(
  app: RunningApp,
  { client, mobile }: Person,
  smsType: 'sign' | 'approval',
): Promise<string> {
  await client.data(sendSmsVerifyCode, { mobile, smsType });
  return app.newestCode(mobile);
}
