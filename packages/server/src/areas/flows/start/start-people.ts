import { PartyType } from '@cinnabar/api/enums.js';
import type { GivenCopier } from '@cinnabar/api/schemas/copier.js';
import type { Tx } from '../../../database/schema.js';
import type { MemberContext, UserId } from '../../../operation/context.js';
import { findCorpByName } from '../../enterprise/index.js';
import { ensureUser } from '../../members/index.js';
import { saveGivenMail } from '../../notices/index.js';
import type { Copier, Flow } from '../flow/flow.js';
import type { Contents } from './assemble-flow.js';

/** Everybody named by an unknown mobile becomes an unverified user. */
export async function ensurePersons(
  tx: Tx,
  ctx: MemberContext,
  contents: Contents,
  copiers: readonly GivenCopier[],
): Promise<Map<string, UserId>> {
  const mobiles = new Set([
    ...contents.parties.filter(({ psnId }) => psnId === null).map(({ psnAccount }) => psnAccount),
    ...copiers.flatMap(({ psnAccount }) => psnAccount ?? []),
  ]);
  const persons = new Map<string, UserId>();
  // In a fixed order, so that two starts that name the same new people cannot deadlock.
  for (const mobile of [...mobiles].sort()) {
    persons.set(mobile, await ensureUser(tx, ctx.services.ids, mobile, ctx.now));
  }
  return persons;
}

/** Whether somebody is named by a mobile that nobody has registered. */
export function namesStrangers({ parties }: Pick<Contents, 'parties'>): boolean {
  return parties.some(({ psnId }) => psnId === null);
}

/** Whether the request gives a mail address for somebody. */
export function givesMail({ parties }: Pick<Contents, 'parties'>): boolean {
  return parties.some(({ mail }) => mail !== undefined);
}

/** Mail addresses are valid for the notices of this flow only: whoever starts one may not redirect those of others. */
export async function saveMailOf(tx: Tx, flow: Flow, { parties }: Contents, now: Date): Promise<void> {
  for (const { participantId, mail } of parties) {
    const participant = flow.participants.find((each) => each.participantId === participantId);
    if (mail === undefined || participant === undefined) continue;
    const { corpId, flowId } = flow;
    const { psnId: userId, psnAccount } = participant;
    await saveGivenMail(tx, { corpId, userId, flowId }, mail, psnAccount, now);
  }
}

/** Each copier once, even if both the template and the request name them. */
export async function copiersOf(
  tx: Tx,
  ctx: MemberContext,
  persons: ReadonlyMap<string, UserId>,
  named: readonly GivenCopier[],
): Promise<readonly Copier[]> {
  const copiers = new Map<string, Copier>();
  for (const { copierType, psnAccount, psnName, corpName } of named) {
    const isCorp = copierType === PartyType.enterprise;
    const corp = isCorp ? await findCorpByName(tx, corpName ?? '') : null;
    const copier: Copier = {
      copierId: await ctx.services.ids.next(),
      type: isCorp ? 'enterprise' : 'person',
      corpId: corp?.corpId ?? null,
      corpName: isCorp ? (corp?.corpName ?? corpName?.trim() ?? '') : '',
      psnId: persons.get(psnAccount ?? '') ?? null,
      psnName: psnName ?? '',
      psnAccount: psnAccount ?? '',
    };
    const key = JSON.stringify([copier.type, copier.corpName, copier.psnAccount]);
    if (!copiers.has(key)) copiers.set(key, copier);
  }
  return [...copiers.values()];
}
