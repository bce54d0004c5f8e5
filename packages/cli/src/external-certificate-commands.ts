import { open } from 'node:fs/promises';
import { pemBlock } from '@cinnabar/pki/asn1/pem.js';
import { readCommonName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import type { Corp } from '@cinnabar/server/areas/enterprise/index.js';
import { type CertificateRecord, newestCertificate } from '@cinnabar/server/authority/certificate-store.js';
import {
  giveUpRequest,
  importCertificate,
  isExternal,
  requestCertificate,
} from '@cinnabar/server/authority/external/external-certificates.js';
import { ExternalCertificateError } from '@cinnabar/server/authority/external/external-problem.js';
import { MAX_CHAIN_BYTES, readChain } from '@cinnabar/server/authority/external/read-chain.js';
import { type Standing, standingOf } from '@cinnabar/server/authority/external/standing.js';
import {
  type CertificateRequestRecord,
  externalInUse,
  externalRoots,
  pendingRequest,
  pendingRequests,
  withdrawExternal,
} from '@cinnabar/server/authority/external/store.js';
import type { KeyAlgorithm } from '@cinnabar/server/custody/key-store.js';
import type { Db } from '@cinnabar/server/database/schema.js';
import { readSignatureTrust } from '@cinnabar/server/settings/signature-trust.js';
import { audited, recordCommand } from './audited.js';
import {
  type Command,
  CommandFailed,
  jsonOption,
  type Option,
  textOf,
  UsageError,
  type Values,
} from './command.js';
import { corpOption, readCorpId, requireCorp, requireOpenCorp } from './find-corp.js';
import type { Platform } from './open-platform.js';
import { proofOptions, proveOperator } from './operator-proof.js';
import { withKeyStore } from './with-key-store.js';
import { type Outcome, withPlatform } from './with-platform.js';
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
      description: `${ALGORITHMS.join(', ')}; by default that of SIGNING_ALGORITHM`,
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
      const algorithm = algorithmOf(values, platform);
      const { file, source } = wayOf(values, platform);
      const handle = file === null ? null : await openNew(file);
      const now = platform.services.clock.now();
      const { corpId } = corp;
      const request = await withKeyStore(platform, async (keyStore) => {
        if (values['replace'] === true) await giveUpRequest({ db, keyStore }, corpId, 'replaced', now);
        return requestCertificate({ db, keyStore }, { corp, algorithm, source, now });
      });
      if (handle !== null) await writeAll(handle, pemOfRequest(request));
      const isNew = request.created_at.getTime() === now.getTime();
      if (isNew) {
        const after = { requestId: request.request_id, algorithm: request.algorithm };
        await recordCommand(db, platform.services, { corpId, act: 'certificate.request', after });
      }
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
  const [source] = config.providers.CERTIFICATE_SOURCE;
  if (file !== null) return { file, source: 'file' };
  if (source !== undefined) return { file, source };
  throw new UsageError('--out is required, because CERTIFICATE_SOURCE is file');
}

function wordsOfRequest(
  { corp_id: corpId, created_at: createdAt, source }: CertificateRequestRecord,
  { file, isNew }: { readonly file: string | null; readonly isNew: boolean },
): string {
  if (file === null) {
    return source === 'file'
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
      const certificates = await inWords(async () =>
        readChain(await readSmall(textOf(values, 'chain') ?? '')),
      );
      const root = textOf(values, 'root');
      const named = root === undefined ? [] : await inWords(async () => readChain(await readSmall(root)));
      const trusted = [...(await readSignatureTrust(config)), ...(await externalRoots(database.db))];
      const given = {
        corp,
        certificates,
        anchors: [...named, ...trusted.map(parseCertificate)],
        acceptName: values['accept-name'] === true,
        now: services.clock.now(),
      };
      const userId = await proveOperator(platform, values);
      const imported = await inWords(() =>
        audited(
          platform,
          (tx) => importCertificate(tx, given),
          ({ certificate }) => ({
            corpId: corp.corpId,
            userId,
            act: 'certificate.import',
            after: {
              serialNumber: certificate.serialNumber.toString(16),
              issuer: readCommonName(certificate.issuer),
            },
          }),
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
      const gaveUp = await withKeyStore(platform, (keyStore) =>
        giveUpRequest({ db, keyStore }, corpId, 'withdrawn', now),
      );
      if (!withdrew && !gaveUp)
        throw new CommandFailed(`enterprise ${corpId} uses the built-in authority: nothing was changed`);
      return {
        json: { corpId, withdrew, gaveUp },
        text: `enterprise ${corpId} gets a certificate of the built-in authority with its next signature`,
      };
    }),
};

const anyCorp: Option = {
  type: 'string',
  placeholder: 'ID',
  description: 'corpId; by default all with other authorities',
};

export const certificateStatus: Command = {
  name: 'certificate status',
  summary:
    'Shows with whose certificates enterprises sign, until when, what is pending, and what is due for renewal.',
  options: { corp: anyCorp, json: jsonOption },
  run: (values, context) =>
    withPlatform(values, context, async ({ database: { db }, services }) => {
      const now = services.clock.now();
      return textOf(values, 'corp') === undefined
        ? statusOfAll(db, now)
        : statusOf(db, await requireCorp(db, readCorpId(values)), now);
    }),
};

interface Status {
  readonly corpId: number;
  readonly source: string | null;
  readonly subject: string | null;
  readonly issuer: string | null;
  readonly notBefore: string | null;
  readonly notAfter: string | null;
  readonly state: Standing | null;
  /** When the pending request was made. */
  readonly pendingSince: string | null;
  /** Why the authority has not issued it yet; null: by file, or it is working on it. */
  readonly problem: string | null;
}

async function statusOfAll(db: Db, now: Date): Promise<Outcome> {
  const pending = new Map((await pendingRequests(db)).map((each) => [each.corp_id, each]));
  const inUse = await externalInUse(db);
  const used = new Set(inUse.map(({ corp_id: corpId }) => corpId));
  const waiting = [...pending.values()].filter(({ corp_id: corpId }) => !used.has(corpId));
  const rows = [
    ...inUse.map((record) => rowOf(record.corp_id, record, pending.get(record.corp_id) ?? null, now)),
    ...waiting.map((request) => rowOf(request.corp_id, null, request, now)),
  ];
  return {
    json: rows,
    text: rows.map(lineOf).join('\n') || 'all enterprises sign with certificates of the built-in authority',
  };
}

async function statusOf(db: Db, { corpId }: Corp, now: Date): Promise<Outcome> {
  const newest = (await newestCertificate(db, corpId, 'enterprise')) ?? null;
  const row = rowOf(corpId, newest, await pendingRequest(db, corpId), now);
  return { json: row, text: lineOf(row) };
}

function rowOf(
  corpId: number,
  record: CertificateRecord | null,
  pending: CertificateRequestRecord | null,
  now: Date,
): Status {
  const pendingSince = pending?.created_at.toISOString() ?? null;
  const problem = pending?.problem ?? null;
  if (record === null || (record.source !== 'built-in' && !isExternal(record))) {
    const none = { subject: null, issuer: null, notBefore: null, notAfter: null, state: null };
    return { corpId, source: null, ...none, pendingSince, problem };
  }
  const { subject, issuer } = parseCertificate(record.certificate);
  return {
    corpId,
    source: record.source,
    subject: readCommonName(subject),
    issuer: readCommonName(issuer),
    notBefore: record.not_before.toISOString(),
    notAfter: record.not_after.toISOString(),
    state: standingOf(record, now),
    pendingSince,
    problem,
  };
}

function lineOf(status: Status): string {
  const { corpId, source, subject, issuer, notBefore, notAfter, pendingSince, problem } = status;
  const uses =
    source === null
      ? 'no certificate yet; the built-in authority issues one with the next signature'
      : `${source}  “${subject}” by “${issuer}”  ${notBefore} to ${notAfter}  ${wordsOf(status)}`;
  const pending =
    pendingSince === null
      ? ''
      : `  request pending since ${pendingSince}${problem === null ? '' : ` (${problem})`}`;
  return `${corpId}  ${uses}${pending}`;
}

/** The built-in authority renews by itself. */
function wordsOf({ source, state }: Status): string {
  switch (state) {
    case 'renewalDue':
      return source === 'built-in' ? 'renewed with the next signature' : 'RENEWAL DUE: certificate request';
    case 'ended':
      return source === 'built-in' ? 'renewed with the next signature' : 'ENDED: the enterprise cannot sign';
    case 'revoked':
      return source === 'built-in'
        ? 'revoked; replaced with the next signature'
        : 'REVOKED: the enterprise cannot sign';
    default:
      return 'valid';
  }
}

/** Keys of enterprises. */
function algorithmOf(values: Values, { config }: Pick<Platform, 'config'>): KeyAlgorithm {
  const given = textOf(values, 'algorithm');
  if (given === undefined) return config.signingAlgorithm === 'rsa-sha256' ? 'RSA-2048' : 'P-256';
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

async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExternalCertificateError)
      throw new CommandFailed(`${error.words.en}; nothing was changed`);
    throw error;
  }
}
