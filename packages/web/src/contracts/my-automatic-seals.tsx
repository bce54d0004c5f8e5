import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import type { MyAutomaticSeal } from '@cinnabar/api/pages/my-automatic-seals.js';
import { listMyAutomaticSeals, stopMyAutomaticSeal } from '@cinnabar/api/pages/my-automatic-seals.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.js';
import type { Wire } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { Sheet } from '../shared/components/sheet.js';
import { momentInFull } from '../shared/format/dates.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { automaticSealsTexts } from './automatic-seals-texts.js';

type Seal = Wire<MyAutomaticSeal>;

/** Automatic placements in the person's name, with the option to withdraw each. */
export function MyAutomaticSealsSection({ entered }: { readonly entered: EnteredMine }) {
  const t = useTexts(automaticSealsTexts);
  const app = useTexts(commonTexts);
  const session = { personSession: entered.session };
  const [chosen, setChosen] = useState<Seal | null>(null);
  const listing = useQuery({
    queryKey: ['mine', 'automaticSeals', entered.session],
    queryFn: () => call(listMyAutomaticSeals, {}, session),
  });
  const stopping = useMutation({
    mutationFn: ({ id }: Seal) => call(stopMyAutomaticSeal, { id }, session),
    async onSuccess() {
      setChosen(null);
      await listing.refetch();
    },
  });
  const seals = listing.data?.seals ?? [];
  if (seals.length === 0 && !stopping.isSuccess) return null;
  return (
    <section className="mt-10" aria-label={t.title}>
      <h2 className="m-0 mb-3 text-title font-semibold">{t.title}</h2>
      <p role="status" className="m-0 mb-3 text-small text-n-600">
        {seals.length > 0 ? t.text : t.stopped}
      </p>
      <ul className="m-0 list-none space-y-3 p-0">
        {seals.map((seal) => (
          <li key={seal.id} className="rounded-card border border-n-200 bg-n-0 px-4 pt-3 pb-1 lg:px-6">
            <SealTerms seal={seal} />
            <div className="-mx-3">
              <Button
                look="link"
                small
                onPress={() => {
                  stopping.reset();
                  setChosen(seal);
                }}
              >
                {t.stop}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {chosen !== null && (
        <Sheet
          title={t.stopTitle(chosen.sealName)}
          isOpen
          close={() => setChosen(null)}
          isHeld={stopping.isPending}
          footer={
            <>
              <ErrorLine text={refusalWords(stopping.error, app.offlineText)?.words ?? null} />
              <Button
                look="ink"
                wide
                busyLabel={stopping.isPending ? t.stopping : null}
                onPress={() => stopping.mutate(chosen)}
              >
                {t.stop}
              </Button>
            </>
          }
        >
          <p className="m-0 text-body text-n-700">{t.stopText}</p>
        </Sheet>
      )}
    </section>
  );
}

function SealTerms({ seal }: { readonly seal: Seal }) {
  const t = useTexts(automaticSealsTexts);
  const from = seal.since.slice(0, 10);
  return (
    <>
      <bdi className="block text-body font-medium names">{seal.sealName}</bdi>
      <bdi className="mt-1 block text-small text-n-600 names">{t.corp(seal.corpName)}</bdi>
      {seal.templates.map(({ templateId, templateName, revision, isChanged }) => (
        <p key={templateId} className="m-0 mt-1 text-small text-n-600">
          <bdi className="names">{t.template(templateName ?? t.deleted)}</bdi>
          {revision !== null && (
            <span className="figures block">{t.revision(momentInFull(revision).slice(0, 16))}</span>
          )}
          {isChanged && templateName !== null && <span className="block text-warning">{t.changed}</span>}
        </p>
      ))}
      <p className="figures m-0 mt-1 text-small text-n-600">
        {seal.until === null ? t.since(from) : t.until(from, seal.until.slice(0, 10))}
      </p>
      {seal.byOperator && <p className="m-0 mt-1 text-small text-n-600">{t.byOperator}</p>}
      {!seal.inForce && <p className="m-0 mt-1 text-small text-warning">{t.paused}</p>}
    </>
  );
}
