import { resumeConsole } from '@cinnabar/api/pages/login.js';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../api/call.js';
import { onDemand } from '../components/on-demand.js';
import { RefusalPage } from '../components/refusal-page.js';
import { PageSkeleton } from '../components/skeleton.js';
import { openPage } from '../router/open-page.js';
import { takePrefetched } from '../state/prefetched.js';
import { type ConsoleDoor, ConsoleDoorContext, type Entered } from './console-door.js';
import { leaveConsole } from './leave-console.js';
import { type Needed, neededOf } from './needed-of.js';
import { forgetSessionOfTab, keepSessionOfTab } from './tab-session.js';

const FactorPage = onDemand(() => import('./factor-page.js'));
const InterruptionSheet = onDemand(() => import('./interruption-sheet.js'));

/** A request that waits for the person. */
interface Interruption {
  readonly needed: Needed;
  readonly settle: (isDone: boolean) => void;
}

/** Admits people who have logged in; all others are led to the log-in page, and back. */
export function ConsoleGate({ children }: { readonly children: ReactNode }) {
  const resuming = useQuery({
    queryKey: ['console'],
    queryFn: () => takePrefetched('console', () => call(resumeConsole, {})),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const resumed = resuming.data?.entered;
  useEffect(() => {
    if (resumed !== null) return;
    forgetSessionOfTab();
    location.replace(loginAddress());
  }, [resumed]);
  if (resuming.error !== null) {
    return <RefusalPage error={resuming.error} retry={() => void resuming.refetch()} />;
  }
  if (resumed === undefined || resumed === null) return <PageSkeleton />;
  return (
    <Admitted resumed={resumed} refresh={() => void resuming.refetch()}>
      {children}
    </Admitted>
  );
}

interface Props {
  readonly resumed: Entered;
  readonly refresh: () => void;
  readonly children: ReactNode;
}

function Admitted({ resumed, refresh, children }: Props) {
  const [later, setLater] = useState<Entered | null>(null);
  const entered = later ?? resumed;
  const aheadMs = useMemo(() => entered.now - Date.now(), [entered.now]);
  const key = useRef(entered.session);
  const [interruption, setInterruption] = useState<Interruption | null>(null);
  useEffect(() => keepSessionOfTab(entered.session), [entered.session]);
  const enter = useCallback((again: Entered) => {
    key.current = again.session;
    setLater(again);
  }, []);
  useEffect(() => {
    // A later look tells what has changed since.
    key.current = resumed.session;
    setLater(null);
  }, [resumed]);
  const door = useMemo<ConsoleDoor>(() => {
    /** Requests that are refused at the same time wait for the same sheet. */
    let asking: Promise<boolean> | null = null;
    const ask = (needed: Needed) => {
      asking ??= new Promise<boolean>((resolve) => {
        const settle = (isDone: boolean) => {
          asking = null;
          setInterruption(null);
          resolve(isDone);
        };
        setInterruption({ needed, settle });
      });
      return asking;
    };
    const until = async <T,>(attempt: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          const needed = neededOf(error);
          if (needed === 'factor' && entered.factors.length === 0) openPage('security', {});
          else if (needed !== null && (await ask(needed))) continue;
          throw error;
        }
      }
    };
    return {
      entered,
      serviceTime: () => Date.now() + aheadMs,
      call: (operation, input) => until(() => call(operation, input, { consoleSession: key.current })),
      run: (attempt) => until(() => attempt({ consoleSession: key.current })),
      refresh,
      leave: leaveConsole,
    };
  }, [entered, aheadMs, refresh]);
  if (entered.needsFactor && interruption === null) {
    return <FactorPage entered={entered} enter={enter} leave={door.leave} />;
  }
  return (
    <ConsoleDoorContext value={door}>
      {children}
      {interruption !== null && (
        <InterruptionSheet
          needed={interruption.needed}
          entered={entered}
          enter={enter}
          done={() => interruption.settle(true)}
          cancel={() => interruption.settle(false)}
        />
      )}
    </ConsoleDoorContext>
  );
}

/** The log-in page, which leads back here. */
function loginAddress(): string {
  return `/login?next=${encodeURIComponent(`${location.pathname}${location.search}`)}`;
}
