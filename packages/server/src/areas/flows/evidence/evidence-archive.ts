import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import type { Services } from '../../../services.js';
import { pemOf } from '../../../trust/pem.js';
import type { Evidence } from '../gather-evidence.js';
import { ownTrust } from '../own-trust.js';
import { archiveReadme } from './archive-readme.js';
import type { EvidenceRecord, FileRecord } from './evidence-record.js';
import { historyText, recordText } from './evidence-report.js';
import { HISTORY_FILE, RECORD_FILE } from './report-checks.js';
import { signedReport } from './sign-report.js';

type ArchiveServices = Pick<
  Services,
  'blobs' | 'documents' | 'authority' | 'timestamps' | 'config' | 'revocationLists'
>;

/** Names inside the archive; `cinnabar evidence verify` looks for them. */
export const ARCHIVE = Object.freeze({
  sums: 'SHA256SUMS',
  readme: 'README.txt',
  roots: 'trust/roots.pem',
  authority: 'trust/authority.pem',
  dailyRootToken: 'timestamps/daily-root.tst',
});

export function archivedFile(fileId: number | string, which: 'current' | 'base'): string {
  return `files/${fileId}/${which}.pdf`;
}

/** As it was uploaded, under no name of its uploader's, which could lead anywhere. */
export function archivedUpload(fileId: number | string, fileName: string): string {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase();
  return `files/${fileId}/upload${extension === undefined ? '' : `.${extension}`}`;
}

/**
 * Everything that it takes to verify the evidence without this service. Of the revisions of a file the newest is
 * enough: each is so many first bytes of it, as the record says.
 */
export async function evidenceArchive(
  services: ArchiveServices,
  evidence: Evidence,
  record: EvidenceRecord,
  now: Date,
): Promise<Uint8Array> {
  const entries = new Map<string, Uint8Array>([
    [ARCHIVE.readme, Buffer.from(archiveReadme(record), 'utf8')],
    [RECORD_FILE, recordText(record)],
    [HISTORY_FILE, historyText(record)],
    ['report-zh.pdf', await signedReport(services, record, 'zh', now)],
    ['report-en.pdf', await signedReport(services, record, 'en', now)],
  ]);
  for (const { file, lengths } of evidence.files) {
    const described = record.files.find(({ fileId }) => fileId === file.fileId);
    if (described === undefined) continue;
    for (const [name, hash] of storedEntries(described)) {
      if (lengths.has(hash)) entries.set(name, await services.blobs.get(evidence.flow.corpId, hash));
    }
  }
  for (const [name, bytes] of await trustEntries(services, now)) entries.set(name, bytes);
  const token = evidence.dailyRoot?.token ?? null;
  if (token !== null) entries.set(ARCHIVE.dailyRootToken, token);
  entries.set(ARCHIVE.sums, Buffer.from(sumsOf(entries), 'utf8'));
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: now });
}

function storedEntries(file: FileRecord): readonly (readonly [name: string, hash: string])[] {
  const { fileId, upload, baseHash, currentHash } = file;
  return [
    [archivedFile(fileId, 'current'), currentHash],
    [archivedFile(fileId, 'base'), baseHash],
    ...(upload === null ? [] : [[archivedUpload(fileId, upload.fileName), upload.hash] as const]),
  ];
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
  const { trusted, trustedForTimestamps } = await ownTrust(services);
  const roots = [...trusted, ...trustedForTimestamps].map(pemOf);
  entries.set(ARCHIVE.roots, Buffer.from(roots.join(''), 'latin1'));
  entries.set(ARCHIVE.authority, Buffer.from(pems.join(''), 'latin1'));
  return entries;
}

/** As sha256sum writes and checks it. */
function sumsOf(entries: ReadonlyMap<string, Uint8Array>): string {
  return [...entries]
    .map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
    .join('');
}
