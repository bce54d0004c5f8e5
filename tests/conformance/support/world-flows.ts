import { approvalSign } from '@cinnabar/api/operations/approvals.js';
import {
  contractCancel,
  contractList,
  contractRefuse,
  getDesignatedSignatureUrl,
  signComponentList,
  signWish,
} from '@cinnabar/api/operations/flows.js';
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { RunningApp } from '../../support/app.js';
import type { Enterprise, Person } from '../../support/given-enterprise.js';
import {
  as,
  contractPdf,
  type FlowId,
  fillAll,
  type GivenTemplate,
  givenTemplate,
  sign,
  startFlow,
} from '../../support/given-flow.js';
import type { Templates } from './world-templates.js';

/** A flow in the form that the tables need. */
export interface KnownFlow {
  readonly flowId: FlowId;
  /** Participants by their flag. */
  readonly participants: Readonly<Record<string, number>>;
  readonly fileId: number;
  /** Fillable controls by key, and each participant's signature areas by flag. */
  readonly controls: Readonly<Record<string, number>>;
  readonly areas: Readonly<Record<string, number>>;
}

export interface AskingFlow extends KnownFlow {
  readonly approvalId: ApprovalId;
}

export interface Flows {
  /** 1: home's owner fills first, then partner's owner; from the template `typed`. */
  readonly filling: KnownFlow;
  /** 2: home's owner signs first, then partner's owner. */
  readonly signing: KnownFlow;
  /** 2: home's owner has signed, and it is the turn of partner's owner. */
  readonly halfSigned: KnownFlow;
  readonly completed: KnownFlow;
  readonly revoked: KnownFlow;
  readonly expired: KnownFlow;
  /** 1 and 2, past the deadline, and not swept yet. */
  readonly overdueFilling: KnownFlow;
  readonly overdueSigning: KnownFlow;
  /** 1, encrypted, started by a member of home without a role. */
  readonly encrypted: KnownFlow;
  /** 1, confidential, started by the same. */
  readonly confidential: KnownFlow;
  /** 2: 甲方 is home's member without a role, who may use no seal. */
  readonly byPlain: KnownFlow;
  /** 2: 甲方 is home's unverified administrator. */
  readonly byUnverified: KnownFlow;
  /** 2: home's member signs as a person. */
  readonly personal: KnownFlow;
  /** 2: home's owner and partner's owner place freely, in any order. */
  readonly free: KnownFlow;
  /** 2: to be revoked. */
  readonly spare: KnownFlow;
  /** 2: one each to be refused, handed over, reassigned. */
  readonly refusable: KnownFlow;
  readonly handable: KnownFlow;
  /** 0. */
  readonly draft: KnownFlow;
  /** 2: home's member has requested the seal; one to be decided, one to be withdrawn, and one that is decided. */
  readonly asking: AskingFlow;
  readonly askingToo: AskingFlow;
  readonly askingThree: AskingFlow;
  readonly askingFour: AskingFlow;
  readonly decided: AskingFlow;
  /** 6. */
  readonly refused: KnownFlow;
  /** Between partner and itself: home is not involved. */
  readonly foreign: KnownFlow;
}

/** An uploaded contract file. */
interface Uploaded {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
}

interface Parties {
  readonly home: Enterprise;
  readonly partner: Enterprise;
  readonly plain: Person;
  readonly partnerPlain: Person;
  readonly unverified: Person;
}

type Extra = Partial<Omit<Parameters<typeof startFlow>[2], 'participantList'>>;

/** Flows in every reachable status. `sendCode` sends a code to home's member. */
export async function givenFlows(
  app: RunningApp,
  { home, partner, plain, unverified }: Parties,
  templates: Templates,
  sendCode: () => Promise<string>,
): Promise<{ readonly flows: Flows; readonly usedCode: string }> {
  const owner = home.owner;
  const counterparty = as('乙方', partner.owner, partner);

  async function started(template: GivenTemplate, by: Person, extra: Extra = {}): Promise<KnownFlow> {
    const participantList = [counterparty];
    const { flowId } = await startFlow(by.client, template, { participantList, ...extra });
    return known(by, flowId);
  }
  async function filled(first: Person = owner, extra: Extra = {}): Promise<KnownFlow> {
    const { flowId } = await startFlow(owner.client, templates.contract, {
      participantList: [as('甲方', first, home), counterparty],
      ...extra,
    });
    await fillAll(first, flowId, '一万元整');
    await fillAll(partner.owner, flowId, '上海市');
    return known(owner, flowId);
  }
  async function overdue(flow: KnownFlow): Promise<KnownFlow> {
    await app.app.database.db
      .updateTable('flows')
      .set({ deadline: new Date(app.app.services.clock.now().getTime() - 1000) })
      .where('flow_id', '=', flow.flowId)
      .execute();
    return flow;
  }

  const halfSigned = await filled();
  await sign(owner, halfSigned.flowId);
  const completed = await filled();
  await sign(owner, completed.flowId);
  await sign(partner.owner, completed.flowId);
  const revoked = await filled();
  await owner.client.data(contractCancel, { flowId: revoked.flowId, cancelMsg: '条款有误' });
  async function asking(): Promise<AskingFlow> {
    const flow = await filled(plain);
    const { approvalId } = await sign(plain, flow.flowId);
    if (approvalId === null) throw new Error('no approval was asked for');
    return { ...flow, approvalId };
  }
  const decided = await asking();
  await owner.client.data(approvalSign, {
    approvalId: decided.approvalId,
    approvalStatus: 3,
    failReason: '金额过大',
  });
  const refused = await filled();
  await partner.owner.client.data(contractRefuse, { flowId: refused.flowId, refuseMsg: '金额不符' });
  const expired = await overdue(await filled());
  // The sweep runs with every move of the clock, even by zero.
  await app.advance(0);

  const personalFlow = await startFlow(owner.client, templates.personal, {
    participantList: [as('个人', plain, null)],
  });
  const usedCode = await sendCode();
  await plain.client.data(signWish, { flowId: personalFlow.flowId, authType: 'sms', verifyCode: usedCode });
  const foreignFlow = await foreignTo(partner);

  const flows = {
    filling: await started(templates.typed, owner),
    signing: await filled(),
    halfSigned,
    completed,
    revoked,
    expired,
    overdueFilling: await overdue(await started(templates.contract, owner)),
    overdueSigning: await overdue(await filled()),
    encrypted: await started(templates.contract, plain, { encryptFlag: 1 }),
    confidential: await started(templates.contract, plain, { privaryFlag: 1 }),
    byPlain: await filled(plain),
    byUnverified: await filled(unverified),
    personal: await known(plain, personalFlow.flowId),
    free: await started(templates.free, owner),
    spare: await filled(),
    refusable: await filled(),
    handable: await filled(),
    draft: await drafted(home, partner),
    asking: await asking(),
    askingToo: await asking(),
    askingThree: await asking(),
    askingFour: await asking(),
    decided,
    refused,
    foreign: foreignFlow,
  };
  return { flows, usedCode };
}

/** A draft of home's owner with partner's owner, of one file. */
async function drafted(home: Enterprise, partner: Enterprise): Promise<KnownFlow> {
  const { client } = home.owner;
  const { envelope } = await client.upload<Uploaded>('/template/uploadContractFile', {
    name: '草稿.pdf',
    bytes: await contractPdf(1),
  });
  await client.data(getDesignatedSignatureUrl, {
    flowTitle: '草稿合同',
    contractFileList: [envelope.data],
    participantList: [
      { ...as('甲方', home.owner, home), participantType: 1 },
      { ...as('乙方', partner.owner, partner), participantType: 1 },
    ],
  });
  const [draft] = await client.data(contractList, { docQueryType: 8 });
  if (draft === undefined) throw new Error('no draft was made');
  return known(home.owner, draft.flowId);
}

/** A flow of partner with itself only. */
async function foreignTo(partner: Enterprise): Promise<KnownFlow> {
  const template = await givenTemplate(partner.owner.client, {
    parties: [{ flag: '甲方', mode: 3, area: true, controls: ['amount'] }],
  });
  const { flowId } = await startFlow(partner.owner.client, template, { participantList: [] });
  return known(partner.owner, flowId);
}

/** The flow as the person sees it. */
async function known({ client }: Person, flowId: FlowId): Promise<KnownFlow> {
  const areas = await client.data(signComponentList, { flowId });
  const { envelope } = await client.post<typeof areas>('/signTask/fillComponentList', { flowId });
  const [file] = areas;
  if (file === undefined) throw new Error('a flow without a file');
  const flags = new Map(file.participantList.map((each) => [each.participantId, each.participantFlag]));
  return {
    flowId,
    fileId: file.fileId,
    participants: Object.fromEntries(
      file.participantList.map((each) => [each.participantFlag, each.participantId]),
    ),
    controls: Object.fromEntries(
      envelope.data.flatMap(({ componentList }) =>
        componentList.map(({ componentKey, componentId }) => [componentKey ?? '', componentId]),
      ),
    ),
    areas: Object.fromEntries(
      areas.flatMap(({ componentList }) =>
        componentList.map(({ participantId, componentId }) => [flags.get(participantId) ?? '', componentId]),
      ),
    ),
  };
}
