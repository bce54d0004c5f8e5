import { viewPlatform } from '@cinnabar/api/pages/platform.js';
import { Facts } from '../shared/components/facts.js';
import { Findings } from '../shared/findings/findings.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { Answered } from './list-parts.js';
import { useAsked } from './platform-context.js';
import { platformTexts } from './platform-texts.js';

const REFRESH_MS = 30_000;

/** What runs, what waits, and what `cinnabar doctor` finds. */
export default function OverviewSection() {
  const t = useTexts(platformTexts);
  const { language } = useLanguage();
  const viewing = useAsked(viewPlatform, {}, { everyMs: REFRESH_MS });
  return (
    <Answered asked={viewing}>
      {(data) => (
        <div className="max-w-[640px]">
          <Facts
            facts={[
              [t.version, data.version],
              [t.jobsWaiting, data.jobsWaiting],
              [t.jobsFailed, data.jobsFailed],
              [t.eventsWaiting, data.eventsWaiting],
            ]}
          />
          <h2 className="m-0 text-body font-semibold">{t.health}</h2>
          <p className="figures m-0 mt-1 mb-4 text-small text-n-600">
            {t.checkedAt(new Date(data.checkedAt).toLocaleTimeString(language))}
          </p>
          <Findings state={data} checkAgain={() => void viewing.refetch()} isChecking={viewing.isFetching} />
        </div>
      )}
    </Answered>
  );
}
