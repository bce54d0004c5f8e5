/** Specification 4.1 to 4.5 with the shapes of 2.2, 2.3 and 2.5 to 2.7: credentials, seals, members, enterprise, SMS. */
import { type Fields, maybe, must, paging, type SpecifiedOperation, uploadedDocument } from './notation.js';

const templateSeal: Fields = {
  sealName: 'string!',
  sealStyle: 'int32!',
  categoryType: 'string!',
  sealTemplateStyle: 'string',
  sealHorizontalText: 'string',
  sealBottomText: 'string',
  sealColor: 'string',
  sealAlpha: 'number',
};

const seal: Fields = {
  sealId: 'int64',
  corpName: 'string',
  sealCode: 'string',
  sealName: 'string',
  categoryType: 'string',
  sealStyle: 'int32',
  sealWidth: 'int32',
  sealHeight: 'int32',
  sealImageUrl: 'string',
  defaultFlag: 'int32',
  status: 'int32',
  sealHorizontalText: 'string?',
  sealBottomText: 'string?',
  source: 'string',
  authorNum: 'int32',
  createTime: 'dateTime',
  // Our own: suspended by whom.
  stop: maybe({ byPlatform: 'boolean', reason: 'string?', time: 'dateTime?' }),
};

const sealAuthor: Fields = {
  id: 'int64',
  sealId: 'int64',
  userId: 'int64',
  userName: 'string',
  authorRole: 'string',
  authorRange: 'int32',
  autoSign: 'int32',
  // Our own: decisions 3.
  autoSignStatus: 'string',
  effectiveTime: 'dateTime',
  expireTime: 'dateTime?',
  examinerNotify: 'int32',
  status: 'int32',
  templates: 'string',
  templateName: 'string',
  createTime: 'dateTime',
};

const member: Fields = {
  userId: 'int64',
  userName: 'string',
  mobile: 'string',
  realName: 'string?',
  realNameStatus: 'int32',
  userStatus: 'int32',
};

/** Our own: decisions 12. */
const corpSettings = {
  smsNotices: { turn: 'boolean', completion: 'boolean', refusal: 'boolean', deadline: 'boolean' },
  sealApproval: 'string',
  contractApproval: 'boolean',
  approvalAuth: 'boolean',
  maxAmount: 'int32',
  embedOrigins: ['string'],
  loginMethods: ['string'],
  loginIdleMinutes: 'int32',
  consoleNetworks: ['string'],
  draftRetentionDays: 'int32',
  auditRetentionDays: 'int32',
  brandName: 'string',
  brandColor: 'string',
  brandLogo: 'string',
  changes: [{ field: 'string', userId: 'int64?', userName: 'string', time: 'dateTime' }],
} as const;

/** Filters and items of both ledgers; the one of collections is our own. */
const history = {
  ...paging,
  signFlowCode: 'string',
  signFlowName: 'string',
  initPsnName: 'string',
  recordType: 'string',
  orderCode: 'string',
  beginTime: 'dateTime',
  endTime: 'dateTime',
} as const;
const historyItem = {
  id: 'int64',
  corpCode: 'string',
  corpName: 'string',
  recordType: 'string',
  recordName: 'string',
  count: 'int32',
  accountBalance: 'int32',
  signFlowId: 'int64?',
  signFlowCode: 'string?',
  signFlowName: 'string?',
  initPsnName: 'string?',
  orderCode: 'string?',
  remark: 'string?',
  createTime: 'dateTime',
} as const;

export const enterpriseOperations: readonly SpecifiedOperation[] = [
  [
    '/service/getAccessToken',
    '0',
    { appId: 'string!', appSecret: 'string!' },
    { accessToken: 'string', expiresIn: 'int64', corpId: 'int64' },
  ],
  ['/seal/createSealByTemplate', '200', templateSeal, { sealId: 'int64' }],
  [
    '/seal/createSealByImage',
    '200',
    { sealName: 'string!', sealStyle: 'int32!', categoryType: 'string!', sealTemplateStyle: 'string!' },
    { sealId: 'int64' },
  ],
  // The file and the query parameter `color` have cases of their own.
  ['/seal/uploadSealFile', '200', {}, { ...uploadedDocument, httpUrl: 'string' }],
  ['/seal/corpPreView', '200', templateSeal, { ...uploadedDocument, httpUrl: 'string' }],
  [
    '/seal/uploadSealFilePreView',
    '200',
    { fileName: 'string!', httpUrl: 'string!', sealColor: 'string', sealAlpha: 'number' },
    { ...uploadedDocument, httpUrl: 'string' },
  ],
  [
    '/seal/getSealListByPage',
    '200',
    { sealId: 'int64', sealName: 'string', categoryType: 'string', sealStatus: 'int32', ...paging },
    [seal],
    'paged',
  ],
  ['/seal/getSealInfo', '200', { sealId: 'int64!' }, seal],
  // autoSign and examinerNotify are those of the record (2.3), our own in the request.
  [
    '/seal/addSealAuthor',
    '200',
    {
      sealId: 'int64!',
      authorMemberRange: 'int32!',
      userIdList: must([{ userId: 'int64!' }]),
      authorRole: 'string!',
      authorRange: 'int32!',
      templatesList: [{ templateId: 'int64!', templateName: 'string' }],
      effectiveTime: 'dateTime',
      expireTime: 'dateTime',
      autoSign: 'int32',
      examinerNotify: 'int32',
      // Our own: decisions 3.
      ...{ authType: 'string', verifyCode: 'string' },
    },
    {},
  ],
  // Our own: decisions 3.
  [
    '/seal/modifySealAuthor',
    '0',
    {
      ...{
        id: 'int64!',
        expireTime: 'dateTime',
        autoSign: 'int32',
        authType: 'string',
        verifyCode: 'string',
      },
      examinerNotify: 'int32',
    },
    {},
  ],
  ['/seal/cancelSealAuthor', '200', { id: 'int64!' }, {}],
  ['/seal/getSealAuthorList', '200', { sealId: 'int64!', ...paging }, [sealAuthor], 'paged'],
  ['/seal/delete', '200', { sealId: 'int64!' }, {}],
  ['/seal/modify', '200', { sealId: 'int64!', sealName: 'string!' }, {}],
  ['/seal/updDefault', '200', { sealId: 'int64!' }, {}],
  // Our own.
  [
    '/seal/authorMatrix',
    '0',
    { keyword: 'string', endsBefore: 'dateTime', ...paging },
    [
      {
        ...{ userId: 'int64', userName: 'string', jobNum: 'string' },
        ...{ usesByRole: 'int32', needsConsent: 'int32', authorisations: [sealAuthor] },
      },
    ],
    'paged',
  ],
  ['/seal/exportAuthorMatrix', '200', { keyword: 'string', endsBefore: 'dateTime' }, 'file'],
  [
    '/seal/updateStatus',
    '0',
    { sealId: 'int64!', status: 'int32!', reason: 'string', dryRun: 'int32' },
    { sealId: 'int64', status: 'int32', waitingNum: 'int32' },
  ],
  [
    '/seal/usageList',
    '0',
    {
      ...{ sealId: 'int64', userId: 'int64', basis: 'string', outcome: 'string' },
      ...{ beginTime: 'dateTime', endTime: 'dateTime', countLimit: 'int32', ...paging },
    },
    [
      {
        ...{ useTime: 'dateTime', sealId: 'int64', sealName: 'string' },
        ...{ flowId: 'int64?', flowCode: 'string', flowTitle: 'string?' },
        ...{ userId: 'int64', userName: 'string', basis: 'string?', examinerName: 'string?' },
        ...{ places: 'int32', outcome: 'string', reason: 'string?' },
      },
    ],
    'paged',
  ],
  ['/seal/getSealAuthorUrl', '200', {}, 'string'],
  // Our own: personal seals.
  [
    '/seal/personal/list',
    '200',
    {},
    [
      {
        sealId: 'int64',
        sealName: 'string',
        source: 'string',
        sealWidth: 'number',
        sealHeight: 'number',
        sealImageUrl: 'string',
        defaultFlag: 'int32',
        createTime: 'dateTime',
      },
    ],
  ],
  [
    '/seal/personal/createByHandwriting',
    '200',
    { image: 'string!', sealName: 'string' },
    { sealId: 'int64' },
  ],
  // The file and the query parameters `sealName` and `color` have cases of their own.
  ['/seal/personal/createByUpload', '200', {}, { sealId: 'int64' }],
  ['/seal/personal/setDefault', '200', { sealId: 'int64!' }, {}],
  ['/seal/personal/delete', '200', { sealId: 'int64!' }, {}],
  ['/member/create', '200', { userName: 'string!', mobile: 'string!', jobNum: 'string!' }, member],
  [
    '/member/infoByCorpId',
    '200',
    { userId: 'int64', userName: 'string', mobile: 'string', realNameStatus: 'string' },
    [member],
  ],
  // Required, although its absence has a code of its own.
  [
    '/member/infoByMobileOrName',
    '200',
    { paramString: 'string' },
    [{ userId: 'int64', userName: 'string', mobile: 'string', realNameStatus: 'int32' }],
  ],
  [
    '/member/memberAuth',
    '200',
    { realName: 'string!', identNum: 'string!', signPwd: 'string!', verifyCode: 'string' },
    {},
  ],
  ['/member/getPersonalAuthUrl', '200', {}, 'string'],
  ['/member/fetchAuth', '200', {}, 'string'],
  [
    '/fetchAuth/faceAuth',
    '200',
    {
      ...{ id: 'string!', authType: 'string!', channel: 'string!', callbackUrl: 'string!' },
      // Our own: decisions 10.
      ...{ legalRepName: 'string', legalRepIdentNo: 'string' },
    },
    { url: 'string', corpName: 'string?', isLegal: 'boolean?', realNameStatus: 'int32?' },
  ],
  ['/member/accessAuth', '200', { userId: 'int64!' }, 'string'],
  ['/member/delete', '200', { userId: 'int64!' }, {}],
  // Our own.
  [
    '/member/list',
    '0',
    { keyword: 'string', role: 'string', status: 'int32', ...paging },
    [
      {
        ...member,
        jobNum: 'string',
        roles: ['string'],
        invited: 'boolean',
        sealNum: 'int32',
        awaitingNum: 'int32',
        initiatedNum: 'int32',
      },
    ],
    'paged',
  ],
  [
    '/member/duties',
    '0',
    { userId: 'int64!' },
    {
      duties: [
        {
          kind: 'string',
          id: 'string',
          name: 'string?',
          code: 'string?',
          time: 'dateTime',
          only: 'boolean',
          waiting: 'int32',
        },
      ],
      counts: {
        flow: 'int32',
        initiated: 'int32',
        approval: 'int32',
        template: 'int32',
        personal: 'int32',
        seal: 'int32',
        fixed: 'int32',
      },
    },
  ],
  [
    '/member/handOver',
    '0',
    { userId: 'int64!', items: [{ kind: 'string!', id: 'string!', toUserId: 'int64!' }] },
    {
      results: [
        {
          kind: 'string',
          id: 'string',
          toUserId: 'int64',
          code: 'string',
          reason: 'string?',
          message: 'string',
        },
      ],
    },
  ],
  ['/member/setRoles', '0', { userId: 'int64!', roles: ['string'] }, { userId: 'int64', roles: ['string'] }],
  ['/member/modify', '0', { userId: 'int64!', userName: 'string', jobNum: 'string' }, member],
  [
    '/member/sessions',
    '0',
    { userId: 'int64!' },
    {
      sessions: [
        { device: 'string', place: 'string', method: 'string', createTime: 'dateTime', lastTime: 'dateTime' },
      ],
    },
  ],
  ['/member/endSessions', '0', { userId: 'int64!' }, { ended: 'int32' }],
  // Our own: decisions 6, "Parties that are not here yet".
  [
    '/member/joinRequests',
    '200',
    paging,
    [{ userId: 'int64', mobile: 'string', realName: 'string', createTime: 'dateTime' }],
    'paged',
  ],
  [
    '/member/acceptJoin',
    '200',
    { userId: 'int64!', accept: 'boolean!' },
    { userId: 'int64', accepted: 'boolean' },
  ],
  [
    '/corp/baseInfo',
    '200',
    {},
    {
      corpCode: 'string',
      corpName: 'string',
      legalRepName: 'string',
      legalRepIdentNo: 'string',
      identStatus: 'string',
      corpLevel: 'int32',
      // Without a value for an ordinary enterprise.
      levelExpireTime: 'dateTime?',
      maxAmount: 'int32',
      accountBalance: 'int32',
      payeeBalance: 'int32',
      userNum: 'int32',
      legalDate: 'dateTime',
      adminInfo: member,
    },
  ],
  ['/corp/settings', '200', {}, corpSettings],
  [
    '/corp/setSettings',
    '200',
    {
      smsNotices: { turn: 'boolean', completion: 'boolean', refusal: 'boolean', deadline: 'boolean' },
      sealApproval: 'string',
      contractApproval: 'boolean',
      approvalAuth: 'boolean',
      maxAmount: 'int32',
      embedOrigins: ['string'],
      loginMethods: ['string'],
      loginIdleMinutes: 'int32',
      consoleNetworks: ['string'],
      draftRetentionDays: 'int32',
      auditRetentionDays: 'int32',
      brandName: 'string',
      brandColor: 'string',
      brandLogo: 'string',
    },
    corpSettings,
  ],
  // Our own.
  ['/corp/retentionList', '0', {}, [{ kind: 'string', days: 'int32' }]],
  ['/corp/queryAccountHistoryList', '200', history, [historyItem], 'paged'],
  ['/corp/collectionHistory', '200', history, [historyItem], 'paged'],
  [
    '/sms/sendSmsVerifyCode',
    '200',
    {
      mobile: 'string!',
      smsType: 'string!',
      flowId: 'int64?',
      flowIds: ['int64'],
      sealId: 'int64?',
      approvalIds: ['int64'],
    },
    {},
  ],
];
