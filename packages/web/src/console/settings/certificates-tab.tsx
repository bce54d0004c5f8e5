import { certificateList } from '@cinnabar/api/operations/certificates.js';
import { BadgeCheck, CircleCheck, CircleX, Clock } from 'lucide-react';
import type { DataOf } from '../../api/wire.js';
import { smallIcon } from '../../shared/components/icons.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk } from '../shell/console-context.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { CertificateRequestSection } from './certificate-request-section.js';
import { certificatesTexts } from './certificates-texts.js';

const icons = { valid: CircleCheck, expired: Clock, revoked: CircleX } as const;
const colours = { valid: 'text-success', expired: 'text-n-500', revoked: 'text-danger' } as const;

/** The certificates with which the enterprise has signed. */
export default function CertificatesTab() {
  const t = useTexts(certificatesTexts);
  const asked = useAsk(certificateList, {});
  if (asked.error !== null && asked.data === undefined) {
    return <Failed error={asked.error} retry={() => void asked.refetch()} what={t.what} />;
  }
  if (asked.data === undefined) return <RowsSkeleton rows={3} />;
  return (
    <>
      <CertificateRequestSection />
      {asked.data.length === 0 ? (
        <Empty icon={BadgeCheck} text={t.noCertificates} />
      ) : (
        <List certificates={asked.data} />
      )}
    </>
  );
}

function List({ certificates }: { readonly certificates: DataOf<typeof certificateList> }) {
  const t = useTexts(certificatesTexts);
  return (
    <>
      <p className="m-0 px-4 py-3 text-small text-n-600 lg:px-6">{t.lead}</p>
      <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
        {certificates.map((certificate) => {
          const { serialNumber, subject, issuer, source, algorithm, inUse, beginTime, endTime, status } =
            certificate;
          const Icon = icons[status];
          return (
            <li key={serialNumber} className="figures px-4 py-3 text-desk lg:px-6">
              <span className="flex flex-wrap items-center gap-x-4">
                <bdi className="min-w-0 flex-1 basis-60 font-medium names">{subject}</bdi>
                {inUse && <span className="text-small font-medium">{t.inUse}</span>}
                <span className={`inline-flex items-center gap-1 text-small ${colours[status]}`}>
                  <Icon {...smallIcon} />
                  {t.states[status]}
                </span>
              </span>
              <span className="block text-small text-n-600">
                {t.validity} {t.period(beginTime.slice(0, 10), endTime.slice(0, 10))} ·{' '}
                {algorithm === 'SM2' ? t.sm2 : algorithm}
              </span>
              <span className="block text-small break-all text-n-500">
                {t.serial} {serialNumber}
              </span>
              <bdi className="block text-small text-n-500 names">
                {t.issuer} {issuer}
                {source === 'other' && ` · ${t.other}`}
              </bdi>
              {certificate.renewalDue && <p className="m-0 text-small text-warning">{t.renewalDue}</p>}
            </li>
          );
        })}
      </ul>
    </>
  );
}
