/** What the settings of `corp set` are called, decide and do, for whoever changes them on the platform. */

/** By the name of a setting. */
type Words = Readonly<Record<string, string>>;
interface SettingWords {
  readonly names: Words;
  /** What it decides. */
  readonly meanings: Words;
  /** What a change does; those of switches by `on` and `off` after the name. */
  readonly effects: Words;
  /** Of the values that can be chosen. */
  readonly values: Words;
}

const zh: SettingWords = {
  names: {
    sealApproval: '用印须经审批',
    contractApproval: '发起须经审批',
    approvalAuth: '审批须验证身份',
    smsNotices: '短信通知',
    loginMethods: '允许的登录方式',
    loginIdleMinutes: '无操作退出（分钟）',
    consoleNetworks: '允许访问控制台的网络',
    draftRetentionDays: '草稿保存天数',
    brandName: '品牌简称',
    brandColor: '品牌页眉颜色',
    maxAmount: '单笔收款上限（元）',
    corpLevel: '等级',
    levelExpireTime: '等级到期日',
  },
  meanings: {
    sealApproval: '有审批人的印章，审批同意后才能盖章',
    contractApproval: '合同先由所有者或管理员批准，才会发给参与方',
    approvalAuth: '每次审批都须以验证码、签署密码或刷脸确认',
    smsNotices: '勾选的通知以短信发送',
    loginMethods: '成员可用的登录方式，至少一种',
    loginIdleMinutes: '15 至 720；留空则有角色的成员 30 分钟，其他成员 480 分钟',
    consoleNetworks: '地址或 CIDR 网段，以逗号分隔；留空则不限',
    draftRetentionDays: '30 至 365；留空则按平台的期限',
    brandName: '2 至 20 个字；留空则不用简称',
    brandColor: '#rrggbb，与文字的对比度不低于 4.5:1；留空则用产品的颜色',
    maxAmount: '1 至 100000000',
    corpLevel: '企业的 VIP 等级',
    levelExpireTime: '当日结束时到期；留空则不到期',
  },
  effects: {
    sealApprovalOn: '今后用印须先获审批人同意，已在等待的合同不受影响。',
    sealApprovalOff: '今后用印不再等待审批人同意。',
    contractApprovalOn: '今后发起的合同须先获批准。',
    contractApprovalOff: '今后发起的合同直接发给参与方。',
    approvalAuthOn: '今后审批人须先验证身份。',
    approvalAuthOff: '今后审批人无须验证身份。',
    smsNotices: '未勾选的通知不再以短信发送。',
    loginMethods: '只会用其他方式登录的成员将无法进入控制台。',
    loginIdleMinutes: '超过此时间无操作的成员须重新登录。',
    consoleNetworks: '其他网络的成员将无法打开控制台，请先核对。',
    draftRetentionDays: '超过期限仍未完成的草稿将被删除，不能恢复。',
    brandName: '签署页面和通知以此称呼企业，合同中的名称不变。',
    brandColor: '签署页面的页眉改用此颜色。',
    maxAmount: '超过此金额的收款不能写入合同。',
    corpLevel: '保存后立即按新等级生效。',
    levelExpireTime: '到期后等级失效。',
  },
  values: {
    turn: '轮到处理',
    completion: '签署完成',
    refusal: '拒签',
    deadline: '即将到期',
    sms: '短信验证码',
    password: '密码',
    passkey: '通行密钥',
    oidc: '企业账号',
    0: '普通',
    10: 'VIP 1 级',
    11: 'VIP 2 级',
    12: 'VIP 3 级',
  },
};

const en: SettingWords = {
  names: {
    sealApproval: 'Approval of seals',
    contractApproval: 'Approval of contracts',
    approvalAuth: 'Proof for approvals',
    smsNotices: 'Text notices',
    loginMethods: 'Ways to log in',
    loginIdleMinutes: 'Idle minutes',
    consoleNetworks: 'Networks of the console',
    draftRetentionDays: 'Days drafts are kept',
    brandName: 'Short name of the brand',
    brandColor: 'Header colour of the brand',
    maxAmount: 'Limit of a collection (yuan)',
    corpLevel: 'Level',
    levelExpireTime: 'End of the level',
  },
  meanings: {
    sealApproval: 'A seal that somebody examines is placed after their consent only',
    contractApproval: 'An owner or administrator approves a contract before the parties get it',
    approvalAuth: 'Whoever decides proves who they are each time',
    smsNotices: 'The ticked ones are sent by text message',
    loginMethods: 'By which members may log in; at least one',
    loginIdleMinutes: '15 to 720; empty: 30 for members with a role, 480 for others',
    consoleNetworks: 'Addresses and CIDR ranges, by commas; empty: from everywhere',
    draftRetentionDays: "30 to 365; empty: the platform's period",
    brandName: '2 to 20 characters; empty: no short name',
    brandColor: '#rrggbb, with a contrast of 4.5:1 to its text; empty: the colour of the product',
    maxAmount: '1 to 100000000',
    corpLevel: 'VIP level of the enterprise',
    levelExpireTime: 'At the end of that day; empty: it does not end',
  },
  effects: {
    sealApprovalOn: 'From now on a seal needs consent. Contracts that wait already are not affected.',
    sealApprovalOff: 'From now on seals wait for nobody.',
    contractApprovalOn: 'From now on contracts wait for their approval.',
    contractApprovalOff: 'From now on contracts go to the parties at once.',
    approvalAuthOn: 'From now on approvers prove who they are.',
    approvalAuthOff: 'From now on approvers prove nothing.',
    smsNotices: 'The others are no longer sent by text message.',
    loginMethods: 'Members who have another way only cannot enter the console.',
    loginIdleMinutes: 'Members without a request for that long log in again.',
    consoleNetworks: 'Members elsewhere cannot open the console: check it first.',
    draftRetentionDays: 'Older drafts are deleted and cannot be restored.',
    brandName: 'Pages of signers and messages call the enterprise so; contracts keep its name.',
    brandColor: 'The header of the pages of signers takes this colour.',
    maxAmount: 'Higher amounts cannot be collected with a contract.',
    corpLevel: 'The new level is in force at once.',
    levelExpireTime: 'The level ends then.',
  },
  values: {
    turn: 'Their turn',
    completion: 'Completion',
    refusal: 'Refusal',
    deadline: 'Deadline',
    sms: 'Text message',
    password: 'Password',
    passkey: 'Passkey',
    oidc: 'Account of the enterprise',
    0: 'Ordinary',
    10: 'VIP level 1',
    11: 'VIP level 2',
    12: 'VIP level 3',
  },
};

export const settingWords = { zh, en };
