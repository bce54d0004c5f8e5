import { PartyList } from '../shared/components/party-list.js';
import { StatePage } from '../shared/components/state-page.js';
import { closePage } from '../shared/embed/host.js';
import { dayInWords } from '../shared/format/dates.js';
import { useLink } from '../shared/link/link-context.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { ownControls, type View } from './controls.js';
import { fillTexts } from './fill-texts.js';

interface Props {
  readonly view: View;
  readonly read: () => void;
}

/** How the contract stands when there is nothing to fill in now; reading is always possible. */
export function StandingPage({ view, read }: Props) {
  const t = useTexts(fillTexts);
  const { language } = useLanguage();
  const { returnUrl } = useLink().entered;
  const reading = { label: t.read, run: read };
  const ended = t.endedText(view.endReason ?? '');
  if (view.status === 6) {
    return <StatePage icon="ended" title={t.refusedTitle} text={ended} action={reading} />;
  }
  if (view.status === 4) {
    return <StatePage icon="ended" title={t.revokedTitle} text={ended} action={reading} />;
  }
  if (view.me.filled && ownControls(view).length > 0) {
    const count = ownControls(view).filter(({ value }) => value !== '').length;
    const back = returnUrl === null ? {} : { second: { label: t.backTo, run: () => closePage(returnUrl) } };
    return (
      <StatePage icon="done" title={t.doneTitle(count)} text={nextOf(view, t)} action={reading} {...back}>
        <section className="mt-6 w-full rounded-card bg-n-0 p-4 text-left shadow-paper sm:p-6">
          <PartyList parties={view.parties} />
        </section>
      </StatePage>
    );
  }
  if (view.status === 5 || view.obstacle === 'FLOW_EXPIRED') {
    const day = view.deadline === null ? '' : dayInWords(view.deadline, language);
    return <StatePage icon="ended" title={t.expiredTitle} text={t.expiredText(day)} action={reading} />;
  }
  if (view.obstacle === 'NOT_VERIFIED') {
    return <StatePage icon="blocked" title={t.notVerifiedTitle} text={t.notVerifiedText} action={reading} />;
  }
  const before = view.parties.filter(({ isTurn, isMe }) => isTurn && !isMe).map(({ name }) => name);
  if (view.obstacle === 'NOT_YOUR_TURN' && before.length > 0) {
    const text = t.notTurnText(before.join('、'));
    return <StatePage icon="waiting" title={t.notTurnTitle} text={text} action={reading} />;
  }
  return <StatePage icon="done" title={t.nothingTitle} text={t.nothingText} action={reading} />;
}

function nextOf({ parties, status }: View, t: typeof fillTexts.zh): string {
  const next = parties.filter(({ isTurn }) => isTurn);
  if (status === 2 && next.some(({ isMe }) => isMe)) return t.doneMineSign;
  const names = next.map(({ name }) => name).join('、');
  if (names === '') return t.doneAll;
  return status === 1 ? t.doneNextFill(names) : t.doneNextSign(names);
}
