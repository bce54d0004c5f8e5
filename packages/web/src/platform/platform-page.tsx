import { type EnteredPlatform, logInToPlatform, resumePlatform } from '@cinnabar/api/pages/platform.js';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { call } from '../api/call.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { onDemand } from '../shared/components/on-demand.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { CardPage } from '../shared/console/card-page.js';
import { PasswordLogin } from '../shared/console/password-login.js';
import { useTexts } from '../shared/text/language.js';
import { platformTexts } from './platform-texts.js';

/** Loaded after the log-in. */
const PlatformDesk = onDemand(() => import('./platform-desk.js'), <PageSkeleton />);

type Standing =
  | { readonly kind: 'in'; readonly entered: EnteredPlatform }
  | { readonly kind: 'out'; readonly hasEnded: boolean };

/** The console of the platform's operators, whose session is not that of a member. */
export default function PlatformPage() {
  const t = useTexts(platformTexts);
  const [changed, setStanding] = useState<Standing | null>(null);
  const leave = useCallback((hasEnded: boolean) => setStanding({ kind: 'out', hasEnded }), []);
  const resuming = useQuery({
    queryKey: ['platform', 'session'],
    queryFn: () => call(resumePlatform, {}),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (resuming.error !== null) {
    return <RefusalPage error={resuming.error} retry={() => void resuming.refetch()} />;
  }
  if (resuming.data === undefined) return <PageSkeleton />;
  const kept = resuming.data.entered;
  const standing: Standing =
    changed ?? (kept === null ? { kind: 'out', hasEnded: false } : { kind: 'in', entered: kept });
  if (standing.kind === 'in') {
    return <PlatformDesk entered={standing.entered} leave={leave} />;
  }
  return (
    <CardPage title={t.loginTitle} lead={t.loginLead}>
      <ErrorLine text={standing.hasEnded ? t.ended : null} />
      <PasswordLogin
        logIn={(given) => call(logInToPlatform, given)}
        enter={(entered) => setStanding({ kind: 'in', entered })}
      />
    </CardPage>
  );
}
