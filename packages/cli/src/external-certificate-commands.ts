import { open } from 'node:fs/promises';
import { pemBlock } from '@cinnabar/pki/asn1/pem.js';
import { readCommonName } from '@cinnabar/pki/certificates/distinguished-name.js';
import {
  BY_FILE,
  defaultAlgorithm,
  importFacts,
  OTHERS_SIGN_NO_SM2,
  requestFacts,
  sourceOf,
  takeIntoUse,
} from '@cinnabar/server/areas/certificates/index.js';
import {
  giveUpRequest,
  requestCertificate,
} from '@cinnabar/server/authority/external/external-certificates.js';
import {
  ExternalCertificateError,
  type ExternalProblem,
} from '@cinnabar/server/authority/external/external-problem.js';
import { MAX_CHAIN_BYTES } from '@cinnabar/server/authority/external/read-chain.js';
import {
  type CertificateRequestRecord,
  withdrawExternal,
} from '@cinnabar/server/authority/external/store.js';
import type { KeyAlgorithm } from '@cinnabar/server/custody/key-store.js';
import { readSignatureTrust } from '@cinnabar/server/settings/signature-trust.js';
import { audited } from './audited.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError, type Values } from './command.js';
import { corpOption, readCorpId, requireCorp, requireOpenCorp } from './find-corp.js';
import type { Platform } from './open-platform.js';
import { proofOptions, proveOperator } from './operator-proof.js';
import { algorithmOfPlatform } from './platform-algorithm.js';
import { withKeyStore } from './with-key-store.js';
import { withPlatform } from './with-platform.js';
import { openNew, writeAll } from './write-new-file.js';

const ALGORITHMS: readonly KeyAlgorithm[] = ['P-256', 'RSA-2048', 'RSA-3072'];

export const certificateRequest: Command = {
  name: 'certificate request',
  summary:
    'Makes a key for an enterprise, and writes the request (PKCS #10) for another authority or sends it there.',
  options: {
    corp: corpOption,
    out: {
      type: 'string',
      placeholder: 'FILE',
      description: 'a file that does not exist yet; without it, the authority of CERTIFICATE_SOURCE is asked',
    },
    algorithm: {
      type: 'string',
      placeholder: 'NAME',
      description: `${ALGORITHMS.join(', ')}; by default that by which the enterprise signs`,
    },
    replace: {
      type: 'boolean',
      description:
        'gives up the pending request and makes another key; otherwise the same request is written again',
    },
    json: jsonOption,
  },
  run: (values, context) =>
    withPlatform(values, context, async (platform) => {
      const { db } = platform.database;
      const corp = await requireOpenCorp(db, readCorpId(values));
      const named = algorithmNamed(values);
      const { file, source } = wayOf(values, platform);
      const usual = defaultAlgorithm(corp, algorithmOfPlatform(platform));
      if (usual === null) throw new CommandFailed(`enterprise ${corp.corpId}: ${OTHERS_SIGN_NO_SM2.en}`);
      const handle = file === null ? null : await openNew(file);
      const now = platform.services.clock.now();
      const { corpId } = corp;
      const wanted = { corp, algorithm: named ?? usual, source, replaces: values['replace'] === true, now };
      const { request, isNew } = await withKeyStore(platform, (keyStore) =>
        requestCertificate({ db, keyStore }, wanted, (keep) =>
          audited(platform, keep, ({ request: kept, isNew: isFirst }) =>
            isFirst ? { corpId, act: 'certificate.request', after: requestFacts(kept) } : null,
          ),
        ),
      );
      if (handle !== null) await writeAll(handle, pemOfRequest(request));
      return {
        json: {
          corpId,
          file,
          source: request.source,
          algorithm: request.algorithm,
          createdAt: request.created_at.toISOString(),
          isNew,
        },
        text: wordsOfRequest(request, { file, isNew }),
      };
    }),
};

/** To a file, or to the authority of the settings. */
function wayOf(
  values: Values,
  { config }: Pick<Platform, 'config'>,
): { readonly file: string | null; readonly source: string } {
  const file = textOf(values, 'out') ?? null;
  const source = sourceOf(config);
  if (file !== null) return { file, source: BY_FILE };
  if (source !== null) return { file, source };
  throw new UsageError('--out is required, because CERTIFICATE_SOURCE is file');
}

function wordsOfRequest(
  { corp_id: corpId, created_at: createdAt, source }: CertificateRequestRecord,
  { file, isNew }: { readonly file: string | null; readonly isNew: boolean },
): string {
  if (file === null) {
    return source === BY_FILE
      ? `the request of ${createdAt.toISOString()} is pending, by file: --replace gives it up`
      : `${source} is asked within ten minutes: see "certificate status --corp ${corpId}"`;
  }
  return isNew
    ? `${file}: send it to the authority, then "certificate import --corp ${corpId} --chain FILE"`
    : `${file}: the request of ${createdAt.toISOString()}, which is still pending`;
}

async function* pemOfRequest({ request }: CertificateRequestRecord): AsyncIterable<Uint8Array> {
  yield Buffer.from(pemBlock('CERTIFICATE REQUEST', request));
}

export const certificateImport: Command = {
  name: 'certificate import',
  summary:
    'Takes the certificate that another authority issued for the pending request into use, with its chain.',
  options: {
    corp: corpOption,
    chain: {
      type: 'string',
      required: true,
      placeholder: 'FILE',
      description: 'the certificate and those above it: PEM, DER or PKCS #7',
    },
    root: {
      type: 'string',
      placeholder: 'FILE',
      description: 'a root certificate to trust for this, besides those of SIGNATURE_TRUST',
    },
    'accept-name': {
      type: 'boolean',
      description: 'although the certificate does not name the enterprise as it is recorded here',
    },
    ...proofOptions,
    json: jsonOption,
  },
  run: (values, context) =>
    withPlatform(values, context, async (platform) => {
      const { database, services, config } = platform;
      const corp = await requireOpenCorp(database.db, readCorpId(values));
      const files = [await readSmall(textOf(values, 'chain') ?? '')];
      const root = textOf(values, 'root');
      const issued = {
        ...{ corp, files, roots: root === undefined ? [] : [await readSmall(root)] },
        ...{ acceptName: values['accept-name'] === true, now: services.clock.now() },
      };
      const parts = { db: database.db, trusted: await readSignatureTrust(config) };
      const userId = await proveOperator(platform, values);
      const imported = await inWords(() =>
        takeIntoUse(parts, issued, (take) =>
          audited(platform, take, ({ certificate }) => ({
            ...{ corpId: corp.corpId, userId, act: 'certificate.import' },
            after: importFacts(certificate),
          })),
        ),
      );
      const { certificate, otherName } = imported;
      const issuer = readCommonName(certificate.issuer);
      const notAfter = certificate.notAfter.toISOString();
      const remark = otherName === null ? '' : `; it names “${otherName}”, not “${corp.corpName}”`;
      return {
        json: {
          corpId: corp.corpId,
          serialNumber: certificate.serialNumber.toString(16),
          issuer,
          root: readCommonName(imported.root.subject),
          notAfter,
          otherName,
        },
        text: `enterprise ${corp.corpId} signs with the certificate of “${issuer}” until ${notAfter}${remark}`,
      };
    }),
};

export const certificateWithdraw: Command = {
  name: 'certificate withdraw',
  summary: 'Returns an enterprise to the built-in authority, and gives up its pending request.',
  options: { corp: corpOption, ...proofOptions, json: jsonOption },
  run: (values, context) =>
    withPlatform(values, context, async (platform) => {
      const { db } = platform.database;
      const { corpId } = await requireCorp(db, readCorpId(values));
      const userId = await proveOperator(platform, values);
      const now = platform.services.clock.now();
      const withdrew = await audited(
        platform,
        (tx) => withdrawExternal(tx, corpId, now),
        (isDone) => (isDone ? { corpId, userId, act: 'certificate.withdraw' } : null),
      );
      const gaveUp = await withKeyStore(platform, (keyStore) => giveUpRequest({ db, keyStore }, corpId, now));
      if (!withdrew && !gaveUp)
        throw new CommandFailed(`enterprise ${corpId} uses the built-in authority: nothing was changed`);
      return {
        json: { corpId, withdrew, gaveUp },
        text: `enterprise ${corpId} gets a certificate of the built-in authority with its next signature`,
      };
    }),
};

/** null: none is named. @throws UsageError */
function algorithmNamed(values: Values): KeyAlgorithm | null {
  const given = textOf(values, 'algorithm');
  if (given === undefined) return null;
  const known = ALGORITHMS.find((each) => each === given);
  if (known === undefined) throw new UsageError(`--algorithm is one of ${ALGORITHMS.join(', ')}`);
  return known;
}

/** One byte more than a chain may have, so that a larger file is noticed and not read. @throws CommandFailed */
async function readSmall(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path);
    try {
      const buffer = new Uint8Array(MAX_CHAIN_BYTES + 1);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new CommandFailed(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** What helps against a problem. */
const REMEDIES: Partial<Readonly<Record<ExternalProblem, string>>> = {
  NO_PATH: '; name the root by --root if you trust it',
  OTHER_NAME: '; check it, and import it with --accept-name if it is right',
  NO_REQUEST: '; begin with "certificate request"',
  KNOWN: '; begin with "certificate request"',
};

async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ExternalCertificateError)) throw error;
    const remedy = REMEDIES[error.reason] ?? '';
    throw new CommandFailed(`${error.words.en}${remedy}; nothing was changed`);
  }
}
