import { StatePage } from '../shared/components/state-page.js';
import { useConsole } from '../shared/console/console-door.js';
import { openPage } from '../shared/router/open-page.js';
import { useTexts } from '../shared/text/language.js';
import { consoleHomeTexts } from './console-texts.js';

/** Why the person cannot enter the enterprise, and what they can do. */
export default function ClosedCorp({ corpId }: { readonly corpId: number }) {
  const t = useTexts(consoleHomeTexts);
  const { entered, leave } = useConsole();
  const standing = entered.corps.find((each) => each.corpId === corpId)?.standing;
  const choose = { label: t.otherCorp, run: () => openPage('corps', {}) };
  const logOut = { label: t.leave, run: leave };
  switch (standing) {
    case 'method':
      return (
        <StatePage icon="blocked" title={t.methodTitle} text={t.methodText} action={logOut} ways={[choose]} />
      );
    case 'network':
      return (
        <StatePage
          icon="blocked"
          title={t.networkTitle}
          text={t.networkText}
          action={choose}
          ways={[logOut]}
        />
      );
    case 'enrol': {
      const toSecurity = {
        label: t.toSecurity,
        run: () => location.assign(`/security?next=/console/${corpId}`),
      };
      return (
        <StatePage
          icon="blocked"
          title={t.enrolTitle}
          text={t.enrolText}
          action={toSecurity}
          ways={[logOut]}
        />
      );
    }
    default:
      return (
        <StatePage
          icon="blocked"
          title={t.notHereTitle}
          text={t.notHereText}
          action={choose}
          ways={[logOut]}
        />
      );
  }
}
