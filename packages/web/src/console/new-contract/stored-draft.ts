/** A draft as the service stores it. */
import type { InputOf } from '@cinnabar/api/operation.js';
import type { draftInfo, keepDraft } from '@cinnabar/api/operations/workspace.js';
import type { DataOf, Sent } from '../../api/wire.js';
import type { Draft } from './draft.js';

export type StoredDraft = DataOf<typeof draftInfo>;

type Kept = Sent<InputOf<typeof keepDraft>>;

/** The request that saves a draft read in this version. */
export function savedAs(
  { draftKey, templateId }: { readonly draftKey: string; readonly templateId: number | null },
  draft: Draft,
  draftVersion: number,
): Kept {
  return {
    draftKey,
    draftVersion,
    ...(templateId === null ? {} : { templateId }),
    step: draft.step,
    flowTitle: draft.title,
    contractFileList: draft.files,
    participantList: draft.parties.map((party) => ({
      partyKey: party.key,
      participantType: party.type,
      participantCorpName: party.corpName,
      psnName: party.name,
      psnAccount: party.mobile,
      signOrder: party.step,
    })),
    fillComponents: Object.entries(draft.values).map(([id, value]) => ({
      componentId: Number(id),
      componentValue: value,
    })),
    expireDate: draft.deadline,
    privaryFlag: draft.isConfidential ? 1 : 0,
  };
}

export function draftOf(stored: StoredDraft): Draft {
  return {
    step: stored.step,
    title: stored.flowTitle,
    files: stored.contractFileList,
    parties: stored.participantList.map((party) => ({
      key: party.partyKey,
      type: party.participantType,
      corpName: party.participantCorpName,
      name: party.psnName,
      mobile: party.psnAccount,
      step: party.signOrder,
    })),
    deadline: stored.expireDate,
    isConfidential: stored.privaryFlag === 1,
    values: Object.fromEntries(
      stored.fillComponents.map(({ componentId, componentValue }) => [componentId, componentValue]),
    ),
  };
}
