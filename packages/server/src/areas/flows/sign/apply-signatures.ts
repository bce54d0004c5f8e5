import { randomBytes } from 'node:crypto';
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { SignerAlgorithm } from '../../../authority/certificate-authority.js';
import type { CertificateRecord } from '../../../authority/certificate-store.js';
import { ExternalCertificateError } from '../../../authority/external/external-problem.js';
import type { Signer } from '../../../authority/signer.js';
import { causedBy, refuse, refuseFor } from '../../../operation/refusal.js';
import type { Services } from '../../../operation/services.js';
import { ProviderOutage, ProviderRefused } from '../../../providers/certificates/port.js';
import { findCorp, suiteAlgorithms } from '../../enterprise/index.js';
import type { Flow, FlowFile, Participant } from '../flow/flow.js';
import type { FlowChange, NewSignature } from '../flow/flow-change.js';
import { changeOf } from '../flow/rules/decision.js';
import { type SignerFacts, underVerifiedName } from '../flow/signer-facts.js';
import { electronicSealsOf } from './electronic-seals.js';
import { requireLaterThanSignatures, requireSteadyClock } from './require-steady-clock.js';
import { type LoadedMark, type PlacedMark, wordsOf } from './rules/placed-marks.js';
import { decideSignature, type SignedBy } from './rules/signature.js';
import { type ActSigners, signFile } from './sign-file.js';
import type { SigningContext } from './signing-context.js';

/** An act of signing, ready to be applied. */
export interface SigningRequest extends SignedBy {
  readonly participantId: ParticipantId;
  readonly facts: SignerFacts;
  readonly marks: readonly LoadedMark[];
  /** The newest of the signer's enterprise, if it has been read. */
  readonly certificate?: CertificateRecord | null;
}

/**
 * Applies an act of signing: each file of the flow gets the signer's signatures as incremental updates, and the flow
 * its new state. The new revisions are stored, and nothing refers to them until the caller commits.
 * @throws Refusal with the reason why the signer cannot sign now
 */
export async function applySignatures(
  ctx: SigningContext,
  flow: Flow,
  request: SigningRequest,
): Promise<FlowChange> {
  requireLaterThanSignatures(ctx, flow);
  const { participantId, facts } = request;
  const found = flow.participants.find((each) => each.participantId === participantId);
  if (found === undefined) throw new Error(`flow ${flow.flowId} has no participant ${participantId}`);
  const signer = underVerifiedName(found, facts);
  const marks = await withOwnIds(ctx.services, flow, request.marks);
  const certified = await signersFor(ctx, flow, signer, request);
  try {
    const now = timeOfAct(ctx, certified);
    const signing = { ...ctx, now };
    const seals = await electronicSealsOf(signing, signer, [certified.shown, certified.beside], marks);
    const files: FlowFile[] = [];
    const signatures: NewSignature[] = [];
    for (const file of flow.files) {
      const signed = await signFile(signing, file, { flow, signer, marks, certified, seals });
      files.push(signed.file);
      signatures.push(...signed.signatures);
    }
    requireSteadyClock(ctx);
    const { identity, verified } = facts;
    const { serialNumber } = certified.shown;
    return changeOf(
      decideSignature(flow, {
        ...request,
        now,
        signer,
        identity,
        verified,
        serialNumber,
        besideSerialNumber: certified.beside?.serialNumber ?? null,
        marks,
        files,
        signatures,
      }),
    );
  } finally {
    certified.shown.release();
    certified.beside?.release();
  }
}

/**
 * When the act was begun, unless the signer's certificate was issued for it since: no verifier accepts a signature, or a
 * timestamp, that is older than the certificate.
 */
function timeOfAct({ now }: SigningContext, { shown, beside }: ActSigners): Date {
  const begins = [shown.validFrom, beside?.validFrom].map((time) => time?.getTime() ?? 0);
  return new Date(Math.max(now.getTime(), ...begins));
}

/** A free placement becomes a control of the flow with an id of its own. */
async function withOwnIds(
  services: Pick<Services, 'ids'>,
  flow: Flow,
  marks: readonly LoadedMark[],
): Promise<readonly PlacedMark[]> {
  const placed: PlacedMark[] = [];
  for (const mark of marks) {
    const componentId = mark.planned.area?.componentId ?? (await services.ids.next<'Component'>());
    const salt = wordsOf(mark).text === null ? null : newSalt(flow);
    placed.push({ ...mark, componentId, salt });
  }
  return placed;
}

/**
 * An enterprise signs with its certificate and by the algorithms of its own suite, a person with a certificate that is
 * issued for this act and by those of the enterprise whose flow it is. Suites are read with every act.
 */
async function signersFor(
  ctx: SigningContext,
  { corpId: ofFlow }: Flow,
  signer: Participant,
  { facts: { corp }, certificate }: SigningRequest,
): Promise<ActSigners> {
  const { authority } = ctx.services;
  if (signer.type !== 'person' && corp === null) throw refuseFor('NOT_VERIFIED');
  const signerBy = (algorithm: SignerAlgorithm): Promise<Signer> =>
    signer.type === 'person' || corp === null
      ? authority
          .personSigner({ userId: signer.psnId, name: signer.psnName }, ctx.now, algorithm)
          .catch(refuseUncertified)
      : authority.enterpriseSigner(corp, ctx.now, certificate, algorithm).catch(refuseEnded);
  const deciding = signer.type === 'person' ? await findCorp(ctx.db, ofFlow) : corp;
  const { shown, beside } = suiteAlgorithms(deciding, authority.algorithm);
  const other = beside === null ? null : await signerBy(beside);
  try {
    return { shown: await signerBy(shown), beside: other };
  } catch (error) {
    other?.release();
    throw error;
  }
}

function refuseEnded(error: unknown): never {
  if (error instanceof ExternalCertificateError) throw refuseFor('CERTIFICATE_ENDED', error.words);
  throw error;
}

/** Nothing has been stored: the act can be repeated. */
function refuseUncertified(error: unknown): never {
  const isFailure =
    error instanceof ProviderOutage ||
    error instanceof ProviderRefused ||
    error instanceof ExternalCertificateError;
  if (!isFailure) throw error;
  const about = {
    zh: '证书机构暂时没有签发您的证书，请稍后重试，已填写的内容不会丢失',
    en: 'the certificate authority has not issued your certificate; try again, nothing is lost',
  };
  throw causedBy(error, refuse('503', about));
}

/** Salt for the texts of one mark; null if the history may contain them in plain text. */
function newSalt(flow: Pick<Flow, 'encrypted'>): string | null {
  return flow.encrypted ? randomBytes(16).toString('hex') : null;
}
