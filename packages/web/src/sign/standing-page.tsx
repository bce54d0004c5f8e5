import { StatePage } from '../shared/components/state-page.js';
import { money } from '../shared/format/money.js';
import { useLink } from '../shared/link/link-context.js';
import { openPage } from '../shared/router/open-page.js';
import { useTexts } from '../shared/text/language.js';
import { signTexts } from './sign-texts.js';
import type { Standing } from './standing.js';

interface Props {
  readonly standing: Standing;
  /** The initiator, which collects the amount due. */
  readonly corpName: string;
  readonly read: () => void;
}

/** State of a contract that the signer cannot sign at present; it can still be read. */
export function StandingPage({ standing, corpName, read }: Props) {
  const t = useTexts(signTexts);
  const { linkId } = useLink();
  const reading = { label: t.read, run: read };
  const paying = { label: t.toPay, run: () => openPage('newPayment', {}, { linkId }) };
  switch (standing.kind) {
    case 'refused':
    case 'revoked':
    case 'expired':
      return <StatePage state={{ ...standing, act: 'sign' }} action={reading} />;
    case 'awaitingApproval':
      return <StatePage icon="waiting" title={t.approvalTitle} text={t.approvalText} action={reading} />;
    case 'notVerified': {
      const verify = { label: t.toVerify, run: () => openPage('identity', {}, { linkId }) };
      const words = { icon: 'blocked', title: t.notVerifiedTitle, text: t.notVerifiedText } as const;
      return <StatePage {...words} action={verify} second={reading} />;
    }
    case 'paymentDue': {
      const title = t.payTitle(money(standing.amount));
      const words = { icon: 'waiting', title, text: t.payText(corpName) } as const;
      return <StatePage {...words} action={paying} second={reading} />;
    }
    case 'feeDue': {
      const words = { icon: 'waiting', title: t.feeTitle, text: t.payText(corpName) } as const;
      return <StatePage {...words} action={paying} second={reading} />;
    }
    case 'notFilled':
      return <StatePage icon="waiting" title={t.notTurnTitle} text={t.notFilledText} action={reading} />;
    case 'notYourTurn': {
      const text = t.notTurnText(standing.partiesToAct.join('、'));
      return <StatePage icon="waiting" title={t.notTurnTitle} text={text} action={reading} />;
    }
  }
}
