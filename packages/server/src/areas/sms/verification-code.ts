import type { RawBuilder } from 'kysely';
import { blindIndex, sameSecret } from '../../custody/secrets.js';
import type { Write } from '../../database/gathered-writes.js';
import type { Tx } from '../../database/schema.js';
import { CommitThenThrow, transact } from '../../database/transact.js';
import type { Context } from '../../operation/context.js';
import { type Refusal, refuseCode } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { type CodeBinding, covers } from './code-binding.js';
import { isOpen, WRONG_CODES_ALLOWED } from './rules.js';
import {
  consumedCode,
  consumedRightCode,
  keyOf,
  lockCodesFor,
  rightCode,
  type StoredCode,
  saveCode,
} from './store.js';

type Bound = Pick<StoredCode, 'mobile' | 'asker' | 'purpose' | 'subject'>;

/** Stored form of a code: keyed, because six digits without a key could be found by brute force. */
export function codeHmac(services: Pick<Services, 'masterKey'>, bound: Bound, code: string): string {
  const { mobile, asker, purpose, subject } = bound;
  const field = `sms code|${JSON.stringify([purpose, subject, asker, mobile])}`;
  return blindIndex(services.masterKey.pepper, field, code);
}

/** `wrong` leaves attempts; `ended` does not: used, expired, five wrong attempts, replaced, or never requested here. */
export type CodeVerdict =
  | { readonly outcome: 'ok' | 'ended' }
  | { readonly outcome: 'wrong'; readonly attemptsLeft: number };

export interface GivenCode extends CodeBinding {
  readonly code: string;
  readonly now: Date;
}

type CheckContext = Pick<Context, 'db'> & { readonly services: Pick<Services, 'masterKey'> };

/**
 * Whether that is an open code of this requester for this purpose and subject. A correct one is consumed; five wrong
 * attempts invalidate the requester's codes, and nobody else's. Committed in a separate transaction, whatever happens
 * to the act.
 */
export async function checkCode(ctx: CheckContext, given: GivenCode): Promise<CodeVerdict> {
  const [verdict = { outcome: 'ended' }] = await checkCodes(ctx, [given]);
  return verdict;
}

/**
 * Checks several codes of one act, sent to different mobiles: they are consumed only if all are correct, so that a
 * typing error in one does not require requesting the other again.
 */
export async function checkCodes(
  ctx: CheckContext,
  given: readonly GivenCode[],
): Promise<readonly CodeVerdict[]> {
  return transact(ctx.db, async (tx) => {
    const tried: TriedCode[] = [];
    for (const each of given) tried.push(await tryCode(tx, ctx, each));
    const allRight = tried.every(({ right }) => right !== null);
    const verdicts: CodeVerdict[] = [];
    for (const each of tried) verdicts.push(await settle(tx, each, allRight));
    return verdicts;
  });
}

interface TriedCode {
  readonly open: readonly StoredCode[];
  readonly right: StoredCode | null;
  readonly now: Date;
}

async function tryCode(tx: Tx, { services }: CheckContext, given: GivenCode): Promise<TriedCode> {
  const { now } = given;
  const typed = given.code.trim();
  const open = (await lockCodesFor(tx, given)).filter((code) => isOpen(code, now));
  const right = open.find((code) => sameSecret(codeHmac(services, code, typed), code.codeHmac));
  return { open, right: right ?? null, now };
}

async function settle(tx: Tx, { open, right, now }: TriedCode, isSpent: boolean): Promise<CodeVerdict> {
  if (right !== null) {
    if (isSpent) await saveCode(tx, { ...right, usedAt: now });
    return { outcome: 'ok' };
  }
  for (const code of open) await saveCode(tx, { ...code, failures: code.failures + 1 });
  const attemptsLeft = Math.max(0, ...open.map(({ failures }) => WRONG_CODES_ALLOWED - failures - 1));
  return attemptsLeft === 0 ? { outcome: 'ended' } : { outcome: 'wrong', attemptsLeft };
}

/**
 * Like checkCode.
 * @throws Refusal 1401 with the reason CODE_WRONG and the attempts left, or CODE_ENDED
 */
export async function requireCode(ctx: CheckContext, given: GivenCode): Promise<void> {
  refuseUnless(await checkCode(ctx, given));
}

/**
 * Checks a code in the transaction of what it proves, which consumes it by the returned writes. A wrong attempt is
 * committed.
 * @throws CommitThenThrow with the refusal of requireCode
 */
export async function proveByCode(tx: Tx, ctx: CheckContext, given: GivenCode): Promise<readonly Write[]> {
  const tried = await tryCode(tx, ctx, given);
  if (tried.right !== null) return [consumedCode(tried.right, given.now)];
  const verdict = await settle(tx, tried, false);
  throw new CommitThenThrow(refusalOf(verdict) ?? refuseCode('CODE_ENDED', 0));
}

/**
 * Like proveByCode, for a statement that is the whole transaction: its gate locks the code and opens if it is right. A
 * code that names further subjects is not found; then, as for a wrong one, proveByCode decides.
 */
export function provenByCode(
  { services }: CheckContext,
  given: GivenCode,
): { readonly gate: RawBuilder<unknown>; readonly writes: readonly Write[] } {
  const { now } = given;
  const typed = given.code.trim();
  const exact = keyOf(given);
  const subjects = new Set(covers('', given.subject) ? ['', exact.subject] : [exact.subject]);
  const codes = [...subjects].map((subject) => {
    const key = { ...exact, subject };
    return { ...key, codeHmac: codeHmac(services, key, typed) };
  });
  return { gate: rightCode(codes, now), writes: [consumedRightCode(exact, now)] };
}

/** @throws Refusal 1401 unless it was correct */
export function refuseUnless(verdict: CodeVerdict): void {
  const refusal = refusalOf(verdict);
  if (refusal !== null) throw refusal;
}

function refusalOf(verdict: CodeVerdict): Refusal | null {
  switch (verdict.outcome) {
    case 'ok':
      return null;
    case 'wrong':
      return refuseCode('CODE_WRONG', verdict.attemptsLeft);
    case 'ended':
      return refuseCode('CODE_ENDED', 0);
  }
}
