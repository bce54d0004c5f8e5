/** Entry names of an evidence archive, shared by writer and verifier. */
import type { JsonValue } from '../../../custody/canonical-json.js';
import { textWithin } from './rules/evidence.js';

/** The chain of events, one event a line. */
export const HISTORY_FILE = 'events.txt';
/** The evidence as data: an EvidenceRecord. Both files are also attached to every report. */
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

/** The signed reports, both of which embed the record. */
export const REPORTS = Object.freeze({ zh: 'report-zh.pdf', en: 'report-en.pdf' });

/** Entries that a record cannot list: itself, the reports that embed it, and the checksums over all of them. */
export const UNLISTED: ReadonlySet<string> = new Set([RECORD_FILE, REPORTS.zh, REPORTS.en, ARCHIVE.sums]);

/** Entries that belong to a contract file, with their hashes. */
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

/** The upload, under a generated name: the uploader's could contain a path. */
function uploadName(fileId: number | string, fileName: string): string {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase();
  return `files/${fileId}/upload${extension === undefined ? '' : `.${extension}`}`;
}

/** A file of a record that is parsed but not trusted. */
export function claimedFile(file: JsonValue): ArchivedFile {
  const hash = textWithin(file, 'upload', 'hash');
  return {
    fileId: textWithin(file, 'fileId'),
    currentHash: textWithin(file, 'currentHash'),
    baseHash: textWithin(file, 'baseHash'),
    upload: hash === '' ? null : { fileName: textWithin(file, 'upload', 'fileName'), hash },
  };
}
