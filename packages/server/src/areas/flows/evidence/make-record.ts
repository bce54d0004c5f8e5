import { maskMobile } from '../../../custody/masking.js';
import type { Participant } from '../flow/flow.js';
import {
  EVIDENCE_FORMAT,
  type EvidenceRecord,
  type FileRecord,
  type IdentityRecord,
  type PartyRecord,
  type RevisionRecord,
  type SignatureRecord,
} from './evidence-record.js';
import type { Evidence, FileEvidence } from './gather-evidence.js';
import { intentRecords } from './intent-records.js';
import { type ReadEvent, textWithin, within } from './rules/evidence.js';
import { signedPages } from './rules/signed-pages.js';
import { wordsOfHistory } from './rules/words-of-history.js';

/** Builds the evidence as data for all parties: it contains nothing that a party of the flow may not see. */
export function evidenceRecord(
  evidence: Evidence,
  setting: {
    readonly zone: string;
    readonly sandbox: boolean;
    /** Version of this program. */
    readonly version: string;
    readonly now: Date;
  },
): EvidenceRecord {
  const { flow, events, chain } = evidence;
  return {
    format: EVIDENCE_FORMAT,
    madeAt: setting.now.toISOString(),
    verifier: { program: 'Cinnabar', version: setting.version },
    timeZone: setting.zone,
    sandbox: setting.sandbox,
    contract: {
      flowId: flow.flowId,
      flowCode: flow.flowCode,
      title: flow.title,
      status: flow.status,
      corpName: flow.corpName,
      initiatorName: flow.initiatorName,
      startTime: iso(flow.startTime),
      finishTime: iso(flow.finishTime),
      deadline: iso(flow.deadline),
      endReason: flow.endReason,
    },
    parties: flow.participants.map((participant) => partyRecord(evidence, participant)),
    files: evidence.files.map((file) => fileRecord(file, events)),
    signedPages: signedPages(
      events,
      flow.files.map(({ fileId, pages }) => ({ fileId, pages: pages.length })),
    ),
    events: events.map(({ sequence, kind, time, hash, canonical, texts }) => ({
      sequence,
      kind,
      time: time.toISOString(),
      hash,
      canonical,
      ...(texts.length === 0 ? {} : { texts }),
    })),
    intents: intentRecords(evidence),
    words: wordsOfHistory(events, flow.components),
    chain: {
      intact: chain.intact,
      brokenAt: chain.intact ? null : chain.index + 1,
      head: flow.eventHead,
    },
    dailyRoot: evidence.dailyRoot?.record ?? null,
    parts: null,
  };
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

function partyRecord({ persons, corps, events }: Evidence, party: Participant): PartyRecord {
  const corp = party.corpId === null ? undefined : corps.get(party.corpId);
  return {
    participantId: party.participantId,
    participantFlag: party.participantFlag,
    type: party.type,
    fills: party.fills,
    signs: party.signs,
    corpName: party.corpName,
    corpCode: corp?.corpCode ?? '',
    corpStatus: party.type === 'person' ? null : (corp?.identStatus ?? 'unidentified'),
    psnName: party.psnName,
    userId: party.psnId,
    mobile: maskMobile(party.psnAccount),
    verifiedAt: iso(persons.get(party.psnId)?.verifiedAt ?? null),
    identity: identityWhenSigned(events, party),
    draftTime: iso(party.draftTime),
    signTime: iso(party.signTime),
    amountFen: party.payee?.amountFen ?? null,
  };
}

function identityWhenSigned(
  events: readonly ReadEvent[],
  { participantId }: Participant,
): IdentityRecord | null {
  const signed = events.findLast(
    ({ kind, detail }) => kind === 'signed' && within(detail, 'participantId') === participantId,
  );
  const strength = textWithin(signed?.detail, 'identity', 'strength');
  if (strength !== 'asserted' && strength !== 'proven') return null;
  const since = textWithin(signed?.detail, 'identity', 'since');
  const by = textWithin(signed?.detail, 'identity', 'by');
  return { strength, since: since === '' ? null : since, by: by === '' ? null : by };
}

function fileRecord(evidence: FileEvidence, events: readonly ReadEvent[]): FileRecord {
  const { file, history, verification } = evidence;
  return {
    fileId: file.fileId,
    fileCode: file.fileCode,
    fileName: file.fileName,
    pages: file.pages.length,
    upload: evidence.upload,
    baseHash: file.baseHash,
    currentHash: file.currentHash,
    revisions: revisionsOf(evidence, events),
    intact: evidence.intact,
    unbroken: history?.unbroken ?? true,
    verdict: verification?.verdict ?? null,
    policy: verification?.policy ?? null,
    signatures: (verification?.signatures ?? []).map(
      (signature): SignatureRecord => ({
        fieldName: signature.fieldName,
        kind: signature.kind,
        revision: signature.revision,
        verdict: signature.verdict,
        level: signature.level,
        signerName: signature.signerName,
        seal: signature.seal,
        claimedTime: signature.claimedTime,
        provenTime: signature.provenTime,
        timestampAuthority: signature.timestamp?.authority ?? null,
        remarks: signature.problems.map(({ code, text }) => ({ code, zh: text.zh, en: text.en })),
        certificate: signature.certificate,
      }),
    ),
  };
}

function revisionsOf(
  { history, lengths }: FileEvidence,
  events: readonly ReadEvent[],
): readonly RevisionRecord[] {
  if (history === null) return [];
  const ended = events.findLast(({ kind }) => kind === 'fillingEnded');
  const all = [
    { sequence: ended?.sequence ?? 0, hash: history.prepared },
    ...history.steps.map(({ sequence, after }) => ({ sequence, hash: after })),
  ];
  return all.map((revision) => ({ ...revision, length: lengths.get(revision.hash) ?? null }));
}
