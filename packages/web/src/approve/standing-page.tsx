import { StatePage } from '../shared/components/state-page.js';
import { closePage } from '../shared/embed/host.js';
import { momentInWords } from '../shared/format/dates.js';
import { useLink } from '../shared/link/link-context.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { approveTexts } from './approve-texts.js';
import type { Standing } from './standing.js';

interface Props {
  readonly standing: Standing;
  readonly read: () => void;
  /** Leads to the remaining approvals; null if there are none. */
  readonly next: { readonly run: () => void; readonly count: number } | null;
}

/** State of an approval that cannot be decided here, or why somebody else decides it. */
export function StandingPage({ standing, read, next }: Props) {
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
  switch (standing.kind) {
    case 'passed': {
      const time = momentInWords(standing.time, language);
      const afterwards = standing.next.length === 0 ? '' : t.nextSigns(standing.next.join('、'));
      const [title, text] =
        standing.of === 'seal'
          ? [t.passedTitle, t.passedText(time)]
          : [t.passedContractTitle, t.passedContractText(time)];
      return <StatePage icon="done" title={title} text={`${text}${afterwards}`} {...ways} />;
    }
    case 'rejected':
      return (
        <StatePage icon="ended" title={t.rejectedTitle} text={t.rejectedText(standing.reason)} {...ways} />
      );
    case 'withdrawn':
      return <StatePage icon="ended" title={t.withdrawnTitle} text={t.withdrawnText} {...ways} />;
    case 'terminated':
      return <StatePage icon="ended" title={t.terminatedTitle} text={t.terminatedText} {...ways} />;
    case 'own':
      return <StatePage icon="waiting" title={t.ownTitle} text={t.ownText} {...ways} />;
    case 'notYours':
      return <StatePage icon="blocked" title={t.notYoursTitle} text={t.notYoursText} {...ways} />;
  }
}
