import { certificateOrNull, type ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import type { Config } from '../../settings/config.js';
import { readSignatureTrust } from '../../settings/signature-trust.js';
import { error, type Finding, messageOf, ok, warn } from './finding.js';

const CHECK = 'signature trust';

/** Checks the additional trust anchors for signatures. */
export async function checkSignatureTrust(config: Config, now: Date): Promise<Finding> {
  if (config.signatureTrust === null)
    return ok(CHECK, 'of signatures in files of anybody those of this service alone are trusted');
  let trusted: readonly ParsedCertificate[];
  try {
    const certificates = await readSignatureTrust(config);
    trusted = certificates.map(certificateOrNull).filter((certificate) => certificate !== null);
  } catch (thrown) {
    const remedy =
      'name a PEM file, or a folder of .pem and .crt files, with the certificates of authorities';
    return error(CHECK, messageOf(thrown), remedy);
  }
  const ended = trusted.filter(({ notAfter }) => notAfter < now).length;
  const found = `${trusted.length} certificate${trusted.length === 1 ? '' : 's'} of others`;
  if (ended === 0) return ok(CHECK, found);
  return warn(
    CHECK,
    `${found}, ${ended} of them ended`,
    'take out of SIGNATURE_TRUST what you trust no more',
  );
}
