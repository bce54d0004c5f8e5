import { readCommonName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { certificatesInUse, requestState, sourceOf } from '@cinnabar/server/areas/certificates/index.js';
import type { Corp } from '@cinnabar/server/areas/enterprise/index.js';
import type { CertificateRecord } from '@cinnabar/server/authority/certificate-store.js';
import { type Standing, standingOf } from '@cinnabar/server/authority/external/standing.js';
import {
  type CertificateRequestRecord,
  externalInUse,
  pendingRequest,
  pendingRequests,
} from '@cinnabar/server/authority/external/store.js';
import type { Db } from '@cinnabar/server/database/schema.js';
import { type Command, jsonOption, type Option, textOf } from './command.js';
import { readCorpId, requireCorp } from './find-corp.js';
import { algorithmOfPlatform } from './platform-algorithm.js';
import { type Outcome, withPlatform } from './with-platform.js';

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
    withPlatform(values, context, async (platform) => {
      const { config, database, services } = platform;
      const { db } = database;
      const ofPlatform = algorithmOfPlatform(platform);
      const at = { now: services.clock.now(), source: sourceOf(config), ofPlatform };
      return textOf(values, 'corp') === undefined
        ? statusOfAll(db, at)
        : statusOf(db, await requireCorp(db, readCorpId(values)), at);
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
  readonly pendingState: ReturnType<typeof requestState> | null;
  /** Why the authority has not issued it yet; null: by file, or it is working on it. */
  readonly problem: string | null;
}

interface Present {
  readonly now: Date;
  /** The authority over the network that the settings name. */
  readonly source: string | null;
  readonly ofPlatform: 'RSA-2048' | 'P-256';
}

async function statusOfAll(db: Db, at: Present): Promise<Outcome> {
  const pending = new Map((await pendingRequests(db)).map((each) => [each.corp_id, each]));
  const inUse = await externalInUse(db);
  const used = new Set(inUse.map(({ corp_id: corpId }) => corpId));
  const waiting = [...pending.values()].filter(({ corp_id: corpId }) => !used.has(corpId));
  const rows = [
    ...inUse.map((record) => rowOf(record.corp_id, record, pending.get(record.corp_id) ?? null, at)),
    ...waiting.map((request) => rowOf(request.corp_id, null, request, at)),
  ];
  return {
    json: rows,
    text: rows.map(lineOf).join('\n') || 'all enterprises sign with certificates of the built-in authority',
  };
}

async function statusOf(db: Db, corp: Corp, at: Present): Promise<Outcome> {
  const { shown } = await certificatesInUse(db, corp, at.ofPlatform);
  const row = rowOf(corp.corpId, shown, await pendingRequest(db, corp.corpId), at);
  return { json: row, text: lineOf(row) };
}

function rowOf(
  corpId: number,
  record: CertificateRecord | null,
  pending: CertificateRequestRecord | null,
  { now, source }: Present,
): Status {
  const pendingSince = pending?.created_at.toISOString() ?? null;
  const pendingState = pending === null ? null : requestState(pending, source);
  const problem = pending?.problem ?? null;
  const asked = { pendingSince, pendingState, problem };
  if (record === null) {
    const none = { subject: null, issuer: null, notBefore: null, notAfter: null, state: null };
    return { corpId, source: null, ...none, ...asked };
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
    ...asked,
  };
}

function lineOf(status: Status): string {
  const { corpId, source, subject, issuer, notBefore, notAfter, pendingSince } = status;
  const uses =
    source === null
      ? 'no certificate yet; the built-in authority issues one with the next signature'
      : `${source}  “${subject}” by “${issuer}”  ${notBefore} to ${notAfter}  ${wordsOf(status)}`;
  const pending =
    pendingSince === null ? '' : `  request pending since ${pendingSince}${pendingWords(status)}`;
  return `${corpId}  ${uses}${pending}`;
}

function pendingWords({ pendingState, problem }: Status): string {
  if (pendingState === 'sourceChanged')
    return ' (CERTIFICATE_SOURCE no longer names its authority, which nobody asks any more: name it again, import its chain, or replace the request)';
  return problem === null ? '' : ` (${problem})`;
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
