/** Contracts in which one person has a part, and the channels through which somebody can act in that person's name. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getApprovalSignUrl } from '@cinnabar/api/operations/approvals.js';
import { getFillUrl, getSignUrl, startSignFlow } from '@cinnabar/api/operations/flows.js';
import { accessAuth } from '@cinnabar/api/operations/members.js';
import { embedOriginsSetting, saveSetting } from '@cinnabar/server/areas/enterprise/index.js';
import { addMember, verifyMember } from '@cinnabar/server/areas/members/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { enterLink, type LinkSession } from '../support/enter-link.js';
import { freshDatabase } from '../support/fresh-database.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { type Channels, givenChannels } from '../support/given-payments.js';
import { mySession, openPersonalContracts } from '../support/my-session.js';
import type { Channel, PartName } from './binding-table.js';

export const OWN_SITE = 'https://erp.example.com';
const OTHER_SITE = 'https://portal.example.net';

export interface World {
  readonly app: RunningApp;
  /** For the command line. */
  readonly settings: Readonly<Record<string, string>>;
  /** The enterprise that the person is a member of, and that owns the contracts. */
  readonly home: Enterprise;
  /** Also knows the person, but takes part in none of the contracts. */
  readonly other: Enterprise;
  /** Collects payments. */
  readonly merchant: Enterprise;
  readonly merchantChannels: Channels;
  /** May not use the seal alone, and requests it. */
  readonly clerk: Person;
  readonly colleague: Person;
  readonly templates: Readonly<Record<ContractKind | 'personalFill', GivenTemplate>>;
  readonly sealId: number;
  close(): Promise<void>;
  readonly copy: { readonly person: Person; readonly session: LinkSession };
}

export type ContractKind = 'sign' | 'fill' | 'pay';

const area = { signOrder: 1, area: true } as const;
const bystanders = [
  { flag: '丙方', ...area },
  { flag: '个人', type: 0, ...area },
] as const;

export async function givenWorld(): Promise<World> {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-binding-'));
  const app = await startApp({ on: { database, dataDir } });
  const home = await givenEnterprise(app, {
    contracts: 10_000,
    profile: { settings: { approvalAuth: true } },
  });
  const other = await givenEnterprise(app);
  const merchant = await givenEnterprise(app, { contracts: 10_000, collections: 10_000 });
  const { name, value } = embedOriginsSetting([OWN_SITE]);
  await transact(app.app.database.db, (tx) => saveSetting(tx, home.corpId, name, value));
  const sealId = await givenSeal(home);
  const templates = {
    sign: await givenTemplate(home.owner.client, {
      parties: [{ flag: '甲方', mode: 3, ...area }, ...bystanders],
    }),
    fill: await givenTemplate(home.owner.client, {
      parties: [{ flag: '甲方', mode: 3, ...area, controls: ['amount'] }, ...bystanders.slice(1)],
    }),
    personalFill: await givenTemplate(home.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, ...area },
        { flag: '个人', type: 0, ...area, controls: ['address'] },
      ],
    }),
    pay: await givenTemplate(merchant.owner.client, {
      parties: [{ flag: '卖方', mode: 3, ...area }, { flag: '甲方', ...area }, ...bystanders.slice(1)],
    }),
  };
  const world = {
    app,
    settings: { DATABASE_URL: database.connectionString, DATA_DIR: dataDir },
    async close() {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
    home,
    other,
    merchant,
    merchantChannels: await givenChannels(app, merchant.corpId),
    clerk: await home.member(),
    colleague: await home.member(['ADMIN']),
    templates,
    sealId,
  };
  const reader = await givenPerson(world);
  return { ...world, copy: { person: reader, session: await byCopy(world, reader) } };
}

/** May use the seals and decide on their use; is also known to the uninvolved enterprise. */
export async function givenPerson({ app, home, other }: Omit<World, 'copy'>): Promise<Person> {
  const person = await home.member(['ADMIN']);
  const { services, database } = app.app;
  const { mobile, realName, signPwd } = person;
  const now = services.clock.now();
  const { corpId } = other;
  const { userId } = await transact(database.db, (tx) =>
    addMember(tx, services.ids, { corpId, userName: realName, mobile, jobNum: mobile, roles: [], now }),
  );
  const info = { realName, identNum: identNumOf(person), signPwd };
  await verifyMember({ db: database.db, services }, { corpId, userId, info, now });
  return person;
}

export function identNumOf({ mobile }: Pick<Person, 'mobile'>): string {
  return `1101011990${mobile.slice(3)}`;
}

export interface Contract {
  readonly flowId: FlowId;
  readonly participantId: number;
}

/** A contract that the person has started (or, for a sale, pays for), in which exactly one part is theirs. */
export async function givenContract(
  { home, clerk, merchant, colleague, templates }: World,
  person: Person,
  kind: ContractKind,
  part: PartName,
): Promise<Contract> {
  const [company, human] = part === 'enterprise' ? [person, colleague] : [colleague, person];
  const due = { payeeContractFlag: 1, payee: { amount: 12.5 } } as const;
  const initiator = kind === 'pay' ? merchant.owner : person;
  const template = templates[kind === 'fill' && part === 'personal' ? 'personalFill' : kind];
  const { flowId, participantList } = await startFlow(initiator.client, template, {
    participantList: [
      { ...as('甲方', company, home), ...(kind === 'pay' && part === 'enterprise' ? due : {}) },
      { ...as('个人', human, null), ...(kind === 'pay' && part === 'personal' ? due : {}) },
      ...(kind === 'sign' ? [as('丙方', clerk, home)] : []),
    ],
  });
  const flag = part === 'enterprise' ? '甲方' : '个人';
  const found = participantList.find(({ participantFlag }) => participantFlag === flag);
  if (found === undefined) throw new Error(`nobody is ${flag}`);
  return { flowId, participantId: found.participantId };
}

/** A member requests the seal in that contract, and the person may decide. */
export async function givenApproval({ clerk }: World, { flowId }: Contract): Promise<number> {
  const { approvalId } = await sign(clerk, flowId);
  if (approvalId === null) throw new Error('nothing was asked for');
  return approvalId;
}

/** A channel for acting in the person's name. */
export interface Way {
  readonly client: Client;
  /** Additional parameters of its page; null: it has no page. */
  readonly page: Client | null;
}

export interface Opened {
  readonly person: Person;
  readonly contract: Contract;
  readonly part: PartName;
  readonly kind: ContractKind;
  /** Of an act on an approval. */
  readonly approvalId: number | null;
  /** Whether the link is for the approval. */
  readonly decides: boolean;
}

/** Opens the channel for the person; the command line is not a client of the interface. */
export async function openChannel(
  world: World,
  channel: Exclude<Channel, 'commandLine'>,
  opened: Opened,
): Promise<Way> {
  const { app, home, other, copy } = world;
  const { person } = opened;
  const named = { userId: String(person.userId) };
  switch (channel) {
    case 'application':
      return { client: person.client, page: null };
    case 'otherApplication':
      return { client: other.client.with(named), page: null };
    case 'letIn':
      await openPersonalContracts(app, person, other);
      return { client: other.client.with(named), page: null };
    case 'accessSession': {
      const address = await home.owner.client.data(accessAuth, { userId: person.userId });
      return { client: (await enterLink(app, address)).client, page: null };
    }
    case 'copierLink':
      return { client: copy.session.client, page: null };
    case 'approverLink':
      return wayOf(app, await byApproverLink(world, opened));
    case 'ownSession':
      return wayOf(app, await byOwnSession(app, person, opened));
    case 'ownLink':
      return wayOf(app, await byLinkToPart(world, opened));
    case 'ownFrame':
      return framed(wayOf(app, await linkInFrame(world, opened)), OWN_SITE);
    case 'otherFrame':
      return framed(wayOf(app, await linkInFrame(world, opened)), OTHER_SITE);
  }
}

function wayOf({ baseUrl }: RunningApp, { client, cookie, entered }: LinkSession): Way {
  return { client, page: new Client(baseUrl, { cookie, linkSession: entered.session }) };
}

function framed({ client, page }: Way, linkHost: string): Way {
  const headers = { linkFrame: '1', linkHost };
  return { client: client.with(headers), page: page?.with(headers) ?? null };
}

function linkInFrame(world: World, opened: Opened): Promise<LinkSession> {
  return opened.decides ? byApproverLink(world, opened) : byLinkToPart(world, opened);
}

async function byLinkToPart(
  { app, merchant }: World,
  { person, contract, kind }: Opened,
): Promise<LinkSession> {
  const initiator = kind === 'pay' ? merchant.owner : person;
  const operation = kind === 'fill' ? getFillUrl : getSignUrl;
  const { flowId, participantId } = contract;
  const { envelope } = await initiator.client.post<string>(operation.path, { flowId, participantId });
  return enterLink(app, envelope.data, person);
}

async function byApproverLink(world: World, { person, approvalId }: Opened): Promise<LinkSession> {
  const id =
    approvalId ?? (await givenApproval(world, await givenContract(world, person, 'sign', 'enterprise')));
  const { envelope } = await person.client.post<string>(getApprovalSignUrl.path, { approvalId: id });
  return enterLink(world.app, envelope.data, person);
}

/** A contract opened from the list of their own contracts. */
async function byOwnSession(app: RunningApp, person: Person, opened: Opened): Promise<LinkSession> {
  const { contract, decides, approvalId } = opened;
  return openMine(app, person, {
    flowId: contract.flowId,
    participantId: decides ? null : contract.participantId,
    approvalId: decides ? approvalId : null,
    copierId: null,
  });
}

/** A completed contract of which the person received a copy. */
async function byCopy({ app, home }: Omit<World, 'copy'>, reader: Person): Promise<LinkSession> {
  const { owner } = home;
  const template = await givenTemplate(owner.client, { parties: [{ flag: '甲方', mode: 3, ...area }] });
  const { flowId } = await owner.client.data(startSignFlow, {
    templateId: template.templateId,
    participantList: [],
    copierList: [{ copierType: 0, psnAccount: reader.mobile, psnName: reader.realName }],
  });
  await sign(owner, flowId);
  const row = await app.app.database.db
    .selectFrom('flow_copiers')
    .select('copier_id')
    .where('flow_id', '=', flowId)
    .executeTakeFirstOrThrow();
  return openMine(app, reader, {
    flowId,
    participantId: null,
    approvalId: null,
    copierId: Number(row.copier_id),
  });
}

interface Wish {
  readonly flowId: number;
  readonly participantId: number | null;
  readonly approvalId: number | null;
  readonly copierId: number | null;
}

async function openMine(app: RunningApp, { mobile }: Person, wish: Wish): Promise<LinkSession> {
  const mine = await mySession(app, mobile);
  const opened = await mine.post<{ address: string }>('/open', wish);
  if (opened.envelope.code !== '0') throw new Error(JSON.stringify(opened.envelope));
  const linkId = Number(new URL(opened.envelope.data.address, app.baseUrl).searchParams.get('l'));
  const cookie = opened.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const answer = await app.post<{ entered: LinkSession['entered'] }>(
    '/pages/link/open',
    { linkId },
    { cookie },
  );
  const { entered } = answer.envelope.data;
  return {
    entered,
    cookie,
    client: new Client(`${app.baseUrl}/pages/operations`, { cookie, linkSession: entered.session }),
  };
}

/** The default seal in the area of that participant. */
export async function sealsOf({ person, contract }: Opened) {
  const commands = await sealEverything(person, contract.flowId);
  const own = commands.filter((each) => each.participantId === contract.participantId);
  if (own.length === 0) throw new Error(`${person.realName} has nothing to sign`);
  return own;
}
