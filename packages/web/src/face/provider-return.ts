import type { finishFaceCheck } from '@cinnabar/api/pages/face.js';
import type { BodyOf } from '../api/wire.js';
import { keep, kept } from '../shared/state/kept.js';

const names = ['code', 'orderNo', 'h5faceId', 'newSign', 'newSignature'] as const;

/** Parameters with which a provider redirected the person here. */
export type ProviderReturn = NonNullable<BodyOf<typeof finishFaceCheck>['returned']>;

/**
 * Reads them from the URL; null for people who do not return from a provider. A provider that adds none gets an address
 * with `returned`.
 */
export function providerReturn(): ProviderReturn | null {
  const { searchParams } = new URL(location.href);
  if (!searchParams.has('returned') && !searchParams.has('h5faceId')) return null;
  const given = names.flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** Removes them from the URL. */
export function forgetProviderReturn(): void {
  history.replaceState(history.state, '', location.pathname);
}

/** Whether the parameters prove a result; others only say that the person has returned. */
export function isSigned({ newSign, newSignature }: ProviderReturn): boolean {
  return newSign !== undefined || newSignature !== undefined;
}

const KEY = 'face check';

/** Notes in this tab that the check was started here. */
export function noteStart(orderNo: string): void {
  keep(KEY, orderNo, 'sessionStorage');
}

export function hasStarted(orderNo: string): boolean {
  return kept(KEY, 'sessionStorage') === orderNo;
}
