import type { Id } from '@cinnabar/api/schema.js';
import type { LinkGrant } from '../../operation/context.js';

export type LinkId = Id<'Link'>;
export type { LinkKind } from '@cinnabar/api/links.js';
export type { LinkSubject } from '../../database/tables/links.js';

/** The act that one link grants to one person, and its expiry. */
export interface Link extends LinkGrant {
  readonly expireTime: Date;
  readonly enteredAt: Date | null;
  readonly endedAt: Date | null;
}
