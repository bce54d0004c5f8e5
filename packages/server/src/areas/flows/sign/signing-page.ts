import type { ErrorReason } from '@cinnabar/api/errors.js';
import type { SignPageProof, SignPageSeal, SignPageView } from '@cinnabar/api/pages/sign.js';
import type { PersonalSealView, SealView } from '@cinnabar/api/schemas/seal.js';
import { maskMobile } from '../../../custody/masking.js';
import type { Db } from '../../../database/schema.js';
import type { ActingMember } from '../../../operation/context.js';
import type { Services } from '../../../operation/services.js';
import { findUser, hasOwnPassword } from '../../members/index.js';
import { personalSeals, usableSeals } from '../../seals/index.js';
import { openApprovalOfPart } from '../approval/store/approvals.js';
import { type Flow, FlowStatus, type Participant, SignStatus } from '../flow/flow.js';
import { hasDuty } from '../flow/rules/duties.js';
import { isPastDeadline } from '../flow/rules/states.js';
import { signerFacts } from '../flow/signer-facts.js';
import { loadFlow } from '../flow/store/load-flow.js';
import type { ActingPart } from '../flow/store/parts-of-person.js';
import { pageApproval, pageParts } from '../view/page-parts.js';
import { textTerms } from './act-of.js';
import { digestOf } from './rules/act-terms.js';
import { refusalToSign } from './rules/signing.js';
import { sealsThatNeedConsent } from './seals-that-need-consent.js';
import { signingPageView } from './signing-page-view.js';

/** A part as the sign page finds it. */
export interface FoundPart {
  readonly flow: Flow;
  readonly signer: Participant;
  readonly obstacle: ErrorReason | null;
}

/** The part still belongs to this person, in any state of the flow; null if it has passed to somebody else. */
export async function findSigningPart(db: Db, part: ActingPart, now: Date): Promise<FoundPart | null> {
  const flow = await loadFlow(db, part.corpId, part.flowId);
  const signer = flow?.participants.find(({ participantId }) => participantId === part.participantId);
  if (flow === null || signer === undefined || signer.psnId !== part.userId) return null;
  const { verified } = await signerFacts(db, signer, null);
  const obstacle = refusalToSign(flow, signer, { now, verified, fillsFirst: false });
  return { flow, signer, obstacle };
}

export interface SigningPageRequest {
  readonly db: Db;
  readonly services: Services;
  readonly now: Date;
  /** The person as member of the enterprise; null for a personal part, and once they are no longer a member. */
  readonly actingMember: ActingMember | null;
}

/** Content of the sign page without the agreements that its person accepts. */
export type SigningPage = Omit<SignPageView, 'agreements'>;

/** Content of the sign page. */
export async function signingPage(request: SigningPageRequest, found: FoundPart): Promise<SigningPage> {
  const { db, services, now } = request;
  const { flow, signer, obstacle } = found;
  const zone = services.config.timeZone;
  const parts = await pageParts(db, flow, zone);
  const isOpenStill = !isPastDeadline(flow, now) && hasDuty(flow, signer, 'sign');
  const rest = {
    obstacle,
    approval: await approvalOf(db, flow, signer, zone),
    // Mobile for codes: the present one, regardless of the one by which they were named.
    mobile: maskMobile((await findUser(db, signer.psnId))?.mobile ?? ''),
    shown: digestOf(await textTerms(db, flow, signer.participantId)).digest,
    proofs: isOpenStill ? await proofsOf(db, signer) : [],
    seals: isOpenStill && flow.status === FlowStatus.signing ? await sealsOf(request, flow, signer) : [],
  };
  return signingPageView(services, flow, { signer, parts, rest }, now);
}

/** The approval for which the signer's act waits. */
async function approvalOf(
  db: Db,
  { flowId }: Flow,
  { participantId, psnId, signStatus }: Participant,
  zone: string,
): Promise<SignPageView['approval']> {
  if (signStatus !== SignStatus.awaitingApproval) return null;
  const approval = await openApprovalOfPart(db, flowId, participantId);
  return approval === null ? null : pageApproval(db, approval, psnId, zone);
}

/** A person acting for themselves can use only a password set on such a page, never one set by an application. */
async function proofsOf(db: Db, { type, psnId }: Participant): Promise<readonly SignPageProof[]> {
  const withPassword = type === 'enterprise' || (await hasOwnPassword(db, psnId));
  return withPassword ? ['sms', 'pwd', 'face'] : ['sms', 'face'];
}

async function sealsOf(
  { db, services, now, actingMember }: SigningPageRequest,
  flow: Flow,
  signer: Participant,
): Promise<readonly SignPageSeal[]> {
  if (signer.type === 'person') return sealsOfPerson({ db, services, now }, signer);
  if (signer.corpId === null || actingMember === null) return [];
  const seals = await usableSeals(db, services, signer.corpId, now);
  const sealIds = seals.map(({ sealId }) => sealId);
  const asked = await sealsThatNeedConsent(db, { actingMember, now }, flow, signer, sealIds);
  const shown = seals.map((seal) => pageSeal(seal, asked.includes(seal.sealId)));
  return [...shown.filter((seal) => !seal.needsApproval), ...shown.filter((seal) => seal.needsApproval)];
}

/** The person's seals, the default first. The name seal has only id 0, so it can be chosen only as the default. */
async function sealsOfPerson(
  { db, services, now }: Pick<SigningPageRequest, 'db' | 'services' | 'now'>,
  signer: Participant,
): Promise<readonly SignPageSeal[]> {
  const own = await personalSeals(db, services, signer.psnId, now);
  const shown = own.map((seal) => pageSeal(seal, false));
  const [chosen] = shown.filter(({ isDefault }) => isDefault);
  const first = chosen ?? (await nameSeal(services, signer));
  return [first, ...shown.filter((seal) => seal !== first)];
}

function pageSeal(seal: SealView | PersonalSealView, needsApproval: boolean): SignPageSeal {
  return {
    sealId: seal.sealId,
    name: seal.sealName,
    widthMm: seal.sealWidth,
    heightMm: seal.sealHeight,
    pictureUrl: seal.sealImageUrl,
    isDefault: seal.defaultFlag === 1,
    needsApproval,
  };
}

/** px; sharp at printed size on the densest screens. */
const NAME_SEAL_SIDE = 360;

async function nameSeal({ documents }: Services, { psnName }: Participant): Promise<SignPageSeal> {
  const drawing = await documents.drawNameSeal({ name: psnName, color: 'Red', alpha: 1 });
  const png = await documents.sealPng(drawing, NAME_SEAL_SIDE);
  return {
    sealId: 0,
    name: psnName,
    widthMm: drawing.width,
    heightMm: drawing.height,
    pictureUrl: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
    isDefault: true,
    needsApproval: false,
  };
}
