import type { startSignFlow } from '@cinnabar/api/flows.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import type { OperatorContext, UserId } from '../../context.js';
import type { Tx } from '../../database/schema.js';
import { findCorpByName } from '../enterprise/index.js';
import { ensureUser } from '../members/index.js';
import type { TemplateDetail } from '../templates/index.js';
import type { Contents } from './assemble-flow.js';
import type { Copier } from './flow.js';

type Input = InputOf<typeof startSignFlow>;

/** Everybody who was named by a mobile that is new here becomes an unverified user. */
export async function ensurePersons(
  tx: Tx,
  ctx: OperatorContext,
  contents: Contents,
  detail: TemplateDetail,
  input: Input,
): Promise<Map<string, UserId>> {
  const mobiles = new Set([
    ...contents.parties.filter(({ psnId }) => psnId === null).map(({ psnAccount }) => psnAccount),
    ...detail.copiers.flatMap(({ psn_account }) => psn_account ?? []),
    ...(input.copierList ?? []).map(({ psnAccount }) => psnAccount),
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
  detail: TemplateDetail,
  input: Input,
): Promise<readonly Copier[]> {
  const named = [
    ...detail.copiers.map((row) => ({
      copierType: row.copier_type,
      psnAccount: row.psn_account ?? '',
      psnName: row.psn_name ?? '',
      corpName: row.corp_name ?? '',
    })),
    ...(input.copierList ?? []),
  ];
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
