/** Pure: which people of a template's file are taken over. */
import { PartyType, SetMode } from '@cinnabar/api/enums.js';
import type { TemplateDocument } from '@cinnabar/api/schemas/template-draft.js';
import type { ElementProblem } from '../rules.js';

export interface OwnPeople {
  readonly corpName: string;
  /** Mobile numbers of the members that the document names. */
  readonly mobiles: ReadonlySet<string>;
}

type Participant = TemplateDocument['participantList'][number];
type Copier = NonNullable<TemplateDocument['copierList']>[number];

/**
 * The document with the members of this enterprise only. Somebody else who is fixed in a template would receive every
 * contract that is started from it, on the word of whoever wrote the file.
 */
export function fitPeople(
  document: TemplateDocument,
  own: OwnPeople,
): { readonly document: TemplateDocument; readonly changes: readonly ElementProblem[] } {
  const changes: ElementProblem[] = [];
  const participantList = document.participantList.map((participant, index) => {
    if (isOwn(participant.participantType, participant.participantCorpName, participant.psnAccount, own)) {
      return participant;
    }
    if (participant.participantSetMode === SetMode.fixed) changes.push(namedAtStart(participant, index));
    return unnamed(participant);
  });
  const copierList = (document.copierList ?? []).filter((copier, index) => {
    const isKept = isOwn(copier.copierType, copier.corpName, copier.psnAccount, own);
    if (!isKept) changes.push(leftOut(copier, index));
    return isKept;
  });
  return { document: { ...document, participantList, copierList }, changes };
}

function isOwn(
  type: number,
  corpName: string | undefined,
  mobile: string | undefined,
  own: OwnPeople,
): boolean {
  if (type === PartyType.enterprise && corpName !== own.corpName) return false;
  return mobile === undefined ? type === PartyType.enterprise : own.mobiles.has(mobile);
}

function unnamed(participant: Participant): Participant {
  const { psnAccount: _account, psnName: _name, participantCorpName: _corp, ...rest } = participant;
  const isFixed = rest.participantSetMode === SetMode.fixed;
  return { ...rest, participantSetMode: isFixed ? SetMode.namedAtStart : rest.participantSetMode };
}

function namedAtStart({ participantFlag, psnName, psnAccount }: Participant, index: number): ElementProblem {
  const name = psnName ?? psnAccount ?? '';
  return {
    path: `participantList[${index}]`,
    problem: {
      zh: `“${participantFlag}”的固定成员 ${name} 不是本企业成员，已改为发起时指定`,
      en: `${participantFlag} is named at the start: ${name} is no member of this enterprise`,
    },
  };
}

function leftOut({ corpName, psnName, psnAccount }: Copier, index: number): ElementProblem {
  const name = [corpName, psnName ?? psnAccount].filter((part) => part !== undefined).join(' ');
  return {
    path: `copierList[${index}]`,
    problem: {
      zh: `抄送人 ${name} 不是本企业成员，未导入`,
      en: `the copier ${name} is left out, who is no member of this enterprise`,
    },
  };
}
