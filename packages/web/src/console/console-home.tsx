import { useMemo } from 'react';
import { onDemand } from '../shared/components/on-demand.js';
import { useConsole } from '../shared/console/console-door.js';
import { ConsoleProvider } from './shell/console-context.js';
import { openDoor } from './shell/door.js';
import { Shell } from './shell/shell.js';

const ClosedCorp = onDemand(() => import('./closed-corp.js'));

/** The sections of an enterprise, or why it cannot be entered. */
export function ConsoleHome({ corpId }: { readonly corpId: number }) {
  const { entered, run, leave } = useConsole();
  const door = useMemo(() => openDoor(corpId, run), [corpId, run]);
  const corp = entered.corps.find((each) => each.corpId === corpId);
  const isClosed = corp === undefined || ['method', 'network', 'enrol'].includes(corp.standing);
  if (isClosed) {
    return <ClosedCorp corpId={corpId} />;
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
