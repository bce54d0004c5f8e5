import type { StateWords } from '../components/state-page.js';
import { dayInWords, momentInFull, momentInWords } from '../format/dates.js';
import { money } from '../format/money.js';
import { useLanguage, useTexts } from '../text/language.js';
import type { ContractState, Next, StateFlow } from './contract-state.js';
import { contractStateTexts } from './contract-state-texts.js';

type Fact = readonly [name: string, value: string | null];

export interface ContractStateWords extends StateWords {
  /** Who, when and why; facts that are unknown are left out. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** A state in words, with the contract that it is about. */
export function useStateWords(flow: StateFlow, state: ContractState): ContractStateWords {
  const t = useTexts(contractStateTexts);
  const { language } = useLanguage();
  const { ending } = flow;
  const due: Fact = [t.deadline, flow.deadline === null ? null : dayInWords(flow.deadline, language)];
  const ended: Fact = [t.time, ending === null ? null : momentInFull(ending.time)];
  const { facts, ...words } = wordsOf();
  const all: readonly Fact[] = [
    [t.contract, flow.title],
    [t.sender, flow.corpName],
    ...requestFacts(),
    ...facts,
  ];
  return { ...words, facts: all.flatMap(([name, value]) => (value === null ? [] : [[name, value]])) };

  function wordsOf(): StateWords & { readonly facts: readonly Fact[] } {
    switch (state.kind) {
      case 'refused':
        return {
          ...{ icon: 'ended', title: t.refusedTitle, text: `${t.refusedText}${contact()}` },
          facts: [[t.refusedBy, who()], ended, [t.reason, state.reason || null]],
        };
      case 'revoked':
        return {
          ...{ icon: 'ended', title: t.revokedTitle, text: `${t.revokedText}${contact()}` },
          facts: [[t.revokedBy, who()], ended, [t.reason, state.reason || null]],
        };
      case 'expired':
        return {
          ...{ icon: 'ended', title: t.expiredTitle, text: `${t.expiredText}${contact()}` },
          facts: [[t.deadline, flow.deadline === null ? null : momentInFull(flow.deadline)]],
        };
      case 'awaitingApproval':
        return {
          ...{ icon: 'waiting', title: t.approvalTitle, text: t.approvalText },
          facts: approvalFacts(state.approval),
        };
      case 'awaitingConsent':
        return {
          ...{ icon: 'waiting', title: t.consentTitle, text: t.consentText },
          facts: approvalFacts(state.approval),
        };
      case 'sent': {
        const text = 'by' in state.next ? t.sentNext(state.next.by.join(t.and)) : t.sentOnly;
        return { icon: 'done', title: t.sentTitle, text, facts: [due] };
      }
      case 'notVerified': {
        const { duty } = state;
        const words = { title: t.notVerifiedTitle[duty], text: t.notVerifiedText[duty] };
        return { icon: 'blocked', ...words, facts: [due] };
      }
      case 'paymentDue':
        return {
          ...{ icon: 'waiting', title: t.payTitle(money(state.amount)), text: t.payText },
          facts: [[t.payee, flow.corpName], due],
        };
      case 'feeDue':
        return {
          icon: 'waiting',
          title: t.feeTitle,
          text: t.payText,
          facts: [[t.payee, flow.corpName], due],
        };
      case 'notFilled':
        return { icon: 'waiting', title: t.notFilledTitle, text: t.notFilledText, facts: [due] };
      case 'notYourTurn': {
        const text = t.notTurnText[state.duty](state.partiesToAct.join(t.and));
        return { icon: 'waiting', title: t.notTurnTitle[state.duty], text, facts: [due] };
      }
      case 'nothingToFill':
        return { icon: 'done', title: t.nothingTitle, text: t.nothingText, facts: [due] };
      case 'handedIn': {
        const text = nextWords(state.next) ?? t.nextNothing;
        return { icon: 'done', title: t.handedInTitle(state.fields), text, facts: [due] };
      }
      case 'approvalPassed': {
        const passed = t.passedText[state.of](momentInWords(state.time, language));
        const text = `${passed}${nextWords(state.next) ?? ''}`;
        return { icon: 'done', title: t.passedTitle[state.of], text, facts: [] };
      }
      case 'approvalRejected':
        return {
          ...{ icon: 'ended', title: t.rejectedTitle, text: t.rejectedText },
          facts: [
            [t.decided, momentInFull(state.time)],
            [t.reason, state.reason || null],
          ],
        };
      case 'approvalWithdrawn':
        return {
          ...{ icon: 'ended', title: t.withdrawnTitle, text: t.withdrawnText },
          facts: [[t.decided, momentInFull(state.time)]],
        };
      case 'approvalOver':
        return {
          ...{ icon: 'ended', title: t.overTitle, text: t.overText },
          facts: [[t.decided, momentInFull(state.time)]],
        };
      case 'ownRequest':
        return {
          ...{ icon: 'waiting', title: t.ownTitle, text: t.ownText },
          facts: [[t.expires, momentInFull(state.expireTime)]],
        };
      case 'otherApprover':
        return { icon: 'blocked', title: t.otherTitle, text: t.otherText, facts: [] };
    }
  }

  function requestFacts(): readonly Fact[] {
    if (!('request' in state)) return [];
    const { requesterName, sealNames, createTime } = state.request;
    return [
      [t.requester, requesterName],
      [t.seal, sealNames.join(t.and) || null],
      [t.asked, momentInFull(createTime)],
    ];
  }

  function contact(): string {
    return `${language === 'zh' ? '' : ' '}${t.contact(flow.corpName)}`;
  }

  function who(): string | null {
    if (ending === null) return null;
    const { personName, corpName } = ending;
    if (personName === null || corpName === null) return personName ?? corpName;
    return t.person(personName, corpName);
  }

  function approvalFacts(
    approval: Extract<ContractState, { approval: unknown }>['approval'],
  ): readonly Fact[] {
    if (approval === null) return [];
    const { sealName, approvers, createTime, expireTime } = approval;
    const [first = null] = approvers;
    return [
      [t.seal, sealName],
      [t.approvers, first !== null && approvers.length > 1 ? t.someOf(first, approvers.length) : first],
      [t.asked, momentInFull(createTime)],
      [t.expires, momentInFull(expireTime)],
    ];
  }

  function nextWords(next: Next): string | null {
    switch (next.kind) {
      case 'nothing':
        return null;
      case 'mySignature':
        return t.nextMine;
      case 'filling':
        return t.nextFills(next.by.join(t.and));
      case 'signing':
        return t.nextSigns(next.by.join(t.and));
    }
  }
}
