import { useMemo } from 'react';
import { StatePage } from '../shared/components/state-page.js';
import { useConsole } from '../shared/console/console-door.js';
import { openPage } from '../shared/router/open-page.js';
import { useTexts } from '../shared/text/language.js';
import { consoleHomeTexts } from './console-texts.js';
import { ConsoleProvider } from './shell/console-context.js';
import { openDoor } from './shell/door.js';
import { Shell } from './shell/shell.js';

/** The sections of an enterprise, or why it cannot be entered. */
export function ConsoleHome({ corpId }: { readonly corpId: number }) {
  const t = useTexts(consoleHomeTexts);
  const { entered, run, leave } = useConsole();
  const door = useMemo(() => openDoor(corpId, run), [corpId, run]);
  const corp = entered.corps.find((each) => each.corpId === corpId);
  const choose = { label: t.otherCorp, run: () => openPage('corps', {}) };
  const logOut = { label: t.leave, run: leave };
  if (corp === undefined) {
    return (
      <StatePage icon="blocked" title={t.notHereTitle} text={t.notHereText} action={choose} ways={[logOut]} />
    );
  }
  if (corp.standing === 'method') {
    return (
      <StatePage icon="blocked" title={t.methodTitle} text={t.methodText} action={logOut} ways={[choose]} />
    );
  }
  if (corp.standing === 'network') {
    return (
      <StatePage icon="blocked" title={t.networkTitle} text={t.networkText} action={choose} ways={[logOut]} />
    );
  }
  if (corp.standing === 'enrol') {
    const toSecurity = {
      label: t.toSecurity,
      run: () => location.assign(`/security?next=/console/${corpId}`),
    };
    return (
      <StatePage icon="blocked" title={t.enrolTitle} text={t.enrolText} action={toSecurity} ways={[logOut]} />
    );
  }
  return (
    <ConsoleProvider
      value={{
        corpId,
        corpName: corp.corpName,
        userId: entered.userId,
        personName: entered.userName,
        mobile: entered.mobile,
        roles: corp.roles,
        corps: entered.corps,
        door,
        logOut: leave,
      }}
    >
      <Shell />
    </ConsoleProvider>
  );
}
