import type { AuditedActName, AuditedKind } from '@cinnabar/api/audited-acts.js';
import type { AuditFacts, AuditSource } from '../../database/tables/audit.js';
import type { Context, CorpId, UserId } from '../../operation/context.js';

/** Where a request came from. */
export interface AuditOrigin extends Pick<Context, 'now' | 'device'> {
  readonly source: AuditSource;
  /** null: not a request. */
  readonly address: string | null;
  /** null: not a request. */
  readonly requestId: string | null;
}

/** One act, as the audit records it. */
export interface AuditedAct {
  /** The enterprise in whose audit it is recorded; null: the platform's alone. */
  readonly corpId: CorpId | null;
  /** Who acted; null: nobody that is known. */
  readonly userId: UserId | null;
  readonly appId: string | null;
  /** The person whom the act concerns, if it is not whoever acted. */
  readonly subjectUserId?: UserId;
  readonly act: AuditedActName;
  readonly object?: { readonly kind: AuditedKind; readonly id: number };
  /** State of the object before and after; only fields that differ are recorded. */
  readonly before?: AuditFacts;
  readonly after?: AuditFacts;
  /** Names, titles and search texts: personal data that can be erased later. */
  readonly texts?: AuditFacts;
}

/** The origin of a request. */
export function originOf(
  ctx: Pick<Context, 'now' | 'address' | 'device' | 'requestId' | 'link' | 'isOwnConsole'>,
  source: AuditSource = sourceOf(ctx),
): AuditOrigin {
  const { now, address, device, requestId } = ctx;
  return { now, address, device, requestId, source };
}

/** The origin of a command. */
export function commandOrigin(now: Date): AuditOrigin {
  return { now, address: null, device: null, requestId: null, source: 'commandLine' };
}

function sourceOf({ link, isOwnConsole }: Pick<Context, 'link' | 'isOwnConsole'>): AuditSource {
  if (isOwnConsole === true) return 'console';
  return link === undefined ? 'interface' : 'link';
}
