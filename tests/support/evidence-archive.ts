/** Evidence archives as altered by a forger, and as created by an earlier version of the service. */
import { createHash } from 'node:crypto';
import type { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import type { Report } from '@cinnabar/pdf/report/report.js';
import { type ArchiveVerification, verifyArchive } from '@cinnabar/server/areas/flows/index.js';
import type { RunningApp } from './app.js';

export type Entries = ReadonlyMap<string, Uint8Array>;

/** With matching checksums, as a forger would write them. */
export function withSums(entries: Entries): Entries {
  const forged = new Map(entries);
  forged.delete('SHA256SUMS');
  const sums = [...forged].map(
    ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
  );
  return forged.set('SHA256SUMS', Buffer.from(sums.join('')));
}

export function verifiedBy(
  engine: DocumentEngine,
  entries: Entries,
  trusted: readonly Uint8Array[] | null = null,
  trustedForTimestamps: readonly Uint8Array[] = [],
): Promise<ArchiveVerification> {
  return verifyArchive(entries, {
    trusted,
    trustedForTimestamps,
    now: new Date(),
    verify: (pdf, policy) => engine.verifyDocument(pdf, policy),
  });
}

export function wrongIn({ checks }: ArchiveVerification): readonly string[] {
  return checks.filter(({ ok }) => !ok).map(({ name }) => name);
}

/** Findings of a check; "" if it was not made. */
export function saidBy({ checks }: ArchiveVerification, name: string): string {
  return checks.find((check) => check.name === name)?.detail ?? '';
}

/** The archive in version 1 of the format: the record lists no parts, and both reports embed it in that form. */
export async function asEarlierVersion({ app }: RunningApp, entries: Entries): Promise<Entries> {
  const text = Buffer.from(entries.get('evidence.json') ?? '').toString('utf8');
  const { parts, signedPages, verifier, ...rest } = JSON.parse(text);
  const record = Buffer.from(JSON.stringify({ ...rest, format: 'cinnabar evidence 1' }));
  const attached = { description: '', mediaType: 'text/plain' };
  const events = entries.get('events.txt') ?? new Uint8Array();
  const report = (title: string) =>
    signedReport(app, title, new Date(rest.madeAt), [
      { fileName: 'evidence.json', bytes: record, ...attached },
      { fileName: 'events.txt', bytes: events, ...attached },
    ]);
  return withSums(
    new Map([
      ...entries,
      ['evidence.json', record],
      ['report-zh.pdf', await report('报告')],
      ['report-en.pdf', await report('Report')],
    ]),
  );
}

async function signedReport(
  { services: { documents, authority } }: RunningApp['app'],
  title: string,
  time: Date,
  attachments: Report['attachments'],
): Promise<Uint8Array> {
  const report = await documents.setReport({ title, subtitle: '', blocks: [], foot: '', attachments });
  const signer = await authority.services.evidence(time);
  const act = {
    placements: [],
    invisibleFieldName: 'cinnabar-evidence',
    signer: signer.certificate,
    name: authority.certificates.name,
    reason: title,
    location: null,
    time,
  };
  return documents.sign(report, act, (bytes) => signer.sign(bytes));
}
