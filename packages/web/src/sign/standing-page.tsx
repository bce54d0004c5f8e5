import { StatePage } from '../shared/components/state-page.js';
import { dayInWords } from '../shared/format/dates.js';
import { useLink } from '../shared/link/link-context.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import type { View } from './marks.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly view: View;
  readonly read: () => void;
}

/** Whether the signer has nothing to place now, so that the page says how things stand. */
export function isStanding(view: View): boolean {
  return view.status !== 2 || view.obstacle !== null || view.me.signStatus === 4;
}

/** How the contract stands while its signer cannot sign it; reading is always possible. */
export function StandingPage({ view, read }: Props) {
  const t = useTexts(signTexts);
  const { language } = useLanguage();
  const link = useLink();
  const reading = { label: t.read, run: read };
  const paying = { label: t.toPay, run: () => location.assign(`/pay/new?l=${link.linkId}`) };
  if (view.me.signStatus === 4) {
    return <StatePage icon="waiting" title={t.approvalTitle} text={t.approvalText} action={reading} />;
  }
  const ended = t.endedText(view.endReason ?? '');
  if (view.status === 6)
    return <StatePage icon="ended" title={t.refusedTitle} text={ended} action={reading} />;
  if (view.status === 4)
    return <StatePage icon="ended" title={t.revokedTitle} text={ended} action={reading} />;
  if (view.status === 5 || view.obstacle === 'FLOW_EXPIRED') {
    const day = view.deadline === null ? '' : dayInWords(view.deadline, language);
    return <StatePage icon="ended" title={t.expiredTitle} text={t.expiredText(day)} action={reading} />;
  }
  if (view.obstacle === 'NOT_VERIFIED') {
    const verify = { label: t.toVerify, run: () => location.assign(`/identity?l=${link.linkId}`) };
    return (
      <StatePage
        icon="blocked"
        title={t.notVerifiedTitle}
        text={t.notVerifiedText}
        action={verify}
        second={reading}
      />
    );
  }
  if (view.obstacle === 'PAYMENT_REQUIRED') {
    const title = t.payTitle(`¥${(view.amount ?? 0).toLocaleString('en-US', { minimumFractionDigits: 2 })}`);
    const text = t.payText(view.corpName);
    return <StatePage icon="waiting" title={title} text={text} action={paying} second={reading} />;
  }
  if (view.obstacle === 'FEE_UNPAID') {
    const text = t.payText(view.corpName);
    return <StatePage icon="waiting" title={t.feeTitle} text={text} action={paying} second={reading} />;
  }
  const before = view.parties.filter(({ isTurn, isMe }) => isTurn && !isMe).map(({ name }) => name);
  const text = view.status === 1 || before.length === 0 ? t.notFilledText : t.notTurnText(before.join('、'));
  return <StatePage icon="waiting" title={t.notTurnTitle} text={text} action={reading} />;
}
