/** Binds the parties of a request to the participants of a template when a flow starts. */
import type { PaymentPriority } from '@cinnabar/api/enums.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import type { GivenMail } from '../../../notices/index.js';
import {
  fine,
  type ListOutcome,
  listOutcome,
  type Outcome,
  type Problem,
  wrong,
} from '../../flow/rules/problem.js';

export interface TemplateParty {
  readonly participantId: number;
  readonly participantFlag: string;
  readonly type: 'enterprise' | 'person';
  readonly fills: boolean;
  readonly signs: boolean;
  /** request: named at the start; fixed: named by the template; initiator: the acting member or a colleague. */
  readonly setMode: 'request' | 'fixed' | 'initiator';
  readonly corpName: string | null;
  readonly psnAccount: string | null;
  readonly psnName: string | null;
  readonly draftSort: number;
  readonly signOrder: number;
}

export interface GivenParty extends GivenMail {
  readonly participantId?: number;
  readonly participantFlag?: string;
  readonly psnAccount?: string;
  readonly psnName?: string;
  readonly participantCorpName?: string;
  readonly payeeContractFlag?: 0 | 1;
  readonly payee?: {
    readonly amount: number;
    readonly priority?: PaymentPriority;
    readonly remark?: string;
  };
}

/** Facts about a mobile named by the request or the template. */
export interface KnownPerson {
  readonly userId: UserId;
  /** The proven name; null until proven. */
  readonly realName: string | null;
}

/** Name of a valid member in their enterprise. */
export interface KnownMember {
  readonly userName: string;
  /** Proven, or asserted by that enterprise. */
  readonly realName: string | null;
}

/** Data looked up before the decision. */
export interface Directory {
  readonly initiatingCorp: {
    readonly corpId: CorpId;
    readonly corpName: string;
    readonly maxAmountFen: number;
  };
  readonly actingMember: { readonly mobile: string; readonly name: string };
  person(mobile: string): KnownPerson | null;
  corp(name: string): { readonly corpId: CorpId; readonly corpName: string } | null;
  /** null if they are not a valid member of that enterprise. */
  member(corpId: CorpId, userId: UserId): KnownMember | null;
  namesMatch(
    given: string,
    known: { readonly realName: string | null; readonly userName: string | null },
  ): boolean;
}

export interface BoundParty {
  readonly party: TemplateParty;
  readonly corpId: CorpId | null;
  /** "" for persons. */
  readonly corpName: string;
  readonly psnAccount: string;
  /** null: the mobile is unknown and becomes an unverified user. */
  readonly psnId: UserId | null;
  readonly psnName: string;
  readonly payee: {
    readonly amountFen: number;
    readonly priority: PaymentPriority;
    readonly remark: string | null;
  } | null;
  /** Absent if the request gives no address. */
  readonly mail?: GivenMail;
}

interface NamedParty {
  readonly element: GivenParty;
  readonly path: string;
}

/** Matches each element of the request with its party, then binds every party of the template. */
export function bindParties(
  template: readonly TemplateParty[],
  given: readonly GivenParty[],
  directory: Directory,
): ListOutcome<BoundParty> {
  const problems: Problem[] = [];
  const byParty = new Map<TemplateParty, NamedParty>();
  for (const [index, element] of given.entries()) {
    const path = `participantList[${index}]`;
    const matched = matchParty(template, element, path);
    if (!matched.ok) problems.push(matched.problem);
    else if (byParty.has(matched.value))
      problems.push({ path, words: { zh: '参与方重复', en: 'names a participant twice' } });
    else byParty.set(matched.value, { element, path });
  }
  // An element without a party may have been meant for any of those that nothing names.
  const unambiguous = problems.length === 0 ? template : template.filter((party) => byParty.has(party));
  const bound: BoundParty[] = [];
  for (const party of unambiguous) {
    const request = byParty.get(party);
    const outcome = bindParty(party, request?.element ?? {}, request?.path ?? 'participantList', directory);
    if (outcome.ok) bound.push(outcome.value);
    else problems.push(outcome.problem);
  }
  return listOutcome(bound, problems);
}

function matchParty(
  template: readonly TemplateParty[],
  { participantId, participantFlag }: GivenParty,
  path: string,
): Outcome<TemplateParty> {
  if (participantId === undefined && participantFlag === undefined) {
    return wrong(path, '须给出 participantId 或 participantFlag', 'needs participantId or participantFlag');
  }
  const party = template.find((candidate) =>
    participantId === undefined
      ? candidate.participantFlag === participantFlag
      : candidate.participantId === participantId,
  );
  if (party === undefined) {
    const field = participantId === undefined ? 'participantFlag' : 'participantId';
    return wrong(`${path}.${field}`, '模板中没有该参与方', 'is no participant of the template');
  }
  if (participantFlag !== undefined && participantFlag !== party.participantFlag) {
    return wrong(
      `${path}.participantFlag`,
      '与 participantId 不是同一个参与方',
      'is not the flag of the participant that participantId names',
    );
  }
  return fine(party);
}

function bindParty(
  party: TemplateParty,
  element: GivenParty,
  path: string,
  directory: Directory,
): Outcome<BoundParty> {
  const named = nameActingMember(party, element, path, directory);
  if (!named.ok) return named;
  const { psnAccount, psnName: givenName } = named.value;
  const person = directory.person(psnAccount);
  const corp = bindCorp(party, element, person, directory);
  const member =
    corp.corpId !== null && person !== null ? directory.member(corp.corpId, person.userId) : null;
  // An enterprise's assertions are compared only with its own, so that others cannot probe them.
  const isOwn = corp.corpId === directory.initiatingCorp.corpId;
  const realName = person?.realName ?? (isOwn ? member?.realName : null) ?? null;
  if (realName !== null) {
    if (!directory.namesMatch(givenName, { realName, userName: member?.userName ?? null })) {
      return wrong(
        `${path}.psnName`,
        '姓名与该账号不一致',
        'is not the name of this account',
        'NAME_MISMATCH',
      );
    }
  }
  const payee = bindPayee(element, path, directory.initiatingCorp.maxAmountFen);
  if (!payee.ok) return payee;
  return fine({
    party,
    corpId: corp.corpId,
    corpName: corp.corpName,
    psnAccount,
    psnId: person?.userId ?? null,
    psnName: realName ?? givenName,
    payee: payee.value,
    ...(element.email === undefined ? {} : { mail: { email: element.email, language: element.language } }),
  });
}

function nameActingMember(
  party: TemplateParty,
  element: GivenParty,
  path: string,
  directory: Directory,
): Outcome<{ readonly psnAccount: string; readonly psnName: string }> {
  const label = party.participantFlag;
  if (party.setMode === 'fixed') {
    const psnAccount = party.psnAccount ?? '';
    const psnName = party.psnName ?? '';
    if (element.psnAccount !== undefined && element.psnAccount !== psnAccount) {
      return wrong(
        `${path}.psnAccount`,
        `“${label}”由模板指定，不能更换`,
        `is fixed by the template for ${label}`,
      );
    }
    if (
      element.psnName !== undefined &&
      !directory.namesMatch(element.psnName, {
        realName: psnName,
        userName: directory.person(psnAccount)?.realName ?? null,
      })
    ) {
      return wrong(
        `${path}.psnName`,
        `“${label}”由模板指定，不能更换`,
        `is fixed by the template for ${label}`,
      );
    }
    return fine({ psnAccount, psnName });
  }
  if (party.setMode === 'initiator' && element.psnAccount === undefined) {
    return fine({
      psnAccount: directory.actingMember.mobile,
      psnName: element.psnName ?? directory.actingMember.name,
    });
  }
  if (element.psnAccount === undefined) {
    return path === 'participantList'
      ? wrong(path, `缺少参与方“${label}”`, `lacks the participant ${label}`)
      : wrong(`${path}.psnAccount`, '必填', 'is required');
  }
  if (element.psnName === undefined) return wrong(`${path}.psnName`, '必填', 'is required');
  if (party.setMode === 'initiator') {
    const person = directory.person(element.psnAccount);
    const isColleague =
      person !== null && directory.member(directory.initiatingCorp.corpId, person.userId) !== null;
    if (!isColleague) {
      return wrong(
        `${path}.psnAccount`,
        '须为发起企业的成员',
        'must be a member of the initiating enterprise',
      );
    }
  }
  return fine({ psnAccount: element.psnAccount, psnName: element.psnName });
}

function bindCorp(
  party: TemplateParty,
  element: GivenParty,
  person: KnownPerson | null,
  directory: Directory,
): { readonly corpId: CorpId | null; readonly corpName: string } {
  if (party.type === 'person') return { corpId: null, corpName: '' };
  const own = directory.initiatingCorp;
  if (party.setMode === 'initiator') return own;
  const name = element.participantCorpName?.trim() || party.corpName?.trim() || '';
  if (name !== '') return directory.corp(name) ?? { corpId: null, corpName: name };
  const isColleague = person !== null && directory.member(own.corpId, person.userId) !== null;
  return isColleague ? own : { corpId: null, corpName: '' };
}

function bindPayee(element: GivenParty, path: string, maxAmountFen: number): Outcome<BoundParty['payee']> {
  const { payee } = element;
  if (payee === undefined) {
    return element.payeeContractFlag === 1
      ? wrong(`${path}.payee`, '收款合同须给出付款信息', 'is required when payeeContractFlag is 1')
      : fine(null);
  }
  if (element.payeeContractFlag === 0) {
    return wrong(
      `${path}.payeeContractFlag`,
      '已给出付款信息，不能为 0',
      'cannot be 0 beside a payee: whoever names an amount wants it paid',
    );
  }
  const amountFen = Math.round(payee.amount * 100);
  const isWholeFen = Math.abs(payee.amount * 100 - amountFen) < 1e-6;
  if (!isWholeFen || amountFen < 1 || amountFen > maxAmountFen) {
    return wrong(
      `${path}.payee.amount`,
      `须为 0.01 到 ${maxAmountFen / 100} 元，至多两位小数`,
      `must lie between 0.01 and ${maxAmountFen / 100} with at most two decimals`,
    );
  }
  // Defaults to signing first: a payment must never block by accident.
  return fine({ amountFen, priority: payee.priority ?? 1, remark: payee.remark ?? null });
}
