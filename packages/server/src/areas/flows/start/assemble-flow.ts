import { randomBytes } from 'node:crypto';
import { PartyType, SetMode } from '@cinnabar/api/enums.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { ComponentId, FileId, FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { IdSource } from '../../../database/ids.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import { fills, signs, type TemplateDetail } from '../../templates/index.js';
import {
  type Attachment,
  type Component,
  type Flow,
  type FlowFile,
  type Participant,
  SignStatus,
} from '../flow/flow.js';
import type { BoundParty, TemplateParty } from './rules/binding.js';
import type { UnstartedFlow } from './rules/starting.js';

/** The template's participants in the types of the binding rules. */
export function templateParties(detail: TemplateDetail): readonly TemplateParty[] {
  const modes = {
    [SetMode.namedAtStart]: 'request',
    [SetMode.fixed]: 'fixed',
    [SetMode.initiator]: 'initiator',
  } as const;
  return detail.participants.map((row) => ({
    participantId: row.participant_id,
    participantFlag: row.participant_flag,
    type: row.participant_type === PartyType.enterprise ? 'enterprise' : 'person',
    fills: fills(row),
    signs: signs(row),
    setMode: modes[row.set_mode],
    corpName: row.participant_corp_name,
    psnAccount: row.psn_account,
    psnName: row.psn_name,
    draftSort: row.draft_sort,
    signOrder: row.sign_order,
  }));
}

/** A party with its new id; its person may only be determined in the transaction. */
export interface NumberedParty extends BoundParty {
  readonly participantId: ParticipantId;
}

/** A flow's own copy of a template's contents: files and controls with new ids. */
export interface Contents {
  readonly parties: readonly NumberedParty[];
  readonly files: readonly FlowFile[];
  readonly components: readonly Component[];
}

/** Copies the template, so that later changes of it do not affect the flow. */
export async function copyContents(
  ids: IdSource,
  detail: TemplateDetail,
  bound: readonly BoundParty[],
): Promise<Contents> {
  const participantIds = await ids.take<'Participant'>(bound.length);
  const parties = bound.map((party, index) => ({ ...party, participantId: pick(participantIds, index) }));
  const participantOf = new Map<number, ParticipantId>(
    parties.map(({ party, participantId }) => [party.participantId, participantId]),
  );
  const fileIds = await ids.take<'File'>(detail.files.length);
  const fileOf = new Map<number, FileId>();
  const files = detail.files.map(({ row, stored, pages }, index): FlowFile => {
    const fileId = pick(fileIds, index);
    fileOf.set(row.file_id, fileId);
    return {
      fileId,
      fileCode: `FILE${String(fileId).padStart(12, '0')}`,
      fileName: row.file_name,
      fileKey: stored.fileKey,
      baseHash: stored.hash,
      currentHash: stored.hash,
      pages,
    };
  });
  const componentIds = await ids.take<'Component'>(detail.components.length);
  const components = detail.components.map((row, index): Component => {
    const participantId = participantOf.get(row.participant_id);
    const fileId = fileOf.get(row.file_id);
    if (participantId === undefined || fileId === undefined) {
      throw new Error(`control ${row.component_id} of a template refers to a missing element`);
    }
    return {
      componentId: pick<ComponentId>(componentIds, index),
      participantId,
      fileId,
      templateComponentId: row.component_id,
      componentKey: row.component_key,
      componentName: row.component_name,
      componentType: row.component_type,
      value: row.value,
      required: row.required === 1,
      pageNum: row.page_num,
      positionX: row.position_x,
      positionY: row.position_y,
      attribute: row.attribute,
      placed: null,
    };
  });
  return { parties, files, components };
}

function pick<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no value at ${index}`);
  return value;
}

export interface FlowHead {
  readonly corpId: CorpId;
  readonly corpName: string;
  readonly flowId: FlowId;
  readonly title: string;
  readonly templateId: Id<'Template'> | null;
  readonly initiatorId: UserId;
  readonly initiatorName: string;
  readonly remark: string;
  readonly encrypted: boolean;
  readonly confidential: boolean;
  readonly reversePay: boolean;
  readonly sourceOrderCode: string | null;
  readonly deadline: Date | null;
  readonly batchId: Flow['batchId'];
  readonly now: Date;
}

/** The date in the code is for readers; the id makes it unique. */
export function flowCode(flowId: FlowId, day: string): string {
  return `HT${day}${String(flowId).padStart(8, '0')}`;
}

interface FlowParts {
  readonly head: FlowHead;
  readonly code: string;
  readonly contents: Contents;
  /** Keyed by mobile. */
  readonly persons: ReadonlyMap<string, UserId>;
  readonly payeeIds: ReadonlyMap<ParticipantId, Id<'Payee'>>;
}

/** The flow before its start, which determines the status of each participant. */
export function assembleFlow({ head, code, contents, persons, payeeIds }: FlowParts): UnstartedFlow {
  const participants = contents.parties.map((party): Participant => {
    const psnId = party.psnId ?? persons.get(party.psnAccount);
    if (psnId === undefined) throw new Error(`no person for participant ${party.participantId}`);
    const payeeId = payeeIds.get(party.participantId);
    return {
      participantId: party.participantId,
      participantFlag: party.party.participantFlag,
      type: party.party.type,
      fills: party.party.fills,
      signs: party.party.signs,
      corpId: party.corpId,
      corpName: party.corpName,
      psnId,
      psnName: party.psnName,
      psnAccount: party.psnAccount,
      draftSort: party.party.draftSort,
      signOrder: party.party.signOrder,
      signStatus: SignStatus.signing,
      filled: false,
      draftTime: null,
      signTime: null,
      payee:
        party.payee === null || payeeId === undefined
          ? null
          : { ...party.payee, payeeId, paid: false, audited: false },
    };
  });
  const { now, ...rest } = head;
  return {
    ...rest,
    flowCode: code,
    revision: 1,
    endReason: null,
    feePaid: false,
    createTime: now,
    finishTime: null,
    eventCount: 0,
    eventHead: null,
    attachmentCount: 0,
    hasOpenApprovals: false,
    digestSalt: randomBytes(32).toString('hex'),
    deletedAt: null,
    remindedAt: null,
    participants,
    files: contents.files,
    components: contents.components,
    copiers: [],
  };
}

/** The attachments, which are not signed: those of the template, then those of the request. */
export interface NewAttachment {
  readonly fileName: string;
  readonly fileKey: string;
}

export async function numberAttachments(
  ids: IdSource,
  attachments: readonly NewAttachment[],
): Promise<readonly Attachment[]> {
  const numbered: Attachment[] = [];
  for (const attachment of attachments) {
    numbered.push({ ...attachment, attachmentId: await ids.next(), bySigner: false });
  }
  return numbered;
}
