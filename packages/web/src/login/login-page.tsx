import { consoleAddress } from '@cinnabar/api/pages/addresses.js';
import { resumeConsole } from '@cinnabar/api/pages/login.js';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../api/call.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { CardPage } from '../shared/console/card-page.js';
import type { Entered } from '../shared/console/console-door.js';
import FactorPage from '../shared/console/factor-page.js';
import { leaveConsole } from '../shared/console/leave-console.js';
import { LoginForm } from '../shared/console/login-form.js';
import { pageAfterLogin } from '../shared/console/page-after-login.js';
import { usePageState } from '../shared/router/page-state.js';
import { isSandbox } from '../shared/state/sandbox.js';
import { useTexts } from '../shared/text/language.js';
import { DemoPeople } from './demo-people.js';
import { loginTexts } from './login-texts.js';

/** Logs in to the console, and leads to the page that was asked for. */
export default function LoginPage() {
  const t = useTexts(loginTexts);
  const [{ next: given, corp, failed }] = usePageState('login');
  const next = consoleAddress(given);
  const [entered, setEntered] = useState<Entered | null>(null);
  const resuming = useQuery({
    queryKey: ['console'],
    queryFn: () => call(resumeConsole, {}),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const { refetch } = resuming;
  const session = entered ?? resuming.data?.entered ?? null;
  const isIn = session !== null && !session.needsFactor;
  useEffect(() => {
    if (isIn) location.replace(pageAfterLogin(session, next));
  }, [isIn, session, next]);
  const resume = useCallback(() => void refetch(), [refetch]);
  if (resuming.error !== null) return <RefusalPage error={resuming.error} retry={resume} />;
  if (resuming.data === undefined || isIn) return <PageSkeleton />;
  if (session !== null) return <FactorPage entered={session} enter={setEntered} leave={leaveConsole} />;
  return (
    <CardPage
      title={t.title}
      lead={t.lead}
      below={
        <>
          {isSandbox && <DemoPeople enter={resume} />}
          <p className="m-0 mt-4 text-center text-small text-n-600">
            <a className="inline-flex min-h-11 items-center text-cinnabar-600" href="/contracts">
              {t.ownContracts}
            </a>
          </p>
        </>
      }
    >
      <ErrorLine text={failed === 'oidc' ? t.oidcFailed : null} />
      <LoginForm enter={setEntered} next={next} corpId={corp} />
    </CardPage>
  );
}
