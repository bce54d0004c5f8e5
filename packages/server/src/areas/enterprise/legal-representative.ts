import type { Services } from '../../services.js';
import { type Corp, legalRepPurpose } from './corp.js';

/** The number of the legal representative in the clear; null where nobody has given it. */
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
