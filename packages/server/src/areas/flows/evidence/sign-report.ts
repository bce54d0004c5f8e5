import { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import type { Services } from '../../../operation/services.js';
import type { EvidenceRecord } from './evidence-record.js';
import { evidenceReport } from './evidence-report.js';
import type { PagePicture } from './page-pictures.js';
import { type Language, sayIn } from './say.js';

/**
 * The report as PDF, signed with the service's own certificate. If no authority answers it has no timestamp, as with
 * any other signature.
 */
export async function signedReport(
  { documents, authority, timestamps }: Pick<Services, 'documents' | 'authority' | 'timestamps'>,
  record: EvidenceRecord,
  pictures: readonly PagePicture[],
  language: Language,
  now: Date,
): Promise<Uint8Array> {
  const say = sayIn(language, record.timeZone);
  const report = await documents.setReport(evidenceReport(record, pictures, language));
  const signer = await authority.services.evidence(now);
  const { flowCode } = record.contract;
  const act = {
    placements: [],
    invisibleFieldName: 'cinnabar-evidence',
    signer: signer.certificate,
    name: authority.certificates.name,
    reason: say(`出具合同 ${flowCode} 的存证报告`, `Report of the evidence of contract ${flowCode}`),
    location: null,
    time: now,
    ...(timestamps === null ? {} : { timestampLength: timestamps.expectedLength }),
  };
  return documents.sign(report, act, {
    sign: (toBeSigned) => signer.sign(toBeSigned),
    async timestamp(digest) {
      try {
        return (await timestamps?.stamp(digest, now))?.token ?? null;
      } catch (error) {
        if (error instanceof TimestampError) return null;
        throw error;
      }
    },
  });
}
