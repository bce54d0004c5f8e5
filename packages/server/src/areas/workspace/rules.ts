/** What a draft is worth: complete or not, it is stored as it is. */
import { PartyType } from '@cinnabar/api/enums.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import type { keepDraft } from '@cinnabar/api/operations/workspace.js';
import type { DraftContent } from '@cinnabar/api/schemas/contract-draft.js';

/** Per member and enterprise. */
export const MAX_DRAFTS = 100;

type Given = InputOf<typeof keepDraft>;

export function contentOf(given: Given): DraftContent {
  return {
    step: given.step ?? 1,
    templateId: given.templateId ?? null,
    flowTitle: given.flowTitle ?? '',
    contractFileList: given.contractFileList ?? [],
    participantList: given.participantList ?? [],
    fillComponents: given.fillComponents ?? [],
    expireDate: given.expireDate ?? '',
    privaryFlag: given.privaryFlag ?? 0,
  };
}

/**
 * Whether a save may replace what is stored: only what its caller has read, if they say so. `gone`: the draft was discarded or sent
 * in the meantime.
 */
export function judgeSave(stored: number | null, given: number | undefined): 'save' | 'changed' | 'gone' {
  if (given === undefined) return 'save';
  if (stored === null) return given === 0 ? 'save' : 'gone';
  return stored === given ? 'save' : 'changed';
}

/** Names of the parties for the list of drafts; unnamed ones are left out. */
export function partyNamesOf({ participantList }: DraftContent): string[] {
  return participantList
    .map(({ participantType, participantCorpName, psnName }) =>
      participantType === PartyType.enterprise && participantCorpName !== '' ? participantCorpName : psnName,
    )
    .filter((name) => name.trim() !== '');
}

/** The position of the first name that occurs twice; -1 where all differ. */
export function repeatedName(given: readonly string[]): number {
  const names = given.map((name) => name.trim());
  return names.findIndex((name, index) => names.indexOf(name) < index);
}
