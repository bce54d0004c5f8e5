import { type EnteredPlatform, leavePlatform, viewPlatform } from '@cinnabar/api/pages/platform.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call.js';
import { Refused } from '../api/refused.js';
import { Button } from '../shared/components/button.js';
import { Facts } from '../shared/components/facts.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { CardPage } from '../shared/console/card-page.js';
import { Findings } from '../shared/findings/findings.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { platformTexts } from './platform-texts.js';

interface Props {
  readonly entered: EnteredPlatform;
  readonly leave: (hasEnded: boolean) => void;
}

/** What runs, what waits, and what `cinnabar doctor` finds. */
export default function OverviewPage({ entered: { session, name }, leave }: Props) {
  const t = useTexts(platformTexts);
  const { language } = useLanguage();
  const key = { platformSession: session };
  const viewing = useQuery({
    // The service answers in the language of the page.
    queryKey: ['platform', 'overview', session, language],
    queryFn: () => call(viewPlatform, {}, key),
  });
  const hasEnded = viewing.error instanceof Refused && viewing.error.reason === 'TOKEN_INVALID';
  useEffect(() => {
    if (hasEnded) leave(true);
  }, [hasEnded, leave]);
  if (viewing.error !== null && !hasEnded) {
    return <RefusalPage error={viewing.error} retry={() => void viewing.refetch()} />;
  }
  const { data } = viewing;
  if (data === undefined) return <PageSkeleton />;
  // The session ends by itself where this request does not arrive.
  const logOut = () =>
    void call(leavePlatform, {}, key)
      .catch(() => undefined)
      .finally(() => leave(false));
  const checkedAt = new Date(data.checkedAt).toLocaleTimeString(language);
  return (
    <CardPage title={t.title} lead={t.operator(name)}>
      <Facts
        facts={[
          [t.version, data.version],
          [t.jobsWaiting, data.jobsWaiting],
          [t.jobsFailed, data.jobsFailed],
          [t.eventsWaiting, data.eventsWaiting],
        ]}
      />
      <h2 className="m-0 text-body font-semibold">{t.health}</h2>
      <p className="figures m-0 mt-1 mb-4 text-small text-n-600">{t.checkedAt(checkedAt)}</p>
      <Findings state={data} checkAgain={() => void viewing.refetch()} isChecking={viewing.isFetching} />
      <Button onPress={logOut}>{t.leave}</Button>
    </CardPage>
  );
}
