/** Sessions of pages: one of every kind of link, those of a person, and objects of others. */
import type { LinkKind } from '@cinnabar/api/links.js';
import { contractList, getDesignatedSignatureUrl } from '@cinnabar/api/operations/flows.js';
import { memberCreate } from '@cinnabar/api/operations/members.js';
import { uploadContractFile } from '@cinnabar/api/operations/templates.js';
import { id } from '@cinnabar/api/schema.js';
import {
  findLink,
  insertPersonSession,
  insertSession,
  issueLink,
  type LinkSubject,
} from '@cinnabar/server/areas/links/index.js';
import { insertRegistration } from '@cinnabar/server/areas/newcomers/registration-store.js';
import { insertPlatformSession } from '@cinnabar/server/areas/platform/store.js';
import { insertOperator, logIn } from '@cinnabar/server/areas/sessions/index.js';
import { hashToken, randomToken } from '@cinnabar/server/custody/secrets.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { CorpId, UserId } from '@cinnabar/server/operation/context.js';
import { consoleKey } from '@cinnabar/server/pages/console/session-secrets.js';
import { personSessionKey } from '@cinnabar/server/pages/person-session.js';
import { platformKey } from '@cinnabar/server/pages/platform/session-secrets.js';
import { sessionKey } from '@cinnabar/server/pages/session-secrets.js';
import type { RunningApp } from '../../support/app.js';
import type { RequestHeaders } from '../../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../../support/given-enterprise.js';
import {
  as,
  contractPdf,
  type FlowId,
  givenSeal,
  givenTemplate,
  startFlow,
  taskInfo,
} from '../../support/given-flow.js';
import type { Uploaded } from './world.js';

/** The two halves of a session. */
export interface PageSession {
  readonly cookie: string;
  readonly key: RequestHeaders;
}

export const bothHalves = ({ cookie, key }: PageSession): RequestHeaders => ({ cookie, ...key });

export interface PageWorld {
  /** Of a link whose duty is open, or that its person may still view. */
  readonly links: Readonly<Record<LinkKind, PageSession>>;
  /** The same, but with the link withdrawn. */
  readonly withdrawn: Readonly<Record<LinkKind, PageSession>>;
  /** Kinds whose duty is still open: others are refused as ended before their kind is examined. */
  readonly standing: readonly LinkKind[];
  readonly person: PageSession;
  /** Must pass a face check first. */
  readonly faceless: PageSession;
  /** Of the console: the person's own, one that lacks its second factor, and one by an access link. */
  readonly console: Readonly<Record<ConsoleKind, PageSession>>;
  /** Of two operators of the platform. */
  readonly platform: Readonly<Record<'own' | 'other', PageSession>>;
  /** Ids of existing objects of others, by the field that names them. */
  readonly foreign: Readonly<Record<string, number>>;
}

export type ConsoleKind = 'own' | 'begun' | 'access';

export async function givenPageWorld(app: RunningApp): Promise<PageWorld> {
  const home = await givenEnterprise(app);
  const foreign = await givenEnterprise(app);
  const own = await givenContract(app, home);
  const theirs = await givenContract(app, foreign);
  const { clerk, subject } = own;
  const about: Readonly<Record<LinkKind, readonly [UserId, LinkSubject]>> = {
    sign: [clerk.userId, subject],
    fill: [clerk.userId, subject],
    copy: [clerk.userId, { flowId: own.flowId, copierId: 1 }],
    draft: [home.owner.userId, { flowId: await givenDraft(home) }],
    approval: [home.owner.userId, { approvalId: id<'Approval'>().read(1, '', { zone: 'UTC' }) }],
    personalAuth: [await memberToBe(home, '待认证', '13600000001'), {}],
    invitation: [await memberToBe(home, '待确认', (await foreign.member()).mobile), {}],
    access: [clerk.userId, {}],
    registration: [clerk.userId, { registrationId: await givenRegistration(app, home, own) }],
    autoSign: [clerk.userId, {}],
    seals: [home.owner.userId, {}],
    templates: [home.owner.userId, {}],
  };
  const kinds = Object.keys(about).filter((kind): kind is LinkKind => Object.hasOwn(about, kind));
  const sessionsOf = async (isWithdrawn: boolean) => {
    const sessions = await Promise.all(
      kinds.map(async (kind) => {
        const [userId, of] = about[kind];
        return [
          kind,
          await linkSession(app, { kind, corpId: home.corpId, userId, subject: of }, isWithdrawn),
        ] as const;
      }),
    );
    return new Map(sessions);
  };
  return {
    links: everyKind(kinds, await sessionsOf(false)),
    withdrawn: everyKind(kinds, await sessionsOf(true)),
    standing: ['sign', 'draft', 'personalAuth', 'invitation', 'access', 'registration', 'seals', 'templates'],
    person: await personSession(app, clerk, false),
    faceless: await personSession(app, clerk, true),
    console: {
      own: await consoleSession(app, home, clerk, 'own'),
      begun: await consoleSession(app, home, await withSecondFactor(app, home), 'begun'),
      access: await consoleSession(app, home, clerk, 'access'),
    },
    platform: {
      own: await platformSession(app, home.owner.userId),
      other: await platformSession(app, clerk.userId),
    },
    foreign: {
      flowId: theirs.flowId,
      participantId: theirs.subject.participantId,
      corpId: foreign.corpId,
      approvalId: 1,
      fileId: theirs.fileId,
      id: 1,
      copierId: 1,
      componentId: 1,
    },
  };
}

function everyKind(
  kinds: readonly LinkKind[],
  sessions: ReadonlyMap<LinkKind, PageSession>,
): Readonly<Record<LinkKind, PageSession>> {
  const of = (kind: LinkKind): PageSession => {
    const session = sessions.get(kind);
    if (session === undefined) throw new Error(`no session for ${kind} of ${kinds.join(', ')}`);
    return session;
  };
  return {
    sign: of('sign'),
    fill: of('fill'),
    copy: of('copy'),
    draft: of('draft'),
    approval: of('approval'),
    personalAuth: of('personalAuth'),
    invitation: of('invitation'),
    access: of('access'),
    registration: of('registration'),
    autoSign: of('autoSign'),
    seals: of('seals'),
    templates: of('templates'),
  };
}

/** A contract that a member has to sign for the enterprise. */
async function givenContract(app: RunningApp, home: Enterprise) {
  const clerk = await home.member(['ADMIN']);
  await givenSeal(home);
  const template = await givenTemplate(home.owner.client, {
    parties: [{ flag: '甲方', signOrder: 1, area: true }],
  });
  const { flowId } = await startFlow(home.owner.client, template, {
    participantList: [as('甲方', clerk, home)],
  });
  const [part] = (await taskInfo(home.owner, flowId)).participantList;
  const file = await app.app.database.db
    .selectFrom('flow_files')
    .select('file_id')
    .where('flow_id', '=', flowId)
    .executeTakeFirstOrThrow();
  if (part === undefined) throw new Error('the contract has no part');
  const { participantId } = part;
  return { clerk, flowId, fileId: file.file_id, subject: { flowId, participantId } };
}

/** A contract on which its initiator still places fields. */
async function givenDraft({ owner, corpName }: Enterprise): Promise<FlowId> {
  const file = { name: '采购合同.pdf', bytes: await contractPdf(1), mediaType: 'application/pdf' };
  const { envelope } = await owner.client.upload<Uploaded>(uploadContractFile.path, file);
  const party = { participantFlag: '甲方', psnAccount: owner.mobile, psnName: owner.realName };
  await owner.client.data(getDesignatedSignatureUrl, {
    flowTitle: '草稿',
    contractFileList: [envelope.data],
    participantList: [{ ...party, participantCorpName: corpName, participantType: 1 }],
  });
  const [draft] = await owner.client.data(contractList, { docQueryType: 8 });
  if (draft === undefined) throw new Error('no draft');
  return draft.flowId;
}

async function memberToBe({ owner }: Enterprise, userName: string, mobile: string): Promise<UserId> {
  const { userId } = await owner.client.data(memberCreate, { userName, mobile, jobNum: mobile.slice(-6) });
  return userId;
}

async function givenRegistration(
  app: RunningApp,
  { corpId }: Enterprise,
  { clerk, flowId, subject }: Awaited<ReturnType<typeof givenContract>>,
) {
  const { database, services } = app.app;
  const registrationId = await services.ids.next<'CorpRegistration'>();
  const now = services.clock.now();
  await transact(database.db, async (tx) =>
    insertRegistration(tx, {
      registration_id: registrationId,
      corp_id: await services.ids.next<'Corp'>(),
      user_id: clerk.userId,
      flow_corp_id: corpId,
      flow_id: flowId,
      participant_id: subject.participantId,
      corp_name: '待登记有限公司',
      corp_code: '91310000MA1FL0000X',
      legal_rep_name: '钱法人',
      legal_rep_ident_no: new Uint8Array(32),
      legal_rep_user_id: clerk.userId,
      seal_name: null,
      state: 'waiting',
      reason: null,
      created_at: now,
      expire_time: new Date(now.getTime() + 86_400_000),
      decided_at: null,
    }),
  );
  return registrationId;
}

async function linkSession(
  app: RunningApp,
  link: {
    readonly kind: LinkKind;
    readonly corpId: CorpId;
    readonly userId: UserId;
    readonly subject: LinkSubject;
  },
  isWithdrawn: boolean,
): Promise<PageSession> {
  const { database, services } = app.app;
  const now = services.clock.now();
  const secret = randomToken();
  const linkId = await transact(database.db, async (tx) => {
    const address = await issueLink(tx, services, { ...link, now });
    const made = await findLink(tx, hashToken(address.slice(address.lastIndexOf('/') + 1)));
    if (made === null) throw new Error('the link is not there');
    const expireTime = new Date(now.getTime() + 86_400_000);
    await insertSession(tx, made.linkId, { sessionHash: hashToken(secret), createdAt: now, expireTime });
    if (isWithdrawn) {
      await tx.updateTable('link_grants').set({ ended_at: now }).where('link_id', '=', made.linkId).execute();
    }
    return made.linkId;
  });
  return {
    cookie: `link_${linkId}=${secret}`,
    key: { linkSession: sessionKey(services, linkId, secret) },
  };
}

async function personSession(app: RunningApp, { userId }: Person, needsFace: boolean): Promise<PageSession> {
  const { database, services } = app.app;
  const now = services.clock.now();
  const secret = randomToken();
  const expireTime = new Date(now.getTime() + 86_400_000);
  await transact(database.db, (tx) =>
    insertPersonSession(
      tx,
      { userId, needsFace },
      { sessionHash: hashToken(secret), createdAt: now, expireTime },
    ),
  );
  return { cookie: `person=${secret}`, key: { personSession: personSessionKey(services, secret) } };
}

/** A member who needs a second factor to log in. */
async function withSecondFactor(app: RunningApp, home: Enterprise): Promise<Person> {
  const member = await home.member();
  const now = app.app.services.clock.now();
  await app.app.database.db
    .insertInto('totp_factors')
    .values({
      user_id: member.userId,
      secret: new Uint8Array(20),
      last_step: null,
      created_at: now,
      confirmed_at: now,
    })
    .execute();
  return member;
}

async function consoleSession(
  app: RunningApp,
  { corpId }: Enterprise,
  { userId }: Person,
  kind: ConsoleKind,
): Promise<PageSession> {
  const { database, services } = app.app;
  const now = services.clock.now();
  const browser = {
    address: '127.0.0.1',
    device: null,
    deviceToken: null,
    sessionSecret: null,
    requestId: '',
  };
  const login = {
    userId,
    method: kind === 'access' ? 'access' : 'sms',
    isStrong: false,
    isFresh: kind === 'own',
    corpId: kind === 'access' ? corpId : null,
    linkId: null,
    browser,
  } as const;
  const secret = await transact(database.db, async (tx) => {
    const begun = await logIn(tx, services, login, now);
    // The time of the last use is recorded once a minute; here it never is.
    const later = new Date(now.getTime() + 3_600_000);
    await tx
      .updateTable('console_sessions')
      .set({ last_used_at: later, ...(kind === 'own' ? { proven_at: later } : {}) })
      .where('session_id', '=', begun.session.sessionId)
      .execute();
    return begun.secret;
  });
  return { cookie: `console=${secret}`, key: { consoleSession: consoleKey(services, secret) } };
}

async function platformSession(
  { app: { database, services } }: RunningApp,
  userId: UserId,
): Promise<PageSession> {
  const secret = randomToken();
  const now = services.clock.now();
  // The time of the last use is recorded once a minute; here it never is.
  const later = new Date(now.getTime() + 3_600_000);
  await transact(database.db, async (tx) => {
    await insertOperator(tx, userId, '周岚', now);
    const sessionHash = hashToken(secret);
    await insertPlatformSession(tx, { sessionHash, userId, createdAt: later, expireTime: later });
  });
  return { cookie: `platform=${secret}`, key: { platformSession: platformKey(services, secret) } };
}
