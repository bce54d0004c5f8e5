import { StatePage } from '../shared/components/state-page.js';
import { closePage } from '../shared/embed/host.js';
import { momentInWords } from '../shared/format/dates.js';
import { useLink } from '../shared/link/link-context.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import type { View } from './approvals.js';
import { approveTexts } from './approve-texts.js';

interface Props {
  readonly view: View;
  readonly read: () => void;
  /** To what still waits; null where nothing does. */
  readonly next: { readonly run: () => void; readonly count: number } | null;
}

/** How a request stands that is not to be decided here and now. */
export function StandingPage({ view, read, next }: Props) {
  const t = useTexts(approveTexts);
  const { language } = useLanguage();
  const { returnUrl } = useLink().entered;
  const reading = { label: t.read, run: read };
  const ways =
    next === null
      ? {
          action: reading,
          ...(returnUrl === null ? {} : { second: { label: t.backTo, run: () => closePage(returnUrl) } }),
        }
      : { action: { label: t.nextOf(next.count), run: next.run }, second: reading };
  const time = momentInWords(view.updateTime, language);
  const signers = view.flow.parties.filter(({ isTurn }) => isTurn).map(({ name }) => name);
  const afterwards = view.flow.status === 2 && signers.length > 0 ? t.nextSigns(signers.join('、')) : '';
  switch (view.status) {
    case 2:
      return view.kind === 'seal' ? (
        <StatePage icon="done" title={t.passedTitle} text={`${t.passedText(time)}${afterwards}`} {...ways} />
      ) : (
        <StatePage
          icon="done"
          title={t.passedContractTitle}
          text={`${t.passedContractText(time)}${afterwards}`}
          {...ways}
        />
      );
    case 3:
      return (
        <StatePage
          icon="ended"
          title={t.rejectedTitle}
          text={t.rejectedText(view.failReason ?? '')}
          {...ways}
        />
      );
    case 4:
      return <StatePage icon="ended" title={t.withdrawnTitle} text={t.withdrawnText} {...ways} />;
    case 5:
      return <StatePage icon="ended" title={t.terminatedTitle} text={t.terminatedText} {...ways} />;
    default:
      return view.isOwn ? (
        <StatePage icon="waiting" title={t.ownTitle} text={t.ownText} {...ways} />
      ) : (
        <StatePage icon="blocked" title={t.notYoursTitle} text={t.notYoursText} {...ways} />
      );
  }
}
