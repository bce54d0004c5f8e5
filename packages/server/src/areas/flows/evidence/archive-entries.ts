/** The names of what lies in an archive of evidence, for who writes it and who verifies it. */
import type { JsonValue } from '../../../custody/canonical-json.js';
import { textWithin } from './rules/evidence.js';

/** The chain of events, one a line. */
export const HISTORY_FILE = 'events.txt';
/** The evidence as data: an EvidenceRecord. Both files are attached to every report as well. */
export const RECORD_FILE = 'evidence.json';

export const ARCHIVE = Object.freeze({
  sums: 'SHA256SUMS',
  readme: 'README.txt',
  roots: 'trust/roots.pem',
  /** Certificates of other authorities, trusted for timestamps only; absent if there are none. */
  timestampRoots: 'trust/timestamp-roots.pem',
  authority: 'trust/authority.pem',
  dailyRootToken: 'timestamps/daily-root.tst',
});

/** Both signed, and both carrying the record. */
export const REPORTS = Object.freeze({ zh: 'report-zh.pdf', en: 'report-en.pdf' });

/** Parts that a record cannot list: itself, the reports that embed it, and the checksums over all of them. */
export const UNLISTED: ReadonlySet<string> = new Set([RECORD_FILE, REPORTS.zh, REPORTS.en, ARCHIVE.sums]);

/** Parts of the archive that belong to a contract file, with their hashes. */
export interface ArchivedFile {
  readonly fileId: number | string;
  readonly currentHash: string;
  readonly baseHash: string;
  readonly upload: { readonly fileName: string; readonly hash: string } | null;
}

export function archivedEntries({
  fileId,
  currentHash,
  baseHash,
  upload,
}: ArchivedFile): readonly (readonly [name: string, hash: string])[] {
  return [
    [currentName(fileId), currentHash],
    [`files/${fileId}/base.pdf`, baseHash],
    ...(upload === null ? [] : [[uploadName(fileId, upload.fileName), upload.hash] as const]),
  ];
}

export function currentName(fileId: number | string): string {
  return `files/${fileId}/current.pdf`;
}

/** As it was uploaded, under no name of its uploader's, which could lead anywhere. */
function uploadName(fileId: number | string, fileName: string): string {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase();
  return `files/${fileId}/upload${extension === undefined ? '' : `.${extension}`}`;
}

/** A file as a record names it that is read but not believed. */
export function claimedFile(file: JsonValue): ArchivedFile {
  const hash = textWithin(file, 'upload', 'hash');
  return {
    fileId: textWithin(file, 'fileId'),
    currentHash: textWithin(file, 'currentHash'),
    baseHash: textWithin(file, 'baseHash'),
    upload: hash === '' ? null : { fileName: textWithin(file, 'upload', 'fileName'), hash },
  };
}
