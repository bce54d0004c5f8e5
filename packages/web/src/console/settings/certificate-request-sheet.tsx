import { requestCertificate } from '@cinnabar/api/operations/certificates.js';
import { requestedAlgorithms } from '@cinnabar/api/schemas/certificate.js';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { SelectField } from '../../shared/components/select-field.js';
import { Sheet } from '../../shared/components/sheet.js';
import { useTexts } from '../../shared/text/language.js';
import { useWords } from '../shell/error-words.js';
import { useAct } from '../shell/use-act.js';
import type { CertificateStanding } from './certificate-standing.js';
import { certificatesTexts } from './certificates-texts.js';

type Way = CertificateStanding['ways'][number];
type Algorithm = NonNullable<CertificateStanding['defaultAlgorithm']>;

interface Props {
  readonly ways: readonly Way[];
  /** The algorithm by which the enterprise signs. */
  readonly usual: Algorithm;
  /** Whether a pending request ends by this. */
  readonly replaces: boolean;
  readonly close: () => void;
  readonly made: () => void;
}

/** Makes a request for a certificate of another authority. */
export function CertificateRequestSheet({ ways, usual, replaces, close, made }: Props) {
  const t = useTexts(certificatesTexts);
  const words = useWords();
  const [way, setWay] = useState<Way>(ways[0] ?? 'file');
  const [algorithm, setAlgorithm] = useState(usual);
  const requesting = useAct(requestCertificate, made);
  return (
    <Sheet
      title={replaces ? t.replaceTitle : t.requestTitle}
      isOpen
      close={close}
      isHeld={requesting.isPending}
      footer={
        <Button
          look={replaces ? 'dangerous' : 'ink'}
          wide
          busyLabel={requesting.isPending ? t.working : null}
          onPress={() => requesting.mutate({ way, algorithm, replace: replaces })}
        >
          {replaces ? t.replaceAct : t.make}
        </Button>
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700">{replaces ? t.replaceText : t.requestText}</p>
      {ways.length > 1 && (
        <SelectField
          label={t.way}
          value={way}
          options={ways.map((each) => [each, t.ways[each]] as const)}
          onChange={setWay}
        />
      )}
      <SelectField
        label={t.algorithm}
        value={algorithm}
        options={requestedAlgorithms.map((each) => [each, each] as const)}
        onChange={setAlgorithm}
      />
      <ErrorLine text={requesting.error === null ? null : words(requesting.error)} />
    </Sheet>
  );
}
