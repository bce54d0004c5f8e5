/** Who is warned of what. */
import { holdsRight, type Role } from '@cinnabar/api/permissions.js';
import type { Infer } from '@cinnabar/api/schema.js';
import type { overviewWarning } from '@cinnabar/api/schemas/overview.js';

export const DAY_MS = 24 * 3_600_000;

/** How many days before the end. */
export const WARNED_BEFORE = { certificate: 60, authorisation: 14 } as const;

/** The period whose use a balance is compared with. */
export const USE_DAYS = 30;

/** A balance below this is low, however little is used; so is one below this share of what was used. */
const LOW_BALANCE = 20;
const LOW_SHARE = 0.1;

/** The state of an enterprise and of one of its members. */
export interface Standing {
  readonly approvals: number;
  readonly joinRequests: number;
  /** Contracts that can still be started. */
  readonly balance: number;
  /** Contracts that were charged within the last USE_DAYS. */
  readonly used: number;
  /** End of the enterprise's certificate; null if it has none. */
  readonly certificateEnds: Date | null;
  /** Authorisations of seals that end soon: of all members, and of this one. */
  readonly authorisations: number;
  readonly authorisationEnds: Date | null;
  readonly ownAuthorisations: number;
  readonly ownAuthorisationEnds: Date | null;
  /** Webhooks whose deliveries fail. */
  readonly webhooks: number;
  readonly webhooksSince: Date | null;
}

type Warning = Infer<typeof overviewWarning>;

/** What the enterprise has left, for those who read its contracts. */
export function suppliesFor(roles: readonly Role[], { balance, used, certificateEnds }: Standing) {
  if (!holdsRight(roles, 'readContracts')) return { balanceDays: null, certificateTime: null };
  const days = used === 0 ? USE_DAYS : Math.floor((balance * USE_DAYS) / used);
  return { balanceDays: days < USE_DAYS ? days : null, certificateTime: certificateEnds };
}

/** Warnings for a member: each for those who can do something about it. */
export function warningsFor(roles: readonly Role[], standing: Standing, now: Date): Warning[] {
  const warnings: Warning[] = [];
  const warn = (kind: Warning['kind'], value: number, time: Date | null): void => {
    warnings.push({ kind, value, time });
  };
  if (holdsRight(roles, 'readContracts')) {
    const { balance, used, certificateEnds } = standing;
    if (balance < LOW_BALANCE || balance < used * LOW_SHARE) warn('balanceLow', balance, null);
    const warned = now.getTime() + WARNED_BEFORE.certificate * DAY_MS;
    if (certificateEnds !== null && certificateEnds.getTime() <= warned)
      warn('certificateExpiring', 1, certificateEnds);
  }
  const [count, end] = holdsRight(roles, 'manageSeals')
    ? [standing.authorisations, standing.authorisationEnds]
    : [standing.ownAuthorisations, standing.ownAuthorisationEnds];
  if (count > 0) warn('authorisationExpiring', count, end);
  if (standing.webhooks > 0 && holdsRight(roles, 'manageWebhooks')) {
    warn('webhookFailing', standing.webhooks, standing.webhooksSince);
  }
  return warnings;
}
