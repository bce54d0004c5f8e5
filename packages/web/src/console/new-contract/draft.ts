/** What has been entered for a new contract. */
import { PartyType } from '@cinnabar/api/enums.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import type { directSignFlow, startSignFlow } from '@cinnabar/api/operations/flow-start.js';
import type { Sent } from '../../api/wire.js';

export interface DraftFile {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
}

export interface DraftParty {
  readonly key: string;
  /** 1 enterprise, 0 person. */
  readonly type: 0 | 1;
  readonly corpName: string;
  readonly name: string;
  readonly mobile: string;
  /** Parties of the same step sign at the same time. */
  readonly step: number;
}

export interface Draft {
  /** Where the person left it, from 1. */
  readonly step: number;
  readonly title: string;
  readonly files: readonly DraftFile[];
  readonly parties: readonly DraftParty[];
  /** YYYY-MM-DD; "" where there is none. */
  readonly deadline: string;
  readonly isConfidential: boolean;
  /** Values of the initiator's own fields, by id of the control. */
  readonly values: Readonly<Record<string, string>>;
}

export const emptyDraft: Draft = {
  step: 1,
  title: '',
  files: [],
  parties: [],
  deadline: '',
  isConfidential: false,
  values: {},
};

export function isMobile(mobile: string): boolean {
  return /^1\d{10}$/.test(mobile);
}

/** Enterprise and person in one line. */
export function whoOf({ type, corpName, name }: Pick<DraftParty, 'type' | 'corpName' | 'name'>): string {
  return [type === 1 ? corpName.trim() : '', name.trim()].filter((each) => each !== '').join(' · ');
}

export type PartyProblem = 'name' | 'mobile' | 'corpName';

export function problemsOfParty(party: Pick<DraftParty, 'type' | 'corpName' | 'name' | 'mobile'>) {
  const problems: PartyProblem[] = [];
  if (party.type === 1 && party.corpName.trim() === '') problems.push('corpName');
  if (party.name.trim() === '') problems.push('name');
  if (!isMobile(party.mobile)) problems.push('mobile');
  return problems;
}

/** Steps without gaps, in their order: a party that was removed leaves none behind. */
export function renumbered(parties: readonly DraftParty[]): readonly DraftParty[] {
  const steps = [...new Set(parties.map(({ step }) => step))].sort((one, other) => one - other);
  return parties.map((party) => ({ ...party, step: steps.indexOf(party.step) + 1 }));
}

const FLAGS = ['甲方', '乙方', '丙方', '丁方', '戊方', '己方'] as const;

/** The label of a party, unique within the contract. */
export function flagOf(index: number): string {
  return FLAGS[index] ?? `第${index + 1}方`;
}

function common({ deadline, isConfidential }: Draft) {
  return {
    ...(deadline === '' ? {} : { expireDate: deadline }),
    ...(isConfidential ? { privaryFlag: 1 as const } : {}),
  };
}

/** The request that starts a contract from files; each signer chooses the place of the seal. */
export function startFromFiles(draft: Draft): Sent<InputOf<typeof directSignFlow>> {
  return {
    flowTitle: draft.title.trim(),
    contractFileList: draft.files,
    participantList: draft.parties.map((party, index) => ({
      participantFlag: flagOf(index),
      participantType: party.type,
      psnAccount: party.mobile,
      psnName: party.name.trim(),
      ...(party.type === 1 ? { participantCorpName: party.corpName.trim() } : {}),
      participateBizType: ['2' as const],
      signOrder: party.step,
    })),
    ...common(draft),
  };
}

/** A party of a template that the start names. */
export interface NamedRole {
  readonly participantId: number;
  readonly participantType: 0 | 1;
}

/** The request that starts a contract from a template. Own values are filled in at once. */
export function startFromTemplate(
  templateId: number,
  draft: Draft,
  roles: readonly NamedRole[],
): Sent<InputOf<typeof startSignFlow>> {
  const values = Object.entries(draft.values).filter(([, value]) => value.trim() !== '');
  return {
    templateId,
    ...(draft.title.trim() === '' ? {} : { templateName: draft.title.trim() }),
    participantList: roles.map(({ participantId, participantType }) => {
      const party = draft.parties.find(({ key }) => key === String(participantId));
      return {
        participantId,
        psnAccount: party?.mobile ?? '',
        psnName: party?.name.trim() ?? '',
        ...(participantType === PartyType.enterprise
          ? { participantCorpName: party?.corpName.trim() ?? '' }
          : {}),
      };
    }),
    ...(values.length === 0
      ? {}
      : {
          autoFill: 2 as const,
          fillComponents: values.map(([id, value]) => ({
            componentId: Number(id),
            componentValue: value,
          })),
        }),
    ...common(draft),
  };
}
