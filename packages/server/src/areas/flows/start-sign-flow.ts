import { startSignFlow as operation } from '@cinnabar/api/flows.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import type { OperatorContext, UserId } from '../../context.js';
import type { Tx } from '../../database/schema.js';
import { route } from '../../handler.js';
import { enqueue } from '../../jobs/queue.js';
import { invalidField, Refusal, refuse, refuseFor } from '../../refusal.js';
import { findFilesToUse } from '../../storage/stored-files.js';
import { type Corp, charge, findCorp } from '../enterprise/index.js';
import {
  isAttachable,
  isUsable,
  printDate,
  type TemplateDetail,
  templateForStart,
} from '../templates/index.js';
import { viewerOf } from './access.js';
import { actorDetail, actorOf } from './actor.js';
import { fillingEndedEvent } from './apply-fill.js';
import {
  type Contents,
  copyContents,
  type FlowHead,
  flowCode,
  type NewAttachment,
  numberAttachments,
  openFlow,
  templateParties,
} from './assemble-flow.js';
import { loadDirectory } from './directory.js';
import { type FlowEvent, flowStarted, newsOf } from './events.js';
import { fillForOwner } from './fill-for-owner.js';
import { type Copier, type Flow, FlowStatus } from './flow.js';
import { type Prefill, readPrefill } from './prefill.js';
import { prepareFiles } from './prepare-files.js';
import { bindParties } from './rules/binding.js';
import { chargedLedgers, flowOfEntry } from './rules/charging.js';
import { withValues } from './rules/filling.js';
import { nextStatus } from './rules/states.js';
import { copiersOf, ensurePersons } from './start-people.js';
import { type FlowChange, insertFlow } from './store/commit-flow.js';
import { flowDescription } from './views/flow-description.js';
import { signerView } from './views/signer-view.js';

type Input = InputOf<typeof operation>;

/** How long a flow stays open when its start names no end: 90 days, ms. */
const defaultLife = 90 * 24 * 3_600_000;

export const startSignFlow = route('operator', operation, async (ctx, input) => {
  const detail = await templateForStart(ctx.db, ctx.corpId, templateReference(input));
  if (detail === null) throw refuse('404', { zh: '模板', en: 'template' });
  const corp = await initiatingCorp(ctx);
  const contents = await bindContents(ctx, corp, detail, input);
  const prefill = await readPrefill(ctx, contents, corp.corpId, input.fillComponents ?? []);
  const [firstProblem] = prefill.problems;
  if (firstProblem !== undefined && (input.autoFill ?? 0) === 0) {
    throw invalidField(firstProblem.path, firstProblem.words);
  }
  const attachments = await attachmentsOf(ctx, detail, input);
  const head = await headOf(ctx, corp, detail, input);
  if (head.reversePay && !contents.parties.some(({ corpId }) => corpId !== corp.corpId)) {
    throw invalidField('reversePayFlag', { zh: '没有相对方，无法由对方付费', en: 'needs a counterparty' });
  }
  if (detail.template.template_status !== 1) throw refuseFor('TEMPLATE_DISABLED');
  if (!isUsable(detail)) throw refuseFor('TEMPLATE_INCOMPLETE');
  if (corp.identStatus === 'invalid') throw refuseFor('NOT_VERIFIED');

  const filled: Contents = { ...contents, components: withValues(contents.components, prefill.values) };
  const ready = await fillAndPrepare(ctx, head, filled, prefill, input.autoFill ?? 0);
  const numbered = await numberAttachments(ctx.services.ids, attachments);
  return ctx.act(async (tx) => {
    const persons = await ensurePersons(tx, ctx, contents, detail, input);
    const copiers = await copiersOf(tx, ctx, persons, detail, input);
    const change = ready.change(persons, copiers);
    const flow = await insertFlow(tx, change, numbered, ctx.now);
    if ((input.autoFill ?? 0) === 1 && flow.status === FlowStatus.fill) {
      await enqueue(tx, 'flows.autoFill', { corpId: flow.corpId, flowId: flow.flowId });
    }
    await chargeStart(tx, ctx, flow);
    return {
      flowId: flow.flowId,
      flowCode: flow.flowCode,
      flowStatus: flow.status,
      flowTitle: flow.title,
      flowDesc: flowDescription(flow),
      nextStatus: nextStatus(flow.status),
      resultStatus: ready.resultStatus,
      errorMessage: ready.errorMessage,
      participantList: flow.participants.map((participant) => signerView(flow, participant, viewerOf(ctx))),
    };
  });
});

function templateReference(input: Input) {
  if (input.templateId !== undefined) return { templateId: input.templateId };
  if (input.templateCode !== undefined) return { templateCode: input.templateCode };
  throw invalidField('templateId', {
    zh: '须给出 templateId 或 templateCode',
    en: 'or templateCode is required',
  });
}

async function initiatingCorp(ctx: OperatorContext): Promise<Corp> {
  const corp = await findCorp(ctx.db, ctx.corpId);
  if (corp === null) throw refuse('404');
  return corp;
}

async function bindContents(
  ctx: OperatorContext,
  corp: Corp,
  detail: TemplateDetail,
  input: Input,
): Promise<Contents> {
  const parties = templateParties(detail);
  const directory = await loadDirectory(ctx, corp, parties, input.participantList);
  const bound = bindParties(parties, input.participantList, directory);
  if (!bound.ok) {
    const { path, words, reason } = bound.problem;
    if (reason === undefined) throw invalidField(path, words);
    throw new Refusal('400', { zh: `${path}：${words.zh}`, en: `${path}: ${words.en}` }, reason);
  }
  return copyContents(ctx.services.ids, detail, bound.value);
}

async function headOf(
  ctx: OperatorContext,
  corp: Corp,
  detail: TemplateDetail,
  input: Input,
): Promise<FlowHead> {
  const { expireDate } = input;
  if (expireDate !== undefined && expireDate <= ctx.now) {
    throw invalidField('expireDate', { zh: '须晚于当前时间', en: 'must lie in the future' });
  }
  const { template } = detail;
  return {
    corpId: corp.corpId,
    corpName: corp.corpName,
    flowId: await ctx.services.ids.next(),
    title: input.templateName?.trim() || template.template_name,
    templateId: template.template_id,
    initiatorId: ctx.operator.userId,
    initiatorName: ctx.operator.realName ?? ctx.operator.userName,
    remark: input.remark ?? '',
    encrypted: (input.encryptFlag ?? template.encrypt_flag) === 1,
    confidential: input.privaryFlag === 1,
    reversePay: input.reversePayFlag === 1,
    sourceOrderCode: input.sourceOrderCode ?? null,
    deadline: expireDate ?? new Date(ctx.now.getTime() + defaultLife),
    now: ctx.now,
  };
}

/** The template's attachments and the request's; each file once. */
async function attachmentsOf(
  ctx: OperatorContext,
  detail: TemplateDetail,
  input: Input,
): Promise<readonly NewAttachment[]> {
  const attachments = new Map<string, NewAttachment>();
  for (const { row, stored } of detail.attachments) {
    attachments.set(stored.fileKey, { fileName: row.file_name, fileKey: stored.fileKey });
  }
  const given = input.attachmentList ?? [];
  const keys = given.map(({ fileUrl }) => fileUrl);
  const found = await findFilesToUse(ctx.db, ctx.corpId, keys, ctx.now);
  const stored = new Set(found.filter(isAttachable).map(({ fileKey }) => fileKey));
  for (const [index, { fileName, fileUrl }] of given.entries()) {
    if (!stored.has(fileUrl)) {
      throw invalidField(`attachmentList[${index}].fileUrl`, {
        zh: '不是本企业上传的文件',
        en: 'is no upload of this enterprise',
      });
    }
    attachments.set(fileUrl, { fileName, fileKey: fileUrl });
  }
  return [...attachments.values()];
}

interface ReadyFlow {
  /** The flow with its persons, who may only become users in the transaction. */
  readonly change: (persons: ReadonlyMap<string, UserId>, copiers: readonly Copier[]) => FlowChange;
  readonly resultStatus: number | null;
  readonly errorMessage: string | null;
}

/**
 * Everything slow happens here, before the transaction: filling for the initiating enterprise where it was asked for,
 * and drawing where nothing is left to fill.
 */
async function fillAndPrepare(
  ctx: OperatorContext,
  head: FlowHead,
  contents: Contents,
  prefill: Prefill,
  autoFill: 0 | 1 | 2,
): Promise<ReadyFlow> {
  const code = flowCode(head.flowId, printDate(ctx.now, 'yyyyMMdd', ctx.services.config.timeZone));
  const payeeIds = new Map<
    Contents['parties'][number]['participantId'],
    Awaited<ReturnType<typeof nextPayeeId>>
  >();
  for (const party of contents.parties) {
    if (party.payee !== null) payeeIds.set(party.participantId, await nextPayeeId(ctx));
  }
  // Who a new mobile belongs to does not matter to filling: any id stands in until the transaction knows it.
  const strangers = new Map(contents.parties.map(({ psnAccount }) => [psnAccount, head.initiatorId]));
  const opened = openFlow(head, code, contents, strangers, payeeIds, []);
  const filling = autoFill === 2 ? await fillForOwner(ctx, opened, prefill) : null;
  const filled = filling?.flow ?? opened;
  const needsFiles = opened.status === FlowStatus.signing;
  const flow = needsFiles ? { ...filled, files: await prepareFiles(ctx.services, ctx.db, filled) } : filled;
  const events = [
    startedEvent(ctx, flow),
    ...(filling?.events ?? []),
    ...(needsFiles ? [fillingEndedEvent(flow)] : []),
  ];
  return {
    resultStatus: autoFill === 2 ? (filling?.error === null ? 0 : 1) : null,
    errorMessage: filling?.error ?? null,
    change: (persons, copiers) => {
      const participants = flow.participants.map((participant, index) => ({
        ...participant,
        psnId: contents.parties[index]?.psnId ?? persons.get(participant.psnAccount) ?? participant.psnId,
      }));
      const after: Flow = { ...flow, participants, copiers };
      return { after, events, news: [newsOf(flowStarted, after)] };
    },
  };
}

function nextPayeeId(ctx: OperatorContext) {
  return ctx.services.ids.next<'Payee'>();
}

function startedEvent(ctx: OperatorContext, flow: Flow): FlowEvent {
  return {
    kind: 'started',
    detail: {
      actor: actorDetail(actorOf(ctx)),
      title: flow.title,
      templateId: flow.templateId,
      deadline: flow.deadline?.toISOString() ?? null,
      participants: flow.participants.map((participant) => ({
        participantId: participant.participantId,
        flag: participant.participantFlag,
        corpName: participant.corpName,
        psnName: participant.psnName,
        psnAccount: participant.psnAccount,
        signOrder: participant.signOrder,
      })),
      files: flow.files.map((file) => ({
        fileId: file.fileId,
        fileName: file.fileName,
        uploaded: file.baseHash,
      })),
    },
  };
}

/** Leaving draft takes one contract, and one collection when anybody has to pay with it. */
async function chargeStart(tx: Tx, ctx: OperatorContext, flow: Flow): Promise<void> {
  for (const ledger of chargedLedgers(flow)) {
    await charge(tx, ctx.services.ids, {
      corpId: flow.corpId,
      ledger,
      recordType: 'signContract',
      count: -1,
      flow: flowOfEntry(flow),
      remark: null,
      now: ctx.now,
    });
  }
}
