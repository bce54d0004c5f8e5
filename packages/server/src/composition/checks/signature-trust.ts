import { certificateOrNull, type ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import type { Config } from '../../settings/config.js';
import { readSignatureTrust } from '../../settings/signature-trust.js';
import { error, type Finding, messageOf, ok, warn } from './finding.js';

const CHECK = 'signature trust';

/** Checks the additional trust anchors for signatures. */
export async function checkSignatureTrust(config: Config, now: Date): Promise<Finding> {
  if (config.signatureTrust === null) {
    return ok(CHECK, {
      zh: '验证外来文件时，只信任本服务的签名',
      en: 'of signatures in files of anybody those of this service alone are trusted',
    });
  }
  let trusted: readonly ParsedCertificate[];
  try {
    const certificates = await readSignatureTrust(config);
    trusted = certificates.map(certificateOrNull).filter((certificate) => certificate !== null);
  } catch (thrown) {
    const cause = messageOf(thrown);
    const remedy = {
      zh: '填写存有证书颁发机构证书的 PEM 文件，或存放 .pem、.crt 文件的目录',
      en: 'name a PEM file, or a folder of .pem and .crt files, with the certificates of authorities',
    };
    return error(CHECK, { zh: `无法读取 SIGNATURE_TRUST 中的证书：${cause}`, en: cause }, remedy);
  }
  const ended = trusted.filter(({ notAfter }) => notAfter < now).length;
  const count = trusted.length;
  const [zh, en] = [
    `信任其他机构的 ${count} 张证书`,
    `${count} certificate${count === 1 ? '' : 's'} of others`,
  ];
  if (ended === 0) return ok(CHECK, { zh, en });
  return warn(
    CHECK,
    { zh: `${zh}，其中 ${ended} 张已过期`, en: `${en}, ${ended} of them ended` },
    {
      zh: '从 SIGNATURE_TRUST 中移除不再信任的证书',
      en: 'take out of SIGNATURE_TRUST what you trust no more',
    },
  );
}
