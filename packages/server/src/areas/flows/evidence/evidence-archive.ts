import { createHash } from 'node:crypto';
import { pemOf } from '@cinnabar/pki/asn1/pem.js';
import { zipSync } from 'fflate';
import type { Services } from '../../../operation/services.js';
import { serviceTrustAnchors } from '../verify/verification-policies.js';
import { ARCHIVE, archivedEntries, HISTORY_FILE, RECORD_FILE, REPORTS } from './archive-entries.js';
import { archiveReadme } from './archive-readme.js';
import type { EvidenceRecord, PartRecord } from './evidence-record.js';
import { historyText, recordText } from './evidence-report.js';
import type { Evidence } from './gather-evidence.js';
import { drawSignedPages } from './page-pictures.js';
import { signedReport } from './sign-report.js';

type ArchiveServices = Pick<
  Services,
  'blobs' | 'documents' | 'authority' | 'timestamps' | 'config' | 'revocationLists'
>;

/**
 * Builds the archive that lets anyone verify the evidence without this service. Of the revisions of a file the newest
 * is enough: each revision is a prefix of it, with the length given in the record.
 *
 * The record lists the hash of every other part and is embedded in both reports, which are signed. No part can
 * therefore be removed, changed or added without detection. For this the record is created after all other parts, and
 * the reports after it.
 */
export async function evidenceArchive(
  services: ArchiveServices,
  evidence: Evidence,
  lone: EvidenceRecord,
  now: Date,
): Promise<Uint8Array> {
  const listed = await listedEntries(services, evidence, lone, now);
  const record: EvidenceRecord = { ...lone, parts: partsOf(listed) };
  const pictures = await drawSignedPages(services, evidence.flow.corpId, record);
  const entries = new Map<string, Uint8Array>([
    ...listed,
    [RECORD_FILE, recordText(record)],
    [REPORTS.zh, await signedReport(services, record, pictures, 'zh', now)],
    [REPORTS.en, await signedReport(services, record, pictures, 'en', now)],
  ]);
  entries.set(ARCHIVE.sums, Buffer.from(sumsOf(entries), 'utf8'));
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: now });
}

/** All parts that the record lists. */
async function listedEntries(
  services: ArchiveServices,
  evidence: Evidence,
  record: EvidenceRecord,
  now: Date,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const entries = new Map<string, Uint8Array>([
    [ARCHIVE.readme, Buffer.from(archiveReadme(record), 'utf8')],
    [HISTORY_FILE, historyText(record)],
  ]);
  for (const { file, lengths } of evidence.files) {
    const described = record.files.find(({ fileId }) => fileId === file.fileId);
    if (described === undefined) continue;
    for (const [name, hash] of archivedEntries(described)) {
      if (lengths.has(hash)) entries.set(name, await services.blobs.get(evidence.flow.corpId, hash));
    }
  }
  for (const [name, bytes] of await trustEntries(services, now)) entries.set(name, bytes);
  const token = evidence.dailyRoot?.token ?? null;
  if (token !== null) entries.set(ARCHIVE.dailyRootToken, token);
  return entries;
}

function partsOf(entries: ReadonlyMap<string, Uint8Array>): readonly PartRecord[] {
  return [...entries].map(([name, bytes]) => ({ name, length: bytes.length, sha256: sha256(bytes) }));
}

async function trustEntries(
  services: Pick<Services, 'authority' | 'config' | 'revocationLists'>,
  now: Date,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { certificates } = services.authority;
  const entries = new Map<string, Uint8Array>();
  const pems: string[] = [];
  for (const purpose of ['root', 'issuing'] as const) {
    for (const { generation, certificate } of await certificates.all(purpose)) {
      pems.push(pemOf(certificate));
      const list = await services.revocationLists.current(purpose, generation, now);
      if (list !== null) entries.set(`trust/${purpose}-${generation}.crl`, list.crl);
    }
  }
  const { trusted, trustedForTimestamps } = await serviceTrustAnchors(services);
  entries.set(ARCHIVE.roots, asText(trusted.map(pemOf)));
  if (trustedForTimestamps.length > 0)
    entries.set(ARCHIVE.timestampRoots, asText(trustedForTimestamps.map(pemOf)));
  entries.set(ARCHIVE.authority, asText(pems));
  return entries;
}

function asText(pems: readonly string[]): Uint8Array {
  return Buffer.from(pems.join(''), 'latin1');
}

/** The format that sha256sum writes and checks. */
function sumsOf(entries: ReadonlyMap<string, Uint8Array>): string {
  return [...entries].map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join('');
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
