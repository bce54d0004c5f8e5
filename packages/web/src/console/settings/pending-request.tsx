import { CircleX, Clock, FileDown } from 'lucide-react';
import { Button } from '../../shared/components/button.js';
import { iconSize, smallIcon } from '../../shared/components/icons.js';
import { momentInWords } from '../../shared/format/dates.js';
import { saveFile } from '../../shared/save-file.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import type { CertificateStanding } from './certificate-standing.js';
import { certificatesTexts, problemWords } from './certificates-texts.js';
import { ImportChain } from './import-chain.js';

type Request = NonNullable<CertificateStanding['request']>;

const failed: readonly Request['state'][] = ['refused', 'unusable', 'unavailable', 'sourceChanged'];

interface Props {
  readonly request: Request;
  /** Whether the person may change anything. */
  readonly manages: boolean;
  readonly replace: () => void;
  /** Told when a certificate has been taken into use. */
  readonly done: (words: string) => void;
}

/** What has become of a request, and what to do next. */
export function PendingRequest({ request, manages, replace, done }: Props) {
  const t = useTexts(certificatesTexts);
  const { language } = useLanguage();
  const { algorithm, isRenewal, createTime, state, problem, nextTime } = request;
  const isFailed = failed.includes(state);
  const Icon = isFailed ? CircleX : Clock;
  const why = isFailed && state !== 'sourceChanged' && problem !== '' ? problemWords(t, problem) : null;
  const facts = [
    t.made(momentInWords(createTime, language), algorithm),
    ...(isRenewal ? [t.renews] : []),
    ...(nextTime === null || state === 'queued' ? [] : [t.nextTime(momentInWords(nextTime, language))]),
  ];
  return (
    <section aria-label={t.pending} className="mb-2 rounded-card border border-n-200 bg-n-0 p-4">
      <p className="m-0 flex flex-wrap items-center gap-x-3">
        <span className="text-body font-medium">{t.pending}</span>
        <span
          className={`inline-flex items-center gap-1 text-small ${isFailed ? 'text-danger' : 'text-warning'}`}
        >
          <Icon {...smallIcon} />
          {t.requestStates[state]}
        </span>
      </p>
      <p className="figures mt-1 mb-2 text-small text-n-500">{facts.join(' · ')}</p>
      {why !== null && <p className="mt-0 mb-2 text-small text-danger">{why}</p>}
      <p className="mt-0 mb-3 text-small text-n-700">{t.explained[state]}</p>
      {manages && (
        <div className="flex flex-col gap-3">
          <Button onPress={() => saveRequest(request, t.fileName)}>
            <FileDown {...iconSize} />
            {t.download}
          </Button>
          <ImportChain done={done} />
          <Button look="quiet" small onPress={replace}>
            {t.replace}
          </Button>
        </div>
      )}
    </section>
  );
}

function saveRequest({ pem, createTime }: Request, nameOf: (day: string) => string): void {
  const bytes = new Blob([pem], { type: 'application/pkcs10' });
  saveFile({ name: nameOf(createTime.slice(0, 10)), bytes });
}
