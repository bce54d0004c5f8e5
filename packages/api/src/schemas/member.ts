import { loginMethods } from '../login-methods.js';
import { roles } from '../permissions.js';
import type { Infer } from '../schema.js';
import { boolean, choice, dateTime, int32, list, nullable, object, oneOf, text } from '../schema.js';
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

/** A member in the list of members. */
export const listedMember = object({
  ...member.fields,
  jobNum: text(0, 100).means('工号', 'employee number'),
  roles: list(choice(roles)).means('角色', 'roles'),
  email: nullable(text(0, 254)).means('邮箱地址，部分隐藏', 'mail address, masked'),
  emailFailed: boolean().means(
    '上一封邮件是否因地址无效而未送达；此后不再发送，直至重新填写地址',
    'whether the last mail was refused because the address does not exist; no more is sent until an address is given again',
  ),
  invited: boolean().means('是否已邀请而尚未接受', 'whether invited and not accepted yet'),
  sealNum: int32(0).means('生效中的印章授权数', 'number of authorisations of seals in force'),
  awaitingNum: int32(0).means(
    '代表企业待其处理的合同数，不含保密合同',
    'number of contracts that await them for the enterprise, except confidential ones',
  ),
  initiatedNum: int32(0).means(
    '其发起且进行中的合同数，不含保密合同',
    'number of open contracts that they have started, except confidential ones',
  ),
});

/** A session of the console. */
export const memberSession = object({
  device: text(0, 200).means('程序和系统，未知时为空', 'program and system; empty if unknown'),
  place: text(0, 60).means('网络地址，隐去后段', 'masked address'),
  method: choice([...loginMethods, 'access', 'demo']).means(
    '登录方式：sms 短信验证码，password 密码，passkey 通行密钥，oidc 企业账号，access 应用的访问链接，demo 沙箱演示',
    'way of logging in: sms, password, passkey, oidc; access: an access link of an application; demo: in the sandbox',
  ),
  createTime: dateTime().means('登录时间', 'time of the log-in'),
  lastTime: dateTime().means('最近使用时间，精确到分钟', 'time of the last use, to the minute'),
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
export type ListedMember = Infer<typeof listedMember>;
