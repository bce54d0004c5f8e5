/** Starting a flow from a template or from the contents of a request. */

import { AutoFill } from '@cinnabar/api/enums.js';
import type { OutputOf } from '@cinnabar/api/operation.js';
import type { startSignFlow } from '@cinnabar/api/operations/flows.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { GivenCopier } from '@cinnabar/api/schemas/copier.js';
import type { Tx } from '../../../database/schema.js';
import { NeedsTransaction } from '../../../database/transact.js';
import { enqueue } from '../../../jobs/queue.js';
import type { ActingCorp, MemberContext, UserId } from '../../../operation/context.js';
import { InvalidFields } from '../../../operation/invalid-fields.js';
import { fieldRefusal, invalidField, type Refusal, refuse, refuseFor } from '../../../operation/refusal.js';
import { findFilesToUse } from '../../../storage/stored-files.js';
import { findCorp } from '../../enterprise/index.js';
import { isAttachable, printDate } from '../../templates/index.js';
import { removeDraft } from '../../workspace/index.js';
import { insertFlow, insertFlowAlone } from '../commit/commit-flow.js';
import { withPreparedFiles } from '../fill/prepare-files.js';
import { withValues } from '../fill/rules/filling.js';
import { actorOf } from '../flow/actor.js';
import { type Attachment, type Copier, type Flow, FlowStatus } from '../flow/flow.js';
import type { FlowChange } from '../flow/flow-change.js';
import { flowDescription } from '../flow/flow-description.js';
import { withComputed } from '../flow/rules/component-rules.js';
import { changeOf } from '../flow/rules/decision.js';
import { nextStatus } from '../flow/rules/states.js';
import { fillQueue } from '../flow/rules/turns.js';
import { viewerOf } from '../view/access.js';
import { signerView } from '../view/signer-view.js';
import { askForContract, consentNeeded, needsConsent } from './ask-for-contract.js';
import {
  assembleFlow,
  type Contents,
  type FlowHead,
  flowCode,
  type NewAttachment,
  numberAttachments,
} from './assemble-flow.js';
import { chargedStart, chargeStart } from './charge-start.js';
import { loadDirectory } from './directory.js';
import { fillForOwner } from './fill-for-owner.js';
import { type GivenFills, type Prefill, readPrefill } from './prefill.js';
import { type BoundParty, bindParties, type GivenParty, type TemplateParty } from './rules/binding.js';
import { decideDraft, decideStart, startedAndFilled } from './rules/starting.js';
import { copiersOf, ensurePersons, givesMail, namesStrangers, saveMailOf } from './start-people.js';

/** Input of every start, whatever the flow consists of. */
export interface GivenStart {
  readonly participantList: readonly GivenParty[];
  readonly fillComponents?: GivenFills;
  readonly autoFill?: AutoFill;
  readonly attachmentList?: readonly { readonly fileName: string; readonly fileUrl: string }[];
  readonly copierList?: readonly GivenCopier[];
  readonly expireDate?: Date;
  readonly privaryFlag?: 0 | 1;
  readonly reversePayFlag?: 0 | 1;
  readonly sourceOrderCode?: string;
  readonly remark?: string;
  /** Draft of the initiator, which the start takes the place of. */
  readonly draftKey?: string;
}

export interface StartRequest {
  readonly parties: readonly TemplateParty[];
  readonly contentsOf: (bound: readonly BoundParty[]) => Promise<Contents>;
  /** Copiers of the template; those of the request are added. */
  readonly attachments: readonly NewAttachment[];
  readonly copiers: readonly GivenCopier[];
  readonly templateId: Id<'Template'> | null;
  readonly title: string;
  readonly encrypted: boolean;
  readonly given: GivenStart;
  /** Visible only to the initiator, and not charged, until it is sent. */
  readonly draft: boolean;
  /** Batch of flows that are started together. */
  readonly batchId?: Id<'Batch'>;
  /** Checks whether flows can be created from the source in its present state; the last check. */
  readonly refuseUnlessUsable: (found: (refusal: Refusal) => void) => void;
}

/** What becomes of the reasons for refusing a start. */
export interface StartFindings {
  /** Receives every reason; throws those that end the start. */
  readonly found: (refusal: Refusal) => void;
  /** Called after the checks, before anything is filled in or drawn. */
  readonly checked: () => void;
}

/** A start up to its commit. */
export interface PreparedStart {
  readonly contents: Contents;
  readonly ready: ReadyFlow;
  readonly attachments: readonly NewAttachment[];
  readonly prefill: Prefill;
  /** Whether the enterprise requires approval first, and by whom; null: it does not. */
  readonly asking: Awaited<ReturnType<typeof consentNeeded>> | null;
}

/**
 * Binds the parties, fills and draws as requested, in the order of the checks.
 * @returns null if nothing can continue after the problems found
 * @throws Refusal for other errors after which nothing can continue
 */
export async function prepareStart(
  ctx: MemberContext,
  request: StartRequest,
  { found, checked }: StartFindings,
): Promise<PreparedStart | null> {
  const { given } = request;
  const corp = await initiatingCorp(ctx);
  const contents = await bindContents(ctx, corp, request, found);
  if (contents === null) return null;
  const isByHand = (given.autoFill ?? AutoFill.byHand) === AutoFill.byHand;
  const prefill = await readPrefill(ctx, contents, corp.corpId, {
    given: given.fillComponents ?? [],
    finishes: !isByHand,
  });
  const asking = !request.draft && needsConsent(corp) ? await consentNeeded(ctx, corp.corpId) : null;
  const draft = request.draft || asking?.kind === 'ask';
  if (draft || isByHand) {
    for (const { path, words } of prefill.problems) found(invalidField(path, words));
  }
  const attachments = await attachmentsOf(ctx, request, found);
  const head = await headOf(ctx, corp, request, found);
  if (head.reversePay && !contents.parties.some(({ corpId }) => corpId !== corp.corpId)) {
    found(invalidField('reversePayFlag', { zh: '没有相对方，无法由对方付费', en: 'needs a counterparty' }));
  }
  request.refuseUnlessUsable(found);
  if (corp.identStatus === 'invalid') found(refuseFor('NOT_VERIFIED'));
  checked();
  const components = withComputed(withValues(contents.components, prefill.values));
  const filled: Contents = { ...contents, components };
  const ready = await fillAndPrepare(ctx, head, filled, prefill, {
    given,
    draft,
    selfApproved: asking?.kind === 'self',
  });
  return { contents, ready, attachments, prefill, asking };
}

/** A real start is refused for all invalid fields at once, or for the first other reason. */
async function preparedOrRefused(ctx: MemberContext, request: StartRequest): Promise<PreparedStart> {
  const invalid = new InvalidFields();
  const prepared = await prepareStart(ctx, request, {
    found: (refusal) => invalid.add(refusal),
    checked: () => invalid.throwAny(),
  });
  if (prepared !== null) return prepared;
  invalid.throwAny();
  throw new Error('a start without problems was not prepared');
}

/**
 * Prepares the flow, and commits it with its charge.
 * @param answer runs in the commit and returns the response; a start that is not a draft may be a single statement,
 * after which it cannot use the transaction
 * @throws Refusal 400 naming the field; FLOW states and rights as declared by the operation
 */
export async function startFlow<T>(
  ctx: MemberContext,
  request: StartRequest,
  answer: (tx: Tx, started: Started) => Promise<T>,
): Promise<T> {
  const { given } = request;
  const { contents, ready, attachments, asking } = await preparedOrRefused(ctx, request);
  const numbered = await numberAttachments(ctx.services.ids, attachments);
  const { resultStatus, errorMessage } = ready;
  const copierList = [...request.copiers, ...(given.copierList ?? [])];
  const simple =
    !request.draft &&
    asking?.kind !== 'ask' &&
    given.draftKey === undefined &&
    copierList.length === 0 &&
    !namesStrangers(contents) &&
    !givesMail(contents);
  return ctx.act(async (tx, alone) => {
    if (alone) {
      if (!simple) throw new NeedsTransaction();
      const flow = await startAlone(tx, ctx, ready.change(new Map(), []), numbered, given);
      return answer(tx, { flow, resultStatus, errorMessage });
    }
    const persons = await ensurePersons(tx, ctx, contents, copierList);
    const copiers = await copiersOf(tx, ctx, persons, copierList);
    const flow = await insertFlow(tx, ready.change(persons, copiers), numbered, ctx.now);
    await saveMailOf(tx, flow, contents, ctx.now);
    if (given.draftKey !== undefined) {
      await removeDraft(tx, { corpId: ctx.corpId, userId: ctx.actingMember.userId }, given.draftKey);
    }
    if (asking?.kind === 'ask') await askForContract(tx, ctx, flow, given.autoFill ?? AutoFill.byHand);
    await afterStart(tx, ctx, flow, given);
    return answer(tx, { flow, resultStatus, errorMessage });
  });
}

/** A start of registered people, which nothing but its charge belongs to, as the whole transaction. */
async function startAlone(
  tx: Tx,
  ctx: MemberContext,
  change: FlowChange,
  attachments: readonly Attachment[],
  { autoFill }: GivenStart,
): Promise<Flow> {
  if (autoFill === AutoFill.inBackground) throw new NeedsTransaction();
  const charged = await chargedStart(ctx, change.after);
  if (charged === null) throw new NeedsTransaction();
  return insertFlowAlone(tx, change, attachments, ctx.now, charged);
}

/** A newly stored flow, and the outcome of its owner's filling. */
export interface Started {
  readonly flow: Flow;
  readonly resultStatus: number | null;
  readonly errorMessage: string | null;
}

/** Answer of a start. */
export async function startedAnswer(
  ctx: MemberContext,
  { flow, resultStatus, errorMessage }: Started,
): Promise<OutputOf<typeof startSignFlow>> {
  return {
    flowId: flow.flowId,
    flowCode: flow.flowCode,
    flowStatus: flow.status,
    flowTitle: flow.title,
    flowDesc: flowDescription(flow),
    nextStatus: nextStatus(flow.status, fillQueue(flow).length > 0),
    resultStatus,
    errorMessage,
    participantList: flow.participants.map((participant) => signerView(flow, participant, viewerOf(ctx))),
    dryRun: null,
  };
}

async function afterStart(tx: Tx, ctx: MemberContext, flow: Flow, given: GivenStart): Promise<void> {
  if (flow.status === FlowStatus.draft) return;
  if (given.autoFill === AutoFill.inBackground && flow.status === FlowStatus.fill) {
    await enqueue(tx, 'flows.autoFill', { corpId: flow.corpId, flowId: flow.flowId });
  }
  await chargeStart(tx, ctx, flow);
}

async function initiatingCorp(ctx: MemberContext): Promise<ActingCorp> {
  const own = ctx.actingMember.membership?.corp;
  if (own?.corpId === ctx.corpId) return own;
  const corp = await findCorp(ctx.db, ctx.corpId);
  if (corp === null) throw refuse('404');
  return corp;
}

async function bindContents(
  ctx: MemberContext,
  corp: ActingCorp,
  { parties, contentsOf, given }: StartRequest,
  found: (refusal: Refusal) => void,
): Promise<Contents | null> {
  const directory = await loadDirectory(ctx, corp, parties, given.participantList);
  const bound = bindParties(parties, given.participantList, directory);
  if (bound.ok) return contentsOf(bound.value);
  for (const { path, words, reason } of bound.problems) {
    found(reason === undefined ? invalidField(path, words) : fieldRefusal(path, words, reason));
  }
  return null;
}

async function headOf(
  ctx: MemberContext,
  corp: ActingCorp,
  request: StartRequest,
  found: (refusal: Refusal) => void,
): Promise<FlowHead> {
  const { given } = request;
  const { expireDate } = given;
  if (expireDate !== undefined && expireDate <= ctx.now) {
    found(invalidField('expireDate', { zh: '须晚于当前时间', en: 'must lie in the future' }));
  }
  return {
    corpId: corp.corpId,
    corpName: corp.corpName,
    flowId: await ctx.services.ids.next(),
    title: request.title,
    templateId: request.templateId,
    initiatorId: ctx.actingMember.userId,
    initiatorName: ctx.actingMember.realName ?? ctx.actingMember.userName,
    remark: given.remark ?? '',
    encrypted: request.encrypted,
    confidential: given.privaryFlag === 1,
    reversePay: given.reversePayFlag === 1,
    sourceOrderCode: given.sourceOrderCode ?? null,
    deadline: expireDate ?? null,
    batchId: request.batchId ?? null,
    now: ctx.now,
  };
}

/**
 * The template's attachments and the request's. One with the file and name of a template's attachment is the same
 * attachment.
 */
async function attachmentsOf(
  ctx: MemberContext,
  request: StartRequest,
  found: (refusal: Refusal) => void,
): Promise<readonly NewAttachment[]> {
  const attachments = [...request.attachments];
  const given = request.given.attachmentList ?? [];
  const keys = given.map(({ fileUrl }) => fileUrl);
  const files = await findFilesToUse(ctx.db, ctx.corpId, keys, ctx.now);
  const stored = new Set(files.filter(isAttachable).map(({ fileKey }) => fileKey));
  for (const [index, { fileName, fileUrl }] of given.entries()) {
    if (!stored.has(fileUrl)) {
      const words = { zh: '不是本企业上传的文件', en: 'is no upload of this enterprise' };
      found(invalidField(`attachmentList[${index}].fileUrl`, words));
    }
    const repeats = request.attachments.some(
      (each) => each.fileKey === fileUrl && each.fileName === fileName,
    );
    if (!repeats) attachments.push({ fileName, fileKey: fileUrl });
  }
  return attachments;
}

interface HowToStart extends Pick<StartRequest, 'given' | 'draft'> {
  /** Whether consent was required and there was nobody to ask. */
  readonly selfApproved: boolean;
}

export interface ReadyFlow extends Omit<Started, 'flow'> {
  /** The flow with its persons, who may become users only in the transaction. */
  readonly change: (persons: ReadonlyMap<string, UserId>, copiers: readonly Copier[]) => FlowChange;
}

/**
 * Everything slow happens here, before the transaction: filling for the initiating enterprise if requested, and drawing
 * if nothing is left to fill.
 */
async function fillAndPrepare(
  ctx: MemberContext,
  head: FlowHead,
  contents: Contents,
  prefill: Prefill,
  { given, draft, selfApproved }: HowToStart,
): Promise<ReadyFlow> {
  const code = flowCode(head.flowId, printDate(ctx.now, 'yyyyMMdd', ctx.services.config.timeZone));
  const payeeIds = new Map<Contents['parties'][number]['participantId'], Id<'Payee'>>();
  for (const party of contents.parties) {
    if (party.payee !== null) payeeIds.set(party.participantId, await ctx.services.ids.next<'Payee'>());
  }
  // Filling does not depend on who a new mobile belongs to: a placeholder id is used until the transaction determines
  // it.
  const strangers = new Map(contents.parties.map(({ psnAccount }) => [psnAccount, head.initiatorId]));
  const assembled = assembleFlow({ head, code, contents, persons: strangers, payeeIds });
  const withPeople = (
    flow: Flow,
    persons: ReadonlyMap<string, UserId>,
    copiers: readonly Copier[],
  ): Flow => ({
    ...flow,
    copiers,
    participants: flow.participants.map((participant, index) => ({
      ...participant,
      psnId: contents.parties[index]?.psnId ?? persons.get(participant.psnAccount) ?? participant.psnId,
    })),
  });
  const ready = (change: FlowChange, error: string | null, resultStatus: number | null): ReadyFlow => ({
    resultStatus,
    errorMessage: error,
    change: (persons, copiers) => ({ ...change, after: withPeople(change.after, persons, copiers) }),
  });
  const actor = actorOf(ctx);
  if (draft) return ready(changeOf(decideDraft(assembled, { actor })), null, null);
  const started = changeOf(decideStart(assembled, { actor, now: ctx.now, selfApproved }));
  if (given.autoFill !== AutoFill.atOnce) return ready(await withPreparedFiles(ctx, started), null, null);
  const { filling, error } = fillForOwner(ctx, started.after, prefill);
  const filled = filling === null ? started : startedAndFilled(started, filling);
  return ready(await withPreparedFiles(ctx, filled), error, error === null ? 0 : 1);
}
