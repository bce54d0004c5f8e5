import {
  CERTIFICATES_PER_PAGE,
  listPlatformCertificates,
  revokePlatformCertificate,
  SERIAL_TAIL,
} from '@cinnabar/api/pages/platform-certificates.js';
import { revocationReasons } from '@cinnabar/api/revocation-reasons.js';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { Facts } from '../shared/components/facts.js';
import { smallIcon } from '../shared/components/icons.js';
import { SelectField } from '../shared/components/select-field.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { usePageState } from '../shared/router/page-state.js';
import { useTexts } from '../shared/text/language.js';
import { certificatesTexts } from './certificates-texts.js';
import { Answered, ListPages, rowsLook, useErrorWords } from './list-parts.js';
import { localMoment } from './local-moment.js';
import { useAsked, useOperatorAct } from './platform-context.js';

type Certificate = DataOf<typeof listPlatformCertificates>['certificates'][number];

const icons = { valid: CircleCheck, expired: Clock, revoked: CircleX } as const;
const colours = { valid: 'text-success', expired: 'text-n-600', revoked: 'text-danger' } as const;

/** Certificates of the service and of enterprises, and the lists of revoked ones. */
export default function CertificatesSection() {
  const t = useTexts(certificatesTexts);
  const [{ page = 1 }, keep] = usePageState('platform');
  const [chosen, setChosen] = useState<Certificate | null>(null);
  const asked = useAsked(listPlatformCertificates, { page });
  return (
    <>
      <Answered asked={asked}>
        {({ certificates, totalCount, enterprises, ending, revocationLists }) => (
          <>
            <Facts
              facts={[
                [t.enterprises, t.valid(enterprises, ending)],
                ...revocationLists.map(
                  ({ purpose, generation, thisUpdate, nextUpdate, entries }) =>
                    [
                      t.list(t.purposes[purpose], generation),
                      t.listState(localMoment(thisUpdate), localMoment(nextUpdate), entries),
                    ] as const,
                ),
              ]}
            />
            <ul className={rowsLook}>
              {certificates.map((certificate) => (
                <CertificateRow
                  key={certificate.serialNumber}
                  certificate={certificate}
                  revoke={() => setChosen(certificate)}
                />
              ))}
            </ul>
            <ListPages
              page={page}
              size={CERTIFICATES_PER_PAGE}
              total={totalCount}
              onPage={(next) => keep({ page: next })}
            />
          </>
        )}
      </Answered>
      {chosen !== null && <RevokeSheet certificate={chosen} close={() => setChosen(null)} />}
    </>
  );
}

interface RowProps {
  readonly certificate: Certificate;
  readonly revoke: () => void;
}

function CertificateRow({ certificate, revoke }: RowProps) {
  const t = useTexts(certificatesTexts);
  const { serialNumber, purpose, corpName, notAfter, fingerprint, status } = certificate;
  const Icon = icons[status];
  const mayRevoke = status === 'valid' && purpose !== 'root' && purpose !== 'issuing';
  return (
    <li className="figures flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="m-0 flex flex-wrap items-center gap-x-3 text-desk">
          <bdi className="font-medium names">{corpName ?? t.purposes[purpose]}</bdi>
          <span className={`inline-flex items-center gap-1 text-small ${colours[status]}`}>
            <Icon {...smallIcon} />
            {t.statuses[status]}
          </span>
        </p>
        <p className="m-0 text-small text-n-600">{t.until(localMoment(notAfter))}</p>
        <p className="m-0 text-small break-all text-n-600">{t.serial(serialNumber)}</p>
        <p className="m-0 text-caption break-all text-n-600">{t.fingerprint(fingerprint)}</p>
      </div>
      {mayRevoke && (
        <Button
          small
          look="danger"
          onPress={revoke}
          aria-label={t.revokeThis(serialNumber.slice(-SERIAL_TAIL))}
        >
          {t.revoke}
        </Button>
      )}
    </li>
  );
}

interface SheetProps {
  readonly certificate: Certificate;
  readonly close: () => void;
}

/** Typing the end of the number keeps a slip of the hand from revoking another one. */
function RevokeSheet({ certificate: { serialNumber, corpName, purpose }, close }: SheetProps) {
  const t = useTexts(certificatesTexts);
  const words = useErrorWords();
  const [tail, setTail] = useState('');
  const [reason, setReason] = useState<(typeof revocationReasons)[number]>('unspecified');
  const revoking = useOperatorAct(revokePlatformCertificate, close);
  return (
    <Sheet
      title={t.revokeTitle}
      isOpen
      close={close}
      isHeld={revoking.isPending}
      footer={
        <Button
          look="dangerous"
          wide
          isDisabled={tail.trim().toLowerCase() !== serialNumber.slice(-SERIAL_TAIL)}
          busyLabel={revoking.isPending ? t.revoking : null}
          onPress={() => revoking.mutate({ serialNumber, tail, reason })}
        >
          {t.revoke}
        </Button>
      }
    >
      <p className="mt-0 mb-4 rounded-control bg-danger-tint px-3 py-2 text-small text-danger">{t.effect}</p>
      <p className="figures mt-0 mb-4 text-body names">
        <bdi className="font-medium">{corpName ?? t.purposes[purpose]}</bdi>
        <span className="block text-small break-all text-n-600">{t.serial(serialNumber)}</span>
      </p>
      <ErrorLine text={words(revoking.error)} />
      <SelectField
        label={t.reason}
        value={reason}
        options={revocationReasons.map((each) => [each, t.reasons[each]] as const)}
        onChange={setReason}
      />
      <TextField
        label={t.tail(SERIAL_TAIL)}
        value={tail}
        onChange={setTail}
        maxLength={SERIAL_TAIL}
        autoComplete="off"
        isNumber
      />
    </Sheet>
  );
}
