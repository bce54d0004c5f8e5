import { useState } from 'react';
import { Facts } from '../components/facts.js';
import { PartyList } from '../components/party-list.js';
import { StatePage, useWayToContracts, type Way } from '../components/state-page.js';
import { closePage } from '../embed/host.js';
import { useReturn } from '../embed/use-return.js';
import { useLink } from '../link/link-context.js';
import { openPage } from '../router/open-page.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import type { ContractState, StateFlow } from './contract-state.js';
import { contractStateTexts } from './contract-state-texts.js';
import { useStateWords } from './use-state-words.js';
import { WithdrawSheet } from './withdraw-sheet.js';

interface Props {
  readonly flow: StateFlow;
  readonly state: ContractState;
  /** Opens the pages of the contract; null if they cannot be shown. */
  readonly read: (() => void) | null;
  /** Ways that precede all others, the first as the primary one. */
  readonly first?: readonly Way[];
  /** Whether the visitor is taken back to where they came from after a few seconds. */
  readonly returns?: boolean;
  /** Fetches the contract again after a withdrawal. */
  readonly renew?: () => Promise<unknown>;
}

/** A contract on which the visitor can do nothing at present: what happened, who, when and why, and what comes next. */
export function ContractStatePage({ flow, state, read, first = [], returns = false, renew }: Props) {
  const t = useTexts(contractStateTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const toContracts = useWayToContracts();
  const { facts, ...words } = useStateWords(flow, state);
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { linkId } = link;
  const { returnUrl } = link.entered;
  const { left, stay } = useReturn(returnUrl, returns);
  const waiting = state.kind === 'awaitingApproval' || state.kind === 'awaitingConsent' ? state : null;
  const own = waiting?.approval?.isOwn === true ? waiting.approval : null;
  const isReturning = left !== null;
  const ways = [
    ...first,
    ...ownWays(),
    ...(isReturning ? backWays() : []),
    ...(read === null ? [] : [{ label: t.read, run: read }]),
    ...(own === null ? [] : [{ label: t.withdraw, run: () => setWithdrawing(true) }]),
    ...(isReturning ? [{ label: app.stay, run: stay }] : backWays()),
  ];
  return (
    <>
      <StatePage {...words} ways={ways}>
        <section className="mt-6 w-full rounded-card bg-n-0 px-4 pt-1 text-left shadow-paper sm:px-6">
          <Facts facts={facts} isFramed={false} />
          {showsParties(state) && (
            <div className="border-t border-n-200 py-4">
              <PartyList parties={flow.parties} />
            </div>
          )}
        </section>
      </StatePage>
      {waiting !== null && own !== null && (
        <WithdrawSheet
          kind={waiting.kind}
          approvalId={own.approvalId}
          isOpen={isWithdrawing}
          close={() => setWithdrawing(false)}
          done={async () => {
            setWithdrawing(false);
            await renew?.();
          }}
        />
      )}
    </>
  );

  function ownWays(): readonly Way[] {
    switch (state.kind) {
      case 'notVerified':
        return [{ label: t.toVerify, run: () => openPage('identity', {}, { linkId }) }];
      case 'paymentDue':
      case 'feeDue':
        return [{ label: t.toPay, run: () => openPage('newPayment', {}, { linkId }) }];
      default:
        return [];
    }
  }

  /** Back to where the visitor came from, and otherwise to their other contracts. */
  function backWays(): readonly Way[] {
    if (returnUrl !== null) {
      const label = left === null ? t.backTo : app.returning(left);
      return [{ label, run: () => closePage(returnUrl) }];
    }
    return toContracts;
  }
}

/** Where it is another party's turn. */
function showsParties({ kind }: ContractState): boolean {
  return kind === 'sent' || kind === 'handedIn';
}
