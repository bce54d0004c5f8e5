import type { SetupSetting } from '@cinnabar/api/pages/setup.js';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { smallIcon } from '../shared/components/icons.js';
import { findingTexts } from '../shared/findings/finding-texts.js';
import { useTexts } from '../shared/text/language.js';
import { CopyLine } from './copy-line.js';
import { setupTexts } from './setup-texts.js';
import type { SiteFinding } from './site-facts.js';

interface Props {
  readonly site: readonly SiteFinding[];
  readonly settings: readonly SetupSetting[];
}

/** Address, encryption, time zone and clock as the browser sees them, and where each setting comes from. */
export function SettingsStep({ site, settings }: Props) {
  const t = useTexts(setupTexts);
  const checks = useTexts(findingTexts);
  const names: Readonly<Record<string, string>> = t.settings;
  return (
    <>
      <ul className="m-0 mb-6 list-none divide-y divide-n-200 border-y border-n-200 p-0">
        {site.map(({ fact, isFine, seen, said, line }) => (
          <li key={fact} className="py-3">
            <p className="m-0 flex flex-wrap items-center gap-2 text-body font-medium">
              <span
                className={`inline-flex items-center gap-1 text-small ${isFine ? 'text-success' : 'text-warning'}`}
              >
                {isFine ? <CircleCheck {...smallIcon} /> : <TriangleAlert {...smallIcon} />}
                {isFine ? checks.statuses.ok : checks.statuses.warn}
              </span>
              {t.site[fact].name}
            </p>
            <p className="m-0 mt-1 text-small text-n-600 names">
              {isFine ? t.site[fact].fine(seen) : t.site[fact].wrong(seen, said ?? '')}
            </p>
            {line !== null && <CopyLine text={line} label={t.site[fact].name} />}
          </li>
        ))}
      </ul>
      <h2 className="m-0 text-body font-semibold">{t.settingsHead}</h2>
      <p className="m-0 mt-1 text-small text-n-600">{t.settingsLead}</p>
      <ul className="m-0 mt-2 mb-6 list-none divide-y divide-n-200 border-y border-n-200 p-0">
        {settings.map(({ name, source, value, isSecret, line }) => (
          <li key={name} className="py-3">
            <p className="m-0 flex flex-wrap items-baseline justify-between gap-x-4 text-body">
              <span className="font-medium">{names[name] ?? name}</span>
              <span className="text-small text-n-500">{t.sources[source]}</span>
            </p>
            <p className="figures m-0 mt-1 text-small break-all text-n-600">
              {value ?? (isSecret && source !== 'default' ? t.secret : t.unset)}
            </p>
            <CopyLine text={line} label={name} />
          </li>
        ))}
      </ul>
    </>
  );
}
