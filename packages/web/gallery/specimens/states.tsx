import type { ReactNode } from 'react';
import { Refused, Unanswered } from '../../src/api/refused.js';
import { OutcomePage } from '../../src/shared/components/outcome-page.js';
import { RefusalPage } from '../../src/shared/components/refusal-page.js';
import { PageSkeleton } from '../../src/shared/components/skeleton.js';
import { type KnownState, StatePage } from '../../src/shared/components/state-page.js';
import type { ContractState } from '../../src/shared/flow/contract-state.js';
import { ContractStatePage } from '../../src/shared/flow/contract-state-page.js';
import { CurrentLink } from '../../src/shared/link/link-context.js';
import { flow, idOf, link } from '../given.js';
import { longCorp, longEnglish, nothing, type Specimen } from '../specimen.js';

/** A page in a box of its own. */
function Page({ children }: { readonly children: ReactNode }) {
  return <div className="h-[640px] overflow-hidden border border-n-200 bg-n-50">{children}</div>;
}

const known: readonly KnownState[] = [
  { kind: 'invalid' },
  { kind: 'unknown' },
  { kind: 'fileOver' },
  { kind: 'broken' },
  { kind: 'offline' },
  { kind: 'busy', requestId: '0198f3c2-77aa' },
  { kind: 'tooMany', secondsLeft: 58 },
  { kind: 'handedOver' },
];

const time = '2026-11-20T15:20:00.000+0800';
const next = { kind: 'signing', by: [longCorp, longEnglish] } as const;
const approval = {
  approvalId: idOf<'Approval'>(7),
  sealName: '合同专用章',
  approvers: ['张*', '李雷'],
  createTime: time,
  expireTime: '2026-11-27T15:20:00.000+0800',
  isOwn: true,
};
const request = { requesterName: '王芳', sealNames: ['合同专用章', '法人章'], createTime: time };
const reason = '价格条款需修改，另请补充验收标准。 The price has to change.';

const standings: readonly ContractState[] = [
  { kind: 'refused', reason },
  { kind: 'revoked', reason: null },
  { kind: 'expired' },
  { kind: 'awaitingApproval', approval },
  { kind: 'awaitingConsent', approval: null },
  { kind: 'sent', next },
  { kind: 'notVerified', duty: 'sign' },
  { kind: 'paymentDue', amount: 1200 },
  { kind: 'feeDue' },
  { kind: 'notFilled' },
  { kind: 'nothingToFill' },
  { kind: 'notYourTurn', duty: 'fill', partiesToAct: [longCorp, longEnglish] },
  { kind: 'handedIn', fields: 9, next: { kind: 'mySignature' } },
  { kind: 'approvalPassed', of: 'seal', time, next, request },
  { kind: 'approvalRejected', time, reason, request },
  { kind: 'approvalWithdrawn', time, request },
  { kind: 'approvalOver', time, request },
  { kind: 'ownRequest', expireTime: approval.expireTime, request },
  { kind: 'otherApprover', request },
];

function pagesOf<State extends { readonly kind: string }>(
  states: readonly State[],
  page: (state: State) => ReactNode,
): Specimen['states'] {
  return Object.fromEntries(states.map((state) => [state.kind, <Page key={state.kind}>{page(state)}</Page>]));
}

const refused = new Refused('503', '服务暂时不可用', null, '0198f3c2-77aa', null);

export const states: readonly Specimen[] = [
  { name: 'StatePage', states: pagesOf(known, (state) => <StatePage state={state} />) },
  {
    name: 'ContractStatePage',
    states: pagesOf(standings, (state) => (
      <CurrentLink value={link}>
        <ContractStatePage flow={flow} state={state} read={nothing} />
      </CurrentLink>
    )),
  },
  {
    name: 'RefusalPage',
    states: {
      refused: <Page>{<RefusalPage error={refused} retry={nothing} />}</Page>,
      unanswered: <Page>{<RefusalPage error={new Unanswered()} retry={nothing} />}</Page>,
    },
  },
  {
    name: 'OutcomePage',
    states: {
      done: (
        <Page>
          <OutcomePage title="签署完成 Signed">{longCorp}</OutcomePage>
        </Page>
      ),
    },
  },
  {
    name: 'PageSkeleton',
    states: pagesOf([{ kind: 'card' }, { kind: 'desk' }, { kind: 'plain' }] as const, ({ kind }) => (
      <PageSkeleton shape={kind} />
    )),
  },
];
