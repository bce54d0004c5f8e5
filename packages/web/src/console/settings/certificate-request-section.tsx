import { certificateStatus } from '@cinnabar/api/operations/certificates.js';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { dayInWords } from '../../shared/format/dates.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole, useRight } from '../shell/console-context.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { CertificateRequestSheet } from './certificate-request-sheet.js';
import type { CertificateStanding } from './certificate-standing.js';
import { certificatesTexts } from './certificates-texts.js';
import { PendingRequest } from './pending-request.js';

/** The service asks the authority in the background. */
const ASK_EVERY_MS = 30_000;

/** How the certificate in use is renewed, and the request for another one. */
export function CertificateRequestSection() {
  const t = useTexts(certificatesTexts);
  const manages = useRight('manageEnterprise');
  const asked = useAsk(certificateStatus, {}, { every: ASK_EVERY_MS });
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState('');
  if (asked.error !== null && asked.data === undefined) {
    return <Failed error={asked.error} retry={() => void asked.refetch()} what={t.what} />;
  }
  if (asked.data === undefined) return <RowsSkeleton rows={1} />;
  const { request, ways, defaultAlgorithm } = asked.data;
  return (
    <section aria-label={t.next} className="max-w-[640px] px-4 pt-4 lg:px-6">
      <h2 className="mt-0 mb-1 text-body font-semibold">{t.next}</h2>
      <Renewal standing={asked.data} />
      <p role="status" className="m-0 mb-3 text-small text-success empty:hidden">
        {done}
      </p>
      {request === null ? (
        manages && ways.length > 0 && <Button onPress={() => setOpen(true)}>{t.request}</Button>
      ) : (
        <PendingRequest request={request} manages={manages} replace={() => setOpen(true)} done={setDone} />
      )}
      {isOpen && defaultAlgorithm !== null && (
        <CertificateRequestSheet
          ways={ways}
          usual={defaultAlgorithm}
          replaces={request !== null}
          close={() => setOpen(false)}
          made={() => {
            setOpen(false);
            setDone('');
          }}
        />
      )}
    </section>
  );
}

function Renewal({ standing }: { readonly standing: CertificateStanding }) {
  const t = useTexts(certificatesTexts);
  const { language } = useLanguage();
  const { corpId } = useConsole();
  const { source, renewal, renewalTime, endTime, ways } = standing;
  const day = (time: string | null) => (time === null ? '' : dayInWords(time, language));
  const words = {
    builtIn: source === 'none' ? t.firstByService : t.byService,
    network: t.byNetwork(day(renewalTime)),
    manual: t.byHand(day(renewalTime), day(endTime)),
  }[renewal];
  const more = ways.length === 0 ? [t.onlySm2] : source === 'other' ? [t.goBack(corpId)] : [t.askOthers];
  return <p className="mt-0 mb-3 text-small text-n-600">{t.sentences(words, ...more)}</p>;
}
