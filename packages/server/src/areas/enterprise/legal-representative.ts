import type { CorpId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { type Corp, legalRepPurpose } from './corp.js';

/** Decrypted ID document number of the legal representative; null if none is on record. */
export async function legalRepIdentNo(
  services: Pick<Services, 'envelope'>,
  corp: Pick<Corp, 'corpId' | 'legalRepIdentNo'>,
): Promise<string | null> {
  if (corp.legalRepIdentNo === null) return null;
  const plain = await services.envelope.decrypt(
    corp.corpId,
    legalRepPurpose(corp.corpId),
    corp.legalRepIdentNo,
  );
  return Buffer.from(plain).toString('utf8');
}

/** The legal representative in the form that an identity check needs; null if name or number is not on record. */
export async function legalRepresentative(
  services: Pick<Services, 'envelope'>,
  corp: Pick<Corp, 'corpId' | 'legalRepName' | 'legalRepIdentNo'>,
): Promise<{ readonly realName: string; readonly identNum: string } | null> {
  const identNum = await legalRepIdentNo(services, corp);
  return corp.legalRepName === null || identNum === null ? null : { realName: corp.legalRepName, identNum };
}

/** The number in its stored form. */
export function encryptLegalRepIdentNo(
  { envelope }: Pick<Services, 'envelope'>,
  corpId: CorpId,
  identNo: string,
): Promise<Uint8Array> {
  return envelope.encrypt(corpId, legalRepPurpose(corpId), Buffer.from(identNo, 'utf8'));
}
