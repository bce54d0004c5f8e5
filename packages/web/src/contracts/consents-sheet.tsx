import { agreements } from '@cinnabar/api/pages/agreements.js';
import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { listMyConsents, type MyConsent, withdrawMyConsent } from '@cinnabar/api/pages/my-data.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.js';
import type { Wire } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { Sheet } from '../shared/components/sheet.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { myDataTexts } from './my-data-texts.js';

interface Props {
  readonly entered: EnteredMine;
  readonly close: () => void;
}

/** The agreements that the person has accepted, and how each consent ends. */
export default function ConsentsSheet({ entered, close }: Props) {
  const t = useTexts(myDataTexts);
  const app = useTexts(commonTexts);
  const { language } = useLanguage();
  const session = { personSession: entered.session };
  const listing = useQuery({
    queryKey: ['mine', 'consents', entered.session],
    queryFn: () => call(listMyConsents, {}, session),
    refetchOnMount: 'always',
  });
  const withdrawing = useMutation({
    mutationFn: ({ agreement }: Wire<MyConsent>) => call(withdrawMyConsent, { agreement }, session),
    onSettled: () => listing.refetch(),
  });
  const consents = listing.data?.consents ?? [];
  const failure = refusalWords(withdrawing.error ?? listing.error, app.offlineText);
  return (
    <Sheet title={t.consentsTitle} isOpen close={close} footer={<ErrorLine text={failure?.words ?? null} />}>
      {listing.data !== undefined && consents.length === 0 && (
        <p className="m-0 text-body text-n-700">{t.noConsents}</p>
      )}
      {consents.length > 0 && <p className="m-0 mb-3 text-small text-n-600">{t.withdrawText}</p>}
      <ul className="m-0 list-none divide-y divide-n-200 p-0">
        {consents.map((consent) => (
          <li key={consent.agreement} className="flex items-center gap-3 py-3">
            <div className="flex-1">
              <p className="m-0 text-body font-medium">{agreements[consent.agreement][language].title}</p>
              <p className="figures m-0 mt-1 text-small text-n-600">
                {consent.withdrawTime === null
                  ? t.accepted(consent.version, consent.acceptTime.slice(0, 10))
                  : t.withdrawn(consent.withdrawTime.slice(0, 10))}
              </p>
              {consent.wayOut === 'enterprise' && (
                <p className="m-0 mt-1 text-small text-n-600">{t.byEnterprise}</p>
              )}
            </div>
            {consent.wayOut === 'here' && consent.withdrawTime === null && (
              <Button
                small
                busyLabel={
                  withdrawing.isPending && withdrawing.variables.agreement === consent.agreement
                    ? t.withdrawing
                    : null
                }
                onPress={() => withdrawing.mutate(consent)}
              >
                {t.withdraw}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
