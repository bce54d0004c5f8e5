import type { Infer } from '../schema.js';
import { dateTime, id, nullable, object, oneOf, text } from '../schema.js';

/** A member as an enterprise sees them (specification 2.5). */
export const member = object({
  userId: id<'User'>(),
  userName: text(0, 100),
  mobile: text(0, 20),
  /** null until the person is verified and this enterprise may know it. */
  realName: nullable(text(0, 50)),
  realNameStatus: oneOf(0, 1),
  /** 0 valid, 1 deleted. */
  userStatus: oneOf(0, 1),
});

/** What a search shows of a member. */
export const foundMember = object({
  userId: id<'User'>(),
  userName: text(0, 100),
  mobile: text(0, 20),
  realNameStatus: oneOf(0, 1),
});

/** A verified person who asks to become a member. */
export const joinRequest = object({
  userId: id<'User'>(),
  mobile: text(0, 20),
  realName: text(0, 50),
  createTime: dateTime(),
});

export type Member = Infer<typeof member>;
