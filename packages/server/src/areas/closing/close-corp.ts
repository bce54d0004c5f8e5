import { allCertificates } from '../../authority/certificate-store.js';
import { revokeCertificate } from '../../authority/revocation.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { Words } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { type Corp, findCorp, lockCorp, noteIdentification } from '../enterprise/index.js';
import { setAutoSign } from '../seals/index.js';
import { remediesOf } from './rules.js';
import * as store from './store/closures.js';
import { type Effects, effectsOf, obligationsOf } from './store/effects.js';

const DAY_MS = 24 * 3_600_000;

/** An enterprise before it is closed: what closing does, and what is in the way. Or the closure. */
export interface ClosingView {
  readonly corp: Corp;
  readonly closure: store.Closure | null;
  readonly effects: Effects;
  readonly remedies: readonly Words[];
}

/** null: there is no such enterprise. */
export async function viewClosing(db: Db, corpId: CorpId, now: Date): Promise<ClosingView | null> {
  const corp = await findCorp(db, corpId);
  if (corp === null) return null;
  const closure = await store.findClosure(db, corpId);
  const effects = await effectsOf(db, corpId, now);
  const remedies = closure === null ? remediesOf(await obligationsOf(db, corpId)) : [];
  return { corp, closure, effects, remedies };
}

interface Step {
  readonly services: Pick<Services, 'ids'>;
  readonly now: Date;
  /** The operator; null: the command line, which knows nobody. */
  readonly by: UserId | null;
}

export interface Closing {
  readonly corpId: CorpId;
  /** Days until the removal. */
  readonly days: number;
  readonly reason: string;
}

export type Closed =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'already'; readonly closedAt: Date }
  | { readonly kind: 'bound'; readonly remedies: readonly Words[] }
  | { readonly kind: 'closed'; readonly removeAfter: Date };

/**
 * Closes an enterprise in one transaction: nobody acts for it any more, its certificates are revoked, and its data are
 * kept until the removal.
 */
export async function closeCorp(tx: Tx, step: Step, { corpId, days, reason }: Closing): Promise<Closed> {
  const { services, now } = step;
  const corp = await lockCorp(tx, corpId);
  if (corp === null) return { kind: 'unknown' };
  const closure = await store.findClosure(tx, corpId);
  if (closure !== null) return { kind: 'already', closedAt: closure.closedAt };
  // First of all, so that nobody starts or signs anything between the check and the commit.
  await store.setStatus(tx, corpId, 'invalid');
  const remedies = remediesOf(await obligationsOf(tx, corpId));
  if (remedies.length > 0) {
    await store.setStatus(tx, corpId, corp.identStatus);
    return { kind: 'bound', remedies };
  }
  const removeAfter = new Date(now.getTime() + days * DAY_MS);
  await store.insertClosure(tx, { corpId, closedAt: now, removeAfter, formerStatus: corp.identStatus });
  await note(tx, step, { corpId, identStatus: 'invalid', reason });
  for (const authorisationId of await store.automaticAuthorisations(tx, corpId)) {
    await setAutoSign(tx, services.ids, authorisationId, false, now);
  }
  for (const { serial_number: serialNumber } of await allCertificates(tx, corpId, 'enterprise')) {
    // What was signed before stays valid: its timestamps precede the revocation. Housekeeping destroys the keys.
    await revokeCertificate(tx, serialNumber, 'cessationOfOperation', now, corpId);
  }
  await store.endAccess(tx, corpId, now);
  return { kind: 'closed', removeAfter };
}

export type Reopened = 'unknown' | 'open' | 'removed' | 'reopened';

/** Undoes a closure. Certificates, automatic seals, links, sessions and tokens stay ended. */
export async function reopenCorp(
  tx: Tx,
  step: Step,
  { corpId, reason }: Omit<Closing, 'days'>,
): Promise<Reopened> {
  if ((await lockCorp(tx, corpId)) === null) return 'unknown';
  const closure = await store.findClosure(tx, corpId);
  if (closure === null) return 'open';
  if (!(await store.deleteClosure(tx, corpId))) return 'removed';
  await store.restoreAccess(tx, corpId);
  await store.setStatus(tx, corpId, closure.formerStatus);
  await note(tx, step, { corpId, identStatus: closure.formerStatus, reason });
  return 'reopened';
}

async function note(
  tx: Tx,
  { services, now, by }: Step,
  entry: { readonly corpId: CorpId; readonly identStatus: Corp['identStatus']; readonly reason: string },
): Promise<void> {
  await noteIdentification(tx, services.ids, { ...entry, way: 'operator', userId: by, now });
}
