/** Proof of the acting member's identity: a code on their mobile, their signing password, or their face. */

import type { RawBuilder } from 'kysely';
import { openGate, type Write } from '../../../database/gathered-writes.js';
import type { Tx } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import type { MemberContext } from '../../../operation/context.js';
import { actsInOwnSession } from '../../../operation/own-session.js';
import { invalidField, refuse } from '../../../operation/refusal.js';
import type { ProviderProof } from '../../../providers/provider-proof.js';
import { type CoveredAct, type FacePurpose, type ProvenByFace, useFaceResult } from '../../faces/index.js';
import {
  checkOwnPassword,
  checkSigningPassword,
  makeOwnVerifier,
  makeVerifier,
  notedProof,
  setOwnPassword,
  setSigningPassword,
} from '../../members/index.js';
import {
  type CodeBinding,
  type GivenCode,
  proveByCode,
  provenByCode,
  requireCode,
  subjectsOf,
} from '../../sms/index.js';
import type { AuthType } from '../flow/store/intents.js';

/** The person who proves their identity, and the enterprise they act for. */
export type ProvingContext = Pick<
  MemberContext,
  'db' | 'services' | 'now' | 'appId' | 'corpId' | 'actingMember' | 'link'
>;

export interface Proof {
  readonly authType: AuthType;
  readonly verifyCode?: string;
  readonly signPwd?: string;
  readonly newPwd?: boolean;
  /** For a face check: the parameters of the return address. */
  readonly code?: string;
  readonly orderNo?: string;
  readonly h5faceId?: string;
  readonly newSign?: string;
  readonly newSignature?: string;
}

/** Purpose of the proof: a code or a face check must have been requested for it. */
export interface ProofPurpose {
  readonly smsType: 'sign' | 'approval';
  readonly purpose: FacePurpose;
  /** Flows or approvals. */
  readonly businessIds: readonly number[];
  /** The applicable password: that of the membership, or the person's own. */
  readonly password: 'member' | 'own';
  /** For a face check: whether its purpose covers the act. */
  readonly suffices: (covered: readonly CoveredAct[]) => boolean;
}

/** A proof that has been given; a code is still to be checked, in the transaction that stores what it proves. */
export interface GivenProof {
  /** The subjects of a face check; null for other proofs, which apply to the request that carries them. */
  readonly covered: readonly CoveredAct[] | null;
  /** The provider that stated it; null if none did. */
  readonly proof: ProviderProof | null;
  /**
   * To be called once in that transaction, before it changes anything else. If it is alone, the gate opens for a code that
   * is right.
   * @throws CommitThenThrow with Refusal 1401
   */
  readonly confirm: (tx: Tx, alone: boolean) => Promise<Confirmation>;
}

/** What belongs to what is proven, for its gathered statement. */
export interface Confirmation {
  readonly gate: RawBuilder<unknown>;
  readonly writes: readonly Write[];
}

/**
 * Checks a proof. A face check is consumed and wrong attempts are counted, whatever happens to the request afterwards; a
 * code is consumed with what it proves.
 * @throws Refusal 1402 to 1404, or 400 naming the missing field
 */
export async function proveIdentity(
  ctx: ProvingContext,
  proof: Proof,
  about: ProofPurpose,
): Promise<GivenProof> {
  const given = await prove(ctx, proof, about);
  // A membership's password may be known to the application that set it.
  const isTheirOwn = proof.authType !== 'pwd' || about.password === 'own';
  if (!isTheirOwn) return given;
  const noted = notedProof(ctx.actingMember.userId, ctx.now);
  return {
    ...given,
    async confirm(tx, alone) {
      const { gate, writes } = await given.confirm(tx, alone);
      return { gate, writes: [...writes, noted] };
    },
  };
}

async function prove(ctx: ProvingContext, proof: Proof, about: ProofPurpose): Promise<GivenProof> {
  const nothingLeft = async () => ({ gate: openGate, writes: [] });
  switch (proof.authType) {
    case 'sms': {
      const given = codeOf(ctx, codeFor(about), proof.verifyCode);
      return {
        ...{ covered: null, proof: null },
        async confirm(tx, alone) {
          if (alone) return provenByCode(ctx, given);
          return { gate: openGate, writes: await proveByCode(tx, ctx, given) };
        },
      };
    }
    case 'pwd':
      await provePassword(ctx, proof, about.password);
      return { covered: null, proof: null, confirm: nothingLeft };
    case 'face':
      return { ...(await requireFace(ctx, proof, about)), confirm: nothingLeft };
  }
}

type CodeFor = Pick<CodeBinding, 'purpose' | 'subject'>;

function codeFor({ smsType, businessIds }: ProofPurpose): CodeFor {
  return { purpose: smsType, subject: subjectsOf(smsType === 'sign' ? 'flow' : 'approval', businessIds) };
}

/** Only a code that this application or session requested itself for this purpose. */
function codeOf(ctx: ProvingContext, about: CodeFor, code?: string): GivenCode {
  if (code === undefined) throw invalidField('verifyCode', { zh: '必填', en: 'is required' });
  const { mobile } = ctx.actingMember;
  return { ...about, mobile, asker: ctx.appId, code, now: ctx.now };
}

/** Only results recorded by our own face page count, and only for the purpose of the check. */
async function requireFace(ctx: ProvingContext, proof: Proof, about: ProofPurpose): Promise<ProvenByFace> {
  const { orderNo, code = '', h5faceId = '', newSign = proof.newSignature ?? '' } = proof;
  if (orderNo === undefined) throw invalidField('orderNo', { zh: '必填', en: 'is required' });
  const proven = await useFaceResult(ctx, about, { code, orderNo, h5faceId, newSign });
  if (proven === 'wrong') throw refuse('1403');
  return proven;
}

async function provePassword(
  ctx: ProvingContext,
  proof: Proof,
  whose: ProofPurpose['password'],
): Promise<void> {
  const { corpId, now } = ctx;
  const { userId } = ctx.actingMember;
  const { signPwd } = proof;
  if (signPwd === undefined) throw invalidField('signPwd', { zh: '必填', en: 'is required' });
  if (proof.newPwd === true) {
    if (!/^\d{6}$/.test(signPwd))
      throw invalidField('signPwd', { zh: '须为 6 位数字', en: 'must be 6 digits' });
    await requireCode(ctx, codeOf(ctx, { purpose: 'signPwd', subject: [] }, proof.verifyCode));
    if (whose === 'own') {
      const verifier = await makeOwnVerifier(ctx.services, userId, signPwd);
      return transact(ctx.db, (tx) => setOwnPassword(tx, userId, verifier));
    }
    const verifier = await makeVerifier(ctx.services, corpId, userId, signPwd);
    const by = actsInOwnSession(ctx) ? 'page' : ctx.appId;
    return transact(ctx.db, (tx) => setSigningPassword(tx, corpId, userId, verifier, { by, at: now }));
  }
  const verdict =
    whose === 'own'
      ? await checkOwnPassword(ctx, userId, signPwd, now)
      : await checkSigningPassword(ctx, corpId, userId, signPwd, now);
  if (verdict === 'locked') throw refuse('1404');
  if (verdict !== 'ok') throw refuse('1402');
}
