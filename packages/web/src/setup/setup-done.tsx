import type { FinishedSetup } from '@cinnabar/api/pages/setup.js';
import { Button } from '../shared/components/button.js';
import { CardPage } from '../shared/console/card-page.js';
import { pageAfterLogin } from '../shared/console/page-after-login.js';
import { maskedMobile } from '../shared/format/masked-mobile.js';
import { useTexts } from '../shared/text/language.js';
import { setupFoot } from './setup-foot.js';
import { setupTexts } from './setup-texts.js';

/** What is shown once: recovery codes, and the credentials of the enterprise’s application. */
export function SetupDone({
  finished: { entered, recoveryCodes, corp },
}: {
  readonly finished: FinishedSetup;
}) {
  const t = useTexts(setupTexts);
  const facts = [
    [t.corp, corp.corpName],
    [t.owner, `${corp.ownerName} ${maskedMobile(corp.ownerMobile)}`],
    [t.appId, corp.appId],
    [t.appSecret, corp.appSecret],
  ] as const;
  return (
    <CardPage title={t.doneTitle} lead={t.doneLead}>
      <h2 className="m-0 text-body font-semibold">{t.recovery}</h2>
      <p className="m-0 mt-1 text-small text-n-600">{t.recoveryText}</p>
      <ul className="figures m-0 mt-2 mb-6 grid list-none grid-cols-2 gap-x-4 gap-y-2 rounded-control bg-n-50 p-4 max-sm:bg-n-0 text-body">
        {recoveryCodes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <h2 className="m-0 text-body font-semibold">{t.application}</h2>
      <p className="m-0 mt-1 text-small text-n-600">{t.applicationText}</p>
      <dl className="m-0 mt-2 mb-6 rounded-control bg-n-50 p-4 max-sm:bg-n-0 text-body">
        {facts.map(([label, value]) => (
          <div key={label} className="mb-2 last:mb-0">
            <dt className="text-small text-n-600">{label}</dt>
            <dd className="figures m-0 names">{value}</dd>
          </div>
        ))}
      </dl>
      <div className={setupFoot}>
        <Button look="ink" wide onPress={() => location.replace(pageAfterLogin(entered, null))}>
          {entered.corps.length > 0 ? t.toConsole : t.toSecurity}
        </Button>
      </div>
    </CardPage>
  );
}
