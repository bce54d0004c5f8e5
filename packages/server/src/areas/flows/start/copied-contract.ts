/** What a new draft takes over from an earlier contract: what it is about and with whom, not when. */
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { DraftContent } from '@cinnabar/api/schemas/contract-draft.js';
import type { StoredPage } from '../../../database/tables/storage.js';
import type { UserId } from '../../../operation/context.js';
import { documentSize, type TemplateDetail } from '../../templates/index.js';
import type { Flow, Participant } from '../flow/flow.js';

export interface CopiedFile {
  readonly fileKey: string;
  readonly fileName: string;
  readonly pages: readonly StoredPage[];
}

/** The step at which the parties can be checked and changed. */
const PARTIES_STEP = 2;

/** Types whose printed value is what was typed. */
const TYPED_AS_PRINTED: readonly number[] = [componentTypes.text, componentTypes.multiLineText];

export function copyOfFiles(flow: Flow, files: readonly CopiedFile[]): DraftContent {
  return {
    ...common(flow),
    templateId: null,
    contractFileList: files.map(({ fileKey, fileName, pages }) => ({
      fileName,
      fileUrl: fileKey,
      ...documentSize(pages),
    })),
    participantList: flow.participants.map((party, index) => partyOf(party, String(index + 1))),
    fillComponents: [],
  };
}

/** Parties are those of the template with the same name; the initiator's own values are taken over where their controls still exist. */
export function copyOfTemplate(
  flow: Flow,
  { template, participants, components }: Pick<TemplateDetail, 'template' | 'participants' | 'components'>,
  author: UserId,
): DraftContent {
  const parties = participants.flatMap(({ participant_id: id, participant_flag: flag }) => {
    const party = flow.participants.find(({ participantFlag }) => participantFlag === flag);
    return party === undefined ? [] : [partyOf(party, String(id))];
  });
  const own = new Set(
    flow.participants.filter(({ psnId }) => psnId === author).map(({ participantId }) => participantId),
  );
  const existing = new Set<number>(components.map(({ component_id: id }) => id));
  return {
    ...common(flow),
    templateId: template.template_id,
    contractFileList: [],
    participantList: parties,
    fillComponents: flow.components.flatMap(({ participantId, templateComponentId, componentType, value }) =>
      own.has(participantId) &&
      templateComponentId !== null &&
      existing.has(templateComponentId) &&
      TYPED_AS_PRINTED.includes(componentType) &&
      value !== null
        ? [{ componentId: templateComponentId, componentValue: value }]
        : [],
    ),
  };
}

/** Without the deadline, which belongs to the earlier contract. */
function common({ title, confidential }: Flow) {
  return {
    step: PARTIES_STEP,
    flowTitle: title,
    expireDate: '',
    privaryFlag: confidential ? (1 as const) : (0 as const),
  };
}

function partyOf(party: Participant, partyKey: string): DraftContent['participantList'][number] {
  return {
    partyKey,
    participantType: party.type === 'enterprise' ? 1 : 0,
    participantCorpName: party.corpName,
    psnName: party.psnName,
    psnAccount: party.psnAccount,
    signOrder: party.signOrder,
  };
}
