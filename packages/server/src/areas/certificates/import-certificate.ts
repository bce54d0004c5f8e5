import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { importCertificate as operation } from '@cinnabar/api/operations/certificates.js';
import { sameBytes } from '@cinnabar/pki/asn1/same-bytes.js';
import { allCertificates } from '../../authority/certificate-store.js';
import { ExternalCertificateError } from '../../authority/external/external-problem.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField, Refusal, refuseFor } from '../../operation/refusal.js';
import { originOf, recordAct } from '../audit/index.js';
import { ownCorp } from '../enterprise/index.js';
import { certificateView } from './certificate-view.js';
import { importFacts } from './facts.js';
import { takeIntoUse } from './take-into-use.js';

export async function importCertificate(
  ctx: MemberContext,
  { chain }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { db, corpId, appId, actingMember, now } = ctx;
  const corp = await ownCorp(ctx);
  const issued = { corp, files: [bytesOf(chain)], now };
  try {
    return await takeIntoUse({ db, trusted: ctx.services.signatureTrust }, issued, (take) =>
      ctx.act(async (tx) => {
        const { certificate } = await take(tx);
        const after = importFacts(certificate);
        const by = { corpId, appId, userId: actingMember.userId };
        await recordAct(tx, { ...by, act: 'certificate.import', after }, originOf(ctx));
        const all = await allCertificates(tx, corpId, 'enterprise');
        const record = all.find((each) => sameBytes(each.certificate, certificate.bytes));
        if (record === undefined) throw new Error(`enterprise ${corpId} lacks the certificate it imports`);
        return certificateView(record, true, now);
      }),
    );
  } catch (error) {
    throw error instanceof ExternalCertificateError ? refusalOf(error) : error;
  }
}

const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/** Text of PEM, or any file in base64. @throws Refusal */
function bytesOf(chain: string): Uint8Array {
  if (chain.includes('-----BEGIN ')) return Buffer.from(chain, 'utf8');
  if (BASE64.test(chain)) return Buffer.from(chain, 'base64');
  throw invalidField('chain', {
    zh: '须为 PEM 文本，或证书文件的 base64',
    en: 'must be text of PEM, or a file of certificates in base64',
  });
}

/** Only the operator of the platform trusts other roots, or another name. */
const OPERATOR_MAY: Partial<Readonly<Record<string, { readonly zh: string; readonly en: string }>>> = {
  NO_PATH: {
    zh: '如根证书未受信任，请联系平台运营方信任该机构的根证书（SIGNATURE_TRUST，或 certificate import --root）',
    en: 'if its root is not trusted, ask the operator of the platform to trust it (SIGNATURE_TRUST, or certificate import --root)',
  },
  OTHER_NAME: {
    zh: '请向颁发机构申请与登记名称一致的证书；名称无误时，请联系平台运营方导入',
    en: 'ask the authority for one in the recorded name; if the name is right, the operator of the platform can import it',
  },
};

function refusalOf({ reason, words }: ExternalCertificateError): Refusal {
  if (reason === 'NO_REQUEST' || reason === 'KNOWN') return refuseFor('CERTIFICATE_NOT_REQUESTED', words);
  const more = OPERATOR_MAY[reason];
  const all = more === undefined ? words : { zh: `${words.zh}；${more.zh}`, en: `${words.en}; ${more.en}` };
  // For people the name of the field would say nothing.
  const { code, words: message, reason: given } = refuseFor('CERTIFICATE_UNUSABLE', all);
  return new Refusal(code, message, given, null, [{ field: 'chain', words: all }]);
}
