import type { OperatorContext, UserId } from '../../context.js';
import type { Tx } from '../../database/schema.js';
import { findCorpByName } from '../enterprise/index.js';
import { ensureUser } from '../members/index.js';
import type { Contents } from './assemble-flow.js';
import type { Copier } from './flow.js';

/** A copier as a template or a request names it. */
export interface NamedCopier {
  readonly copierType: 0 | 1;
  /** "" where an enterprise alone is named. */
  readonly psnAccount: string;
  readonly psnName?: string;
  readonly corpName?: string;
}

/** Everybody who was named by a mobile that is new here becomes an unverified user. */
export async function ensurePersons(
  tx: Tx,
  ctx: OperatorContext,
  contents: Contents,
  copiers: readonly NamedCopier[],
): Promise<Map<string, UserId>> {
  const mobiles = new Set([
    ...contents.parties.filter(({ psnId }) => psnId === null).map(({ psnAccount }) => psnAccount),
    ...copiers.map(({ psnAccount }) => psnAccount).filter((mobile) => mobile !== ''),
  ]);
  const persons = new Map<string, UserId>();
  // In a fixed order, so that two starts that name the same new people cannot wait for each other.
  for (const mobile of [...mobiles].sort()) {
    persons.set(mobile, await ensureUser(tx, ctx.services.ids, mobile, ctx.now));
  }
  return persons;
}

export async function copiersOf(
  tx: Tx,
  ctx: OperatorContext,
  persons: ReadonlyMap<string, UserId>,
  named: readonly NamedCopier[],
): Promise<readonly Copier[]> {
  const copiers: Copier[] = [];
  for (const copier of named) {
    const corpName = copier.corpName?.trim() ?? '';
    const corp = copier.copierType === 1 && corpName !== '' ? await findCorpByName(tx, corpName) : null;
    copiers.push({
      copierId: await ctx.services.ids.next(),
      type: copier.copierType === 1 ? 'enterprise' : 'person',
      corpId: corp?.corpId ?? null,
      corpName: copier.copierType === 1 ? (corp?.corpName ?? corpName) : '',
      psnId: persons.get(copier.psnAccount) ?? null,
      psnName: copier.psnName ?? '',
      psnAccount: copier.psnAccount,
    });
  }
  return copiers;
}
