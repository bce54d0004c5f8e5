/** Certificates in the platform's console. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/platform-certificates.js';
import * as platform from '../../areas/platform/index.js';
import { revokeCertificate } from '../../authority/revocation.js';
import type { PlatformContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { recordOperatorAct } from './record-operator-act.js';
import { windowOf } from './window-of.js';

function list({ db, now }: PlatformContext, { page }: InputOf<typeof declared.listPlatformCertificates>) {
  return platform.listCertificates(db, windowOf(page, declared.CERTIFICATES_PER_PAGE), now);
}

async function revoke(ctx: PlatformContext, given: InputOf<typeof declared.revokePlatformCertificate>) {
  const serialNumber = given.serialNumber.trim().toLowerCase();
  const { reason } = given;
  // Whoever has compared the digits does not revoke the neighbour in the list.
  if (given.tail.trim().toLowerCase() !== serialNumber.slice(-declared.SERIAL_TAIL)) {
    throw invalidField('tail', { zh: '与序列号末尾不一致', en: 'differs from the end of the number' });
  }
  return ctx.act(async (tx) => {
    const { outcome } = await revokeCertificate(tx, serialNumber, reason, ctx.now);
    if (outcome === 'unknown') throw refuse('404');
    if (outcome === 'ambiguous') {
      throw refuse('409', {
        zh: '有多张证书使用该序列号，请以 certificate revoke --corp 吊销',
        en: 'several certificates have this number: use certificate revoke --corp',
      });
    }
    if (outcome === 'authority') {
      throw refuse('403', { zh: '签发机构自身的证书不能在此吊销', en: 'the authority itself stays' });
    }
    if (outcome === 'alreadyRevoked') throw refuse('409', { zh: '已吊销过', en: 'it was revoked before' });
    const after = { serialNumber, reason };
    await recordOperatorAct(tx, ctx, { corpId: null, act: 'certificate.revoke', after });
    return {};
  });
}

export const platformCertificateRoutes: readonly AnyRoute[] = [
  route('platform', declared.listPlatformCertificates, list),
  route('platform', declared.revokePlatformCertificate, revoke),
];
