import type { Infer } from '../schema.js';
import { nullable, object, oneOf, text } from '../schema.js';
import { createTime, userId } from './fields.js';

/** A member as seen by an enterprise (specification 2.5). */
export const member = object({
  userId,
  userName: text(0, 100).means('昵称', 'display name within the enterprise'),
  mobile: text(0, 20).means('手机号', 'mobile number'),
  realName: nullable(text(0, 50)).means(
    '真实姓名；未实名或本企业无权知悉时为 null',
    'real name; null before verification and if the enterprise may not see it',
  ),
  realNameStatus: oneOf(0, 1).means('0 未实名，1 已实名', '0: not verified; 1: verified'),
  userStatus: oneOf(0, 1).means('0 有效，1 无效', '0: valid; 1: deleted'),
});

/** A member in search results. */
export const foundMember = object({
  userId,
  userName: text(0, 100).means('昵称', 'display name within the enterprise'),
  mobile: text(0, 20).means('手机号', 'mobile number'),
  realNameStatus: oneOf(0, 1).means('0 未实名，1 已实名', '0: not verified; 1: verified'),
});

/** A verified person's request to become a member. */
export const joinRequest = object({
  userId,
  mobile: text(0, 20).means('手机号', 'mobile number'),
  realName: text(0, 50).means('真实姓名', 'real name'),
  createTime,
});

export type Member = Infer<typeof member>;
