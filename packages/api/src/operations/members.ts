/** Members: adding, finding, verifying their identity and setting their signing password. */
import { data, operation, page } from '../operation.js';
import { roles } from '../permissions.js';
import { boolean, choice, int32, list, nullable, object, oneOf, optional, text } from '../schema.js';
import { email, mailLanguage } from '../schemas/email.js';
import { filter, mobile, name, participantId, userId, verifyCode } from '../schemas/fields.js';
import { fillComponent, signComponent } from '../schemas/flow.js';
import { duties, handedItem, handedResult } from '../schemas/hand-over.js';
import { foundMember, joinRequest, listedMember, member, memberSession } from '../schemas/member.js';
import { pagingFields } from '../schemas/paging.js';
import { webAddress } from '../schemas/web-address.js';

/** Adds a member. A deleted member, or a person verified elsewhere, is invited and must accept first. */
export const memberCreate = operation({
  path: '/member/create',
  area: 'members',
  source: 'required',
  right: 'manageMembers',
  writes: true,
  request: object({
    userName: name().means('昵称', 'display name within the enterprise'),
    mobile: mobile(),
    jobNum: text(1, 100).means('工号', 'employee number'),
    email: optional(email()),
    language: optional(mailLanguage),
  }),
  answer: data(member),
  errors: ['MEMBER_MOBILE_EXIST'],
  title: { zh: '新增成员', en: 'Add a member' },
  example: { userName: '王小明', mobile: '13800138000', jobNum: 'A0001' },
});

/**
 * Lists all members, including deleted ones, that match every given filter. Requires no acting member, since it serves
 * to find one.
 */
export const infoByCorpId = operation({
  path: '/member/infoByCorpId',
  area: 'members',
  caller: 'application',
  links: { access: 'any' },
  request: object({
    userId: optional(userId),
    userName: optional(filter()).means('昵称', 'display name within the enterprise'),
    mobile: optional(filter()).means('手机号', 'mobile number'),
    realNameStatus: optional(oneOf(0, 1)).means('0 未实名，1 已实名', '0: not verified; 1: verified'),
  }),
  answer: data(list(member)),
  errors: ['MEMBER_NOT_FOUND'],
  title: { zh: '按条件查询成员', en: 'Look up members' },
  example: { mobile: '13800138000' },
});

/** Lists at most 1000 valid and invited members whose mobile number or name contains a text, ordered by name. */
export const infoByMobileOrName = operation({
  path: '/member/infoByMobileOrName',
  area: 'members',
  caller: 'application',
  links: { access: 'any', seals: 'any', templates: 'any' },
  request: object({
    paramString: optional(text(0, 200)).means('手机号或姓名的一部分', 'part of a mobile number or name'),
  }),
  answer: data(list(foundMember)),
  errors: ['PARAM_EMPTY'],
  title: { zh: '按手机号或姓名模糊查询成员', en: 'Search members by mobile or name' },
  example: { paramString: '138' },
});

/**
 * Verifies the identity of the member in header userId and sets their signing password in this enterprise. With a code
 * to the person's mobile the identity is proven and valid in every enterprise; without one it is asserted and valid in
 * this enterprise only. The schema accepts any text, because an invalid name, number or password must return
 * AUTH_INFO_INVALID.
 */
export const memberAuth = operation({
  path: '/member/memberAuth',
  area: 'members',
  caller: 'target',
  writes: true,
  ownPart: true,
  links: { personalAuth: 'any' },
  request: object({
    realName: text(1, 2000).means('真实姓名', 'real name'),
    identNum: text(1, 2000).means('证件号码', 'ID document number'),
    signPwd: text(1, 2000).means('6 位签署密码', 'signing password, 6 digits'),
    verifyCode,
  }),
  answer: data(object({})),
  errors: ['AUTH_INFO_INVALID', '1401'],
  reasons: ['CONFIRMATION_REQUIRED', 'CODE_WRONG', 'CODE_ENDED'],
  title: { zh: '更新成员实名信息与签署密码', en: 'Verify a member and set the signing password' },
  example: { realName: '王小明', identNum: '11010519491231002X', signPwd: '246813' },
});

/**
 * Returns a link by which the member in header userId verifies their own identity, unless this enterprise has it
 * already.
 */
export const getPersonalAuthUrl = operation({
  path: '/member/getPersonalAuthUrl',
  area: 'members',
  caller: 'target',
  writes: true,
  ownPart: true,
  request: object({}),
  answer: data(text(1, 2000)),
  errors: ['USER_ALREADY_AUTHENTICATED'],
  title: { zh: '获取个人实名认证链接', en: 'Get a link for real-name verification' },
  example: {},
});

/** Returns the URL of a face check for the member in header userId, verified or not. */
export const fetchAuth = operation({
  path: '/member/fetchAuth',
  area: 'members',
  caller: 'target',
  writes: true,
  ownPart: true,
  links: { personalAuth: 'any' },
  request: object({}),
  answer: data(text(1, 2000)),
  errors: ['FACE_SERVICE_UNAVAILABLE'],
  title: { zh: '获取刷脸认证地址', en: 'Get the URL of a face check' },
  example: {},
});

/** Returns the URL of a face check for one of five purposes; `id` is the object of the check. */
export const faceAuth = operation({
  path: '/fetchAuth/faceAuth',
  area: 'members',
  writes: true,
  ownPart: true,
  links: { sign: 'faceToSign', approval: 'faceToApprove' },
  request: object({
    id: text(1, 2000).means(
      '认证对象编号：用户、企业、合同或审批，由 authType 决定',
      'id of the subject of the check: user, enterprise, flows or approvals, by authType',
    ),
    authType: choice(['person', 'legal', 'signContract', 'approvalSign', 'receiveCorp']).means(
      '刷脸用途',
      'purpose of the face check',
    ),
    channel: choice(['channelA', 'channelB']).means('刷脸渠道', 'channel of the face check'),
    callbackUrl: webAddress().means('完成后返回的地址', 'address to return to afterwards'),
    legalRepName: optional(text(1, 100)).means(
      '法定代表人姓名；用途为 legal 且尚无记录时填写',
      'name of the legal representative; for the purpose legal if none is recorded; verified with the registry first',
    ),
    legalRepIdentNo: optional(text(1, 64)).means(
      '法定代表人证件号码',
      'ID document number of the legal representative',
    ),
    /** The act that the check confirms, in the form of signContract. */
    participantId: optional(participantId),
    signComponents: optional(list(signComponent, { max: 500 })).means('签署指令', 'signing commands'),
    fillComponents: optional(list(fillComponent)).means('填写的值', 'values to fill in'),
  }),
  answer: data(
    object({
      url: text(1, 2000).means('页面地址', 'address of the page'),
      corpName: nullable(text(0, 200)).means(
        '企业名称；与企业无关的用途为 null',
        'name of the enterprise; null for purposes that do not concern one',
      ),
      isLegal: nullable(boolean()).means(
        '是否法定代表人；与企业无关的用途为 null',
        'whether the person is the legal representative; null for purposes that do not concern an enterprise',
      ),
      realNameStatus: nullable(oneOf(0, 1)).means(
        '0 未实名，1 已实名；与企业无关的用途为 null',
        '0: not verified; 1: verified; null for purposes that do not concern an enterprise',
      ),
    }),
  ),
  errors: ['FACE_SERVICE_UNAVAILABLE', 'AUTH_INFO_INVALID', 'SEAL_NOT_FOUND'],
  reasons: [
    'PERMISSION_DENIED',
    'NOT_VERIFIED',
    'NOT_LEGAL_REPRESENTATIVE',
    'FLOW_STATE',
    'FLOW_EXPIRED',
    'SEAL_NOT_USABLE',
    'CREDENTIALS_LIMITED',
  ],
  title: { zh: '获取场景刷脸地址', en: 'Get the URL of a face check for a purpose' },
  example: {
    id: '201',
    authType: 'signContract',
    channel: 'channelA',
    callbackUrl: 'https%3A%2F%2Fapp.example.com%2Fface',
  },
});

/**
 * Returns a single-use link, valid for five minutes, that opens the pages as a member. The member's roles must not
 * exceed those of the acting member.
 */
export const accessAuth = operation({
  path: '/member/accessAuth',
  area: 'members',
  right: 'manageMembers',
  writes: true,
  request: object({ userId }),
  answer: data(text(1, 2000)),
  errors: ['MEMBER_NOT_FOUND', 'AUTH_GENERATE_FAILED'],
  title: { zh: '授权成员访问', en: 'Get an access link for a member' },
  example: { userId: 5 },
});

/** Deletes a member; infoByCorpId still returns them, with userStatus 1. */
export const memberDelete = operation({
  path: '/member/delete',
  area: 'members',
  right: 'manageMembers',
  writes: true,
  freshProof: true,
  request: object({ userId }),
  answer: data(object({})),
  errors: ['MEMBER_NOT_FOUND', 'MEMBER_DELETE_FAILED'],
  title: { zh: '删除成员', en: 'Delete a member' },
  example: { userId: 5 },
});

/** Lists verified persons who ask to become members in order to act for the enterprise in a contract, newest first. */
export const joinRequests = operation({
  path: '/member/joinRequests',
  area: 'members',
  right: 'manageMembers',
  request: object({ ...pagingFields }),
  answer: page(joinRequest),
  title: { zh: '查询加入申请', en: 'List requests to join' },
  example: { listPageNo: 1, listPageSize: 10 },
});

/** Accepts a request as an ordinary member, or rejects it; the person may ask again a day later. */
export const acceptJoin = operation({
  path: '/member/acceptJoin',
  area: 'members',
  right: 'manageMembers',
  writes: true,
  request: object({
    userId,
    accept: boolean().means('true 同意，false 拒绝', 'true: accept; false: decline'),
  }),
  answer: data(
    object({ userId, accepted: boolean().means('是否已同意', 'whether the request was accepted') }),
  ),
  errors: ['MEMBER_NOT_FOUND'],
  title: { zh: '处理加入申请', en: 'Decide a request to join' },
  example: { userId: 5, accept: true },
});

/** Lists members with their roles and what they have to do with; former ones only with status 1. */
export const memberList = operation({
  path: '/member/list',
  area: 'members',
  right: 'readMembers',
  successCode: '0',
  request: object({
    keyword: optional(filter()).means(
      '姓名、昵称、手机号或工号的一部分',
      'part of a name, mobile number or employee number',
    ),
    userId: optional(userId).means('只查询该成员', 'this member alone'),
    role: optional(choice(roles)).means('角色', 'role'),
    status: optional(oneOf(0, 1, 2)).means(
      '0 有效 1 无效 2 已邀请；缺省为有效和已邀请',
      '0: valid; 1: deleted; 2: invited; by default valid and invited',
    ),
    ...pagingFields,
  }),
  answer: page(listedMember),
  title: { zh: '分页查询成员', en: 'List members' },
  example: { keyword: '王', listPageNo: 1, listPageSize: 10 },
});

/**
 * Changes the display name, the employee number or the mail address of a member. Who a person is, they prove themselves.
 */
export const memberModify = operation({
  path: '/member/modify',
  area: 'members',
  right: 'manageMembers',
  successCode: '0',
  writes: true,
  request: object({
    userId,
    userName: optional(name()).means('昵称', 'display name within the enterprise'),
    jobNum: optional(text(1, 100)).means('工号', 'employee number'),
    email: optional(email()),
    language: optional(mailLanguage),
    removeEmail: optional(boolean()).means(
      'true：删除其邮箱地址',
      'true: deletes the mail address of the member',
    ),
  }),
  answer: data(member),
  errors: ['MEMBER_NOT_FOUND'],
  title: { zh: '修改成员', en: 'Modify a member' },
  example: { userId: 5, userName: '王晓明', jobNum: 'A0002' },
});

/**
 * Sets the roles of a member, all at once. Nobody gives a role that permits more than their own; only the OWNER gives and
 * takes ADMIN. The OWNER stays: ownership does not pass here.
 */
export const memberSetRoles = operation({
  path: '/member/setRoles',
  area: 'members',
  right: 'manageRoles',
  successCode: '0',
  writes: true,
  freshProof: true,
  request: object({
    userId,
    roles: list(choice(roles, { ignoreCase: true }), { max: roles.length }).means(
      '全部角色；空列表表示普通成员',
      'all roles; an empty list for an ordinary member',
    ),
  }),
  answer: data(object({ userId, roles: list(choice(roles)).means('角色', 'roles') })),
  errors: ['MEMBER_NOT_FOUND'],
  title: { zh: '设置成员角色', en: 'Set the roles of a member' },
  example: { userId: 5, roles: ['SEAL_ADMIN'] },
});

/** Lists the sessions of the console that open this enterprise to a member, the most recently used first. */
export const memberSessions = operation({
  path: '/member/sessions',
  area: 'members',
  right: 'manageMembers',
  successCode: '0',
  request: object({ userId }),
  answer: data(object({ sessions: list(memberSession).means('会话', 'sessions') })),
  errors: ['MEMBER_NOT_FOUND'],
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '查询成员的登录', en: 'List the sessions of a member' },
  example: { userId: 5 },
});

/** Ends them. The member logs in again; nobody can log in as them. Their roles must not exceed those of the acting member. */
export const memberEndSessions = operation({
  path: '/member/endSessions',
  area: 'members',
  right: 'manageMembers',
  successCode: '0',
  writes: true,
  request: object({ userId }),
  answer: data(object({ ended: int32().means('已结束的会话数', 'number of sessions ended') })),
  errors: ['MEMBER_NOT_FOUND'],
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '结束成员的登录', en: 'End the sessions of a member' },
  example: { userId: 5 },
});

/**
 * Lists what a member has to do for the enterprise, and what ends with the membership. Contracts that are confidential or
 * encrypted have no name here.
 */
export const memberDuties = operation({
  path: '/member/duties',
  area: 'members',
  right: 'manageMembers',
  successCode: '0',
  request: object({ userId }),
  answer: data(duties),
  errors: ['MEMBER_NOT_FOUND'],
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '查询成员的待交接事项', en: 'List the duties of a member' },
  example: { userId: 5 },
});

/**
 * Hands duties of a member to colleagues, each for itself: a failure neither undoes nor stops the others, and what the
 * colleague has already is a success. Nobody takes a contract over that they could not read by their own right.
 */
export const memberHandOver = operation({
  path: '/member/handOver',
  area: 'members',
  right: 'manageMembers',
  successCode: '0',
  writes: true,
  request: object({
    userId,
    items: list(handedItem, { min: 1, max: 100 }).means('交接的事项', 'the duties'),
  }),
  answer: data(object({ results: list(handedResult).means('每一项的结果', 'result of each item') })),
  errors: ['MEMBER_NOT_FOUND'],
  reasons: ['PERMISSION_DENIED'],
  title: { zh: '交接成员的事项', en: 'Hand over the duties of a member' },
  example: { userId: 5, items: [{ kind: 'flow', id: '301', toUserId: 6 }] },
});
