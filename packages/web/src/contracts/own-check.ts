import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { beginOwnCheck } from '@cinnabar/api/pages/own-identity.js';
import { call } from '../api/call.js';
import type { CheckResult } from './own-check-result.js';

export type OwnCheck =
  | { readonly purpose: 'ownMobile'; readonly realName: string; readonly identNum: string }
  | { readonly purpose: 'ownName'; readonly realName: string }
  | { readonly purpose: 'ownReturn' };

/** Opens the page of the check, which returns here. */
export async function goToCheck({ session }: EnteredMine, check: OwnCheck): Promise<void> {
  const accepted = check.purpose === 'ownMobile' ? acceptanceOf(agreementsFor.sayWho) : [];
  const begun = await call(beginOwnCheck, { ...check, accepted }, { personSession: session });
  location.assign(begun.url);
}

/** Reads the result from the URL; null for visitors who do not return from a check. */
export function readOwnCheckResult(): CheckResult | null {
  const given = new URLSearchParams(location.search);
  const [orderNo, code, h5faceId, newSign] = ['orderNo', 'code', 'h5faceId', 'newSign'].map(
    (name) => given.get(name) ?? '',
  );
  if (!orderNo || !code || !h5faceId || !newSign) return null;
  return { orderNo, code, h5faceId, newSign };
}
