import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import type { MyEnterprise } from '@cinnabar/api/pages/my-enterprises.js';
import {
  closePersonalContracts,
  leaveEnterprise,
  listMyEnterprises,
} from '@cinnabar/api/pages/my-enterprises.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.js';
import type { Wire } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { Sheet } from '../shared/components/sheet.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { enterprisesTexts } from './enterprises-texts.js';
import { OpenContractsSheet } from './open-contracts-sheet.js';

type Enterprise = Wire<MyEnterprise>;

/** The person's enterprises: which of them may open all of the person's contracts, and how to leave one. */
export function MyEnterprisesSection({ entered }: { readonly entered: EnteredMine }) {
  const t = useTexts(enterprisesTexts);
  const app = useTexts(commonTexts);
  const session = { personSession: entered.session };
  const [opening, setOpening] = useState<Enterprise | null>(null);
  const [leaving, setLeaving] = useState<Enterprise | null>(null);
  const listing = useQuery({
    queryKey: ['mine', 'enterprises', entered.session],
    queryFn: () => call(listMyEnterprises, {}, session),
  });
  const closing = useMutation({
    mutationFn: ({ corpId }: Enterprise) => call(closePersonalContracts, { corpId }, session),
    onSettled: () => listing.refetch(),
  });
  const leave = useMutation({
    mutationFn: ({ corpId }: Enterprise) => call(leaveEnterprise, { corpId }, session),
    onSuccess: () => {
      setLeaving(null);
      void listing.refetch();
    },
  });
  const enterprises = listing.data?.enterprises ?? [];
  if (enterprises.length === 0) return null;
  return (
    <section className="mt-10" aria-label={t.title}>
      <h2 className="m-0 mb-3 text-title font-semibold">{t.title}</h2>
      <ErrorLine text={refusalWords(closing.error, app.offlineText)?.words ?? null} />
      <ul className="m-0 list-none space-y-3 p-0">
        {enterprises.map((enterprise) => (
          <li
            key={enterprise.corpId}
            className="rounded-card border border-n-200 bg-n-0 px-4 pt-3 pb-1 lg:px-6"
          >
            <p className="m-0 text-body font-medium">{enterprise.corpName}</p>
            <p className="m-0 mt-1 text-small text-n-600">
              {enterprise.state === 'invited'
                ? t.invited
                : enterprise.openSince === null
                  ? t.closed
                  : t.openSince(enterprise.openSince.slice(0, 10))}
            </p>
            <div className="-mx-3 flex flex-wrap gap-x-2">
              {enterprise.openSince !== null && (
                <Button
                  look="link"
                  small
                  busyLabel={closing.isPending && closing.variables === enterprise ? t.closing : null}
                  onPress={() => closing.mutate(enterprise)}
                >
                  {t.close}
                </Button>
              )}
              {enterprise.openSince === null && enterprise.canOpen && (
                <Button look="link" small onPress={() => setOpening(enterprise)}>
                  {t.open}
                </Button>
              )}
              <Button
                look="link"
                small
                onPress={() => {
                  leave.reset();
                  setLeaving(enterprise);
                }}
              >
                {t.leave}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {opening !== null && (
        <OpenContractsSheet
          enterprise={opening}
          entered={entered}
          close={() => setOpening(null)}
          opened={() => {
            setOpening(null);
            void listing.refetch();
          }}
        />
      )}
      {leaving !== null && (
        <Sheet
          title={t.leaveTitle(leaving.corpName)}
          isOpen
          close={() => setLeaving(null)}
          isHeld={leave.isPending}
          footer={
            <>
              <ErrorLine text={refusalWords(leave.error, app.offlineText)?.words ?? null} />
              <Button
                look="ink"
                wide
                busyLabel={leave.isPending ? t.leaving : null}
                onPress={() => leave.mutate(leaving)}
              >
                {t.leave}
              </Button>
            </>
          }
        >
          <p className="m-0 text-body text-n-700">{t.leaveText}</p>
        </Sheet>
      )}
    </section>
  );
}
