import { viewPlatform } from '@cinnabar/api/pages/platform.js';
import type { DataOf } from '../api/wire.js';
import { Facts } from '../shared/components/facts.js';
import { Findings } from '../shared/findings/findings.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { Answered } from './list-parts.js';
import { useAsked } from './platform-context.js';
import { platformTexts } from './platform-texts.js';

const REFRESH_MS = 30_000;

type Overview = DataOf<typeof viewPlatform>;

/** What runs, what waits, and what `cinnabar doctor` finds. */
export default function OverviewSection() {
  const t = useTexts(platformTexts);
  const { language } = useLanguage();
  const viewing = useAsked(viewPlatform, {}, { everyMs: REFRESH_MS });
  const migrationsIn = ({ findings }: Pick<Overview, 'findings'>) =>
    findings.filter(({ check }) => check === 'migrations');
  return (
    <Answered asked={viewing}>
      {(data) => (
        <div className="max-w-[640px]">
          <Facts
            facts={[
              [t.version, data.version],
              // What is pending before the next upgrade, or what another version has already done.
              ...migrationsIn(data).map(({ message }) => [t.migrations, message] as const),
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
