import type { OutputOf } from '@cinnabar/api/operation.js';
import type { certificateList as operation } from '@cinnabar/api/operations/certificates.js';
import { allCertificates } from '../../authority/certificate-store.js';
import type { MemberContext } from '../../operation/context.js';
import { ownCorp } from '../enterprise/index.js';
import { certificateView } from './certificate-view.js';
import { certificatesInUse } from './certificates-in-use.js';

/** The certificates with which the enterprise's seals were signed, the newest first. */
export async function certificateList(ctx: MemberContext): Promise<OutputOf<typeof operation>> {
  const { db, corpId, services, now } = ctx;
  const { shown, beside } = await certificatesInUse(db, await ownCorp(ctx), services.authority.algorithm);
  const used = [shown?.serial_number, beside?.serial_number];
  const certificates = await allCertificates(db, corpId, 'enterprise');
  return certificates.map((each) => certificateView(each, used.includes(each.serial_number), now)).reverse();
}
