import type { Id } from '@cinnabar/api/schema.js';
import type { LinkKind, LinkSubject } from '../../database/tables/links.js';
import type { CorpId, UserId } from '../../operation/context.js';

export type LinkId = Id<'Link'>;
export type { LinkKind, LinkSubject } from '../../database/tables/links.js';

/** What one person may do by one link. */
export interface Link {
  readonly linkId: LinkId;
  readonly kind: LinkKind;
  /** The enterprise that it belongs to; of a flow, the initiating one. */
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly subject: LinkSubject;
  /** Where the person goes afterwards, or null. */
  readonly returnUrl: string | null;
  readonly expireTime: Date;
  readonly enteredAt: Date | null;
  readonly endedAt: Date | null;
}
