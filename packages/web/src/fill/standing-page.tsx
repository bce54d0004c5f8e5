import { PartyList } from '../shared/components/party-list.js';
import { StatePage } from '../shared/components/state-page.js';
import { closePage } from '../shared/embed/host.js';
import { useLink } from '../shared/link/link-context.js';
import { useTexts } from '../shared/text/language.js';
import type { View } from './controls.js';
import { fillTexts } from './fill-texts.js';
import type { Next, Standing } from './standing.js';

interface Props {
  readonly standing: Standing;
  readonly parties: View['parties'];
  readonly read: () => void;
}

/** State of a contract that has nothing to fill in at present; it can still be read. */
export function StandingPage({ standing, parties, read }: Props) {
  const t = useTexts(fillTexts);
  const { returnUrl } = useLink().entered;
  const reading = { label: t.read, run: read };
  switch (standing.kind) {
    case 'refused':
    case 'revoked':
    case 'expired':
      return <StatePage state={{ ...standing, act: 'fill' }} action={reading} />;
    case 'handedIn': {
      const words = {
        icon: 'done',
        title: t.doneTitle(standing.fields),
        text: nextWords(standing.next, t),
      } as const;
      const back = returnUrl === null ? {} : { second: { label: t.backTo, run: () => closePage(returnUrl) } };
      return (
        <StatePage {...words} action={reading} {...back}>
          <section className="mt-6 w-full rounded-card bg-n-0 p-4 text-left shadow-paper sm:p-6">
            <PartyList parties={parties} />
          </section>
        </StatePage>
      );
    }
    case 'notVerified':
      return (
        <StatePage icon="blocked" title={t.notVerifiedTitle} text={t.notVerifiedText} action={reading} />
      );
    case 'notYourTurn': {
      const text = t.notTurnText(standing.partiesToAct.join('、'));
      return <StatePage icon="waiting" title={t.notTurnTitle} text={text} action={reading} />;
    }
    case 'nothingToFill':
      return <StatePage icon="done" title={t.nothingTitle} text={t.nothingText} action={reading} />;
  }
}

function nextWords(next: Next, t: typeof fillTexts.zh): string {
  switch (next.kind) {
    case 'nothing':
      return t.doneAll;
    case 'mySignature':
      return t.doneMineSign;
    case 'filling':
      return t.doneNextFill(next.by.join('、'));
    case 'signing':
      return t.doneNextSign(next.by.join('、'));
  }
}
