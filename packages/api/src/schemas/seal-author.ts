import {
  choice,
  dateTime,
  type Id,
  type Infer,
  id,
  nullable,
  object,
  oneOf,
  optional,
  text,
} from '../schema.js';

export type AuthorisationId = Id<'SealAuthorisation'>;

/** SEAL_USER uses the seal; SEAL_EXAMINER also decides whether others may. */
export const sealAuthorRoles = ['SEAL_USER', 'SEAL_EXAMINER'] as const;
export type SealAuthorRole = (typeof sealAuthorRoles)[number];

/** 0 all contracts, 1 those of designated templates. */
export const sealAuthorRange = () => oneOf(0, 1);
export type SealAuthorRange = 0 | 1;

/** 1 in force, 2 not yet, 3 expired, 4 withdrawn. */
export const sealAuthorStatus = () => oneOf(1, 2, 3, 4);
export type SealAuthorStatus = 1 | 2 | 3 | 4;

/**
 * Whether the platform places the seal: `awaitingManager` and `awaitingMember` say who has still to want it, for the
 * templates as they are now.
 */
export const autoSignStatuses = ['none', 'awaitingManager', 'awaitingMember', 'inForce'] as const;

/** Who may use or examine a seal, as lists show it. */
export const sealAuthor = object({
  id: id<'SealAuthorisation'>(),
  sealId: id<'Seal'>(),
  userId: id<'User'>(),
  userName: text(0, 100),
  authorRole: choice(sealAuthorRoles),
  authorRange: sealAuthorRange(),
  /** 1: the platform places the seal by itself when it is this person's turn. */
  autoSign: oneOf(0, 1),
  autoSignStatus: choice(autoSignStatuses),
  effectiveTime: dateTime(),
  /** null: never. */
  expireTime: nullable(dateTime()),
  /** 1: an approver is told of what waits for them. */
  examinerNotify: oneOf(0, 1),
  status: sealAuthorStatus(),
  /** JSON text: the list of the templates' ids; `[]` where it is for all contracts. */
  templates: text(0, 20_000),
  /** The templates' names as they are now, with commas between. */
  templateName: text(0, 200_000),
  createTime: dateTime(),
});
export type SealAuthorView = Infer<typeof sealAuthor>;

export const authorisedUser = object({ userId: id<'User'>() });

/** A template is known by its id; the name that may come with it says nothing. */
export const designatedTemplate = object({
  templateId: id<'Template'>(),
  templateName: optional(text(0, 200)),
});
