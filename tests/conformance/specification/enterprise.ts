/** Specification 4.1 to 4.5 with the shapes of 2.2, 2.3 and 2.5 to 2.7: credentials, seals, members, enterprise, SMS. */
import { type Fields, paging, type SpecifiedOperation, uploadedDocument } from './notation.js';

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
};

const sealAuthor: Fields = {
  id: 'int64',
  sealId: 'int64',
  userId: 'int64',
  userName: 'string',
  authorRole: 'string',
  authorRange: 'int32',
  autoSign: 'int32',
  // Ours: decisions 3.
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

/** Ours: decisions 12. */
const corpSettings = {
  smsNotices: { object: { turn: 'boolean', completion: 'boolean', refusal: 'boolean', deadline: 'boolean' } },
  sealApproval: 'string',
  contractApproval: 'boolean',
  approvalAuth: 'boolean',
  maxAmount: 'int32',
} as const;

export const enterpriseOperations: readonly SpecifiedOperation[] = [
  {
    path: '/service/getAccessToken',
    code: '0',
    request: { appId: 'string!', appSecret: 'string!' },
    data: { object: { accessToken: 'string', expiresIn: 'int64', corpId: 'int64' } },
  },
  {
    path: '/seal/createSealByTemplate',
    code: '200',
    request: templateSeal,
    data: { object: { sealId: 'int64' } },
  },
  {
    path: '/seal/createSealByImage',
    code: '200',
    request: {
      sealName: 'string!',
      sealStyle: 'int32!',
      categoryType: 'string!',
      sealTemplateStyle: 'string!',
    },
    data: { object: { sealId: 'int64' } },
  },
  // The file and the query parameter `color` are cases of their own.
  {
    path: '/seal/uploadSealFile',
    code: '200',
    request: {},
    data: { object: { ...uploadedDocument, httpUrl: 'string' } },
  },
  {
    path: '/seal/corpPreView',
    code: '200',
    request: templateSeal,
    data: { object: { ...uploadedDocument, httpUrl: 'string' } },
  },
  {
    path: '/seal/uploadSealFilePreView',
    code: '200',
    request: { fileName: 'string!', httpUrl: 'string!', sealColor: 'string', sealAlpha: 'number' },
    data: { object: { ...uploadedDocument, httpUrl: 'string' } },
  },
  {
    path: '/seal/getSealListByPage',
    code: '200',
    request: {
      sealId: 'int64',
      sealName: 'string',
      categoryType: 'string',
      sealStatus: 'int32',
      ...paging,
    },
    data: { list: seal },
    paged: true,
  },
  { path: '/seal/getSealInfo', code: '200', request: { sealId: 'int64!' }, data: { object: seal } },
  // autoSign and examinerNotify are those of the record (2.3), ours in the request.
  {
    path: '/seal/addSealAuthor',
    code: '200',
    request: {
      sealId: 'int64!',
      authorMemberRange: 'int32!',
      userIdList: { list: { userId: 'int64!' }, need: '!' },
      authorRole: 'string!',
      authorRange: 'int32!',
      templatesList: { list: { templateId: 'int64!', templateName: 'string' } },
      effectiveTime: 'dateTime',
      expireTime: 'dateTime',
      autoSign: 'int32',
      examinerNotify: 'int32',
      // Ours: decisions 3.
      ...{ authType: 'string', verifyCode: 'string' },
    },
    data: 'empty',
  },
  // Ours: decisions 3.
  { path: '/seal/cancelSealAuthor', code: '200', request: { id: 'int64!' }, data: 'empty' },
  {
    path: '/seal/getSealAuthorList',
    code: '200',
    request: { sealId: 'int64!', ...paging },
    data: { list: sealAuthor },
    paged: true,
  },
  { path: '/seal/delete', code: '200', request: { sealId: 'int64!' }, data: 'empty' },
  {
    path: '/seal/modify',
    code: '200',
    request: { sealId: 'int64!', sealName: 'string!' },
    data: 'empty',
  },
  { path: '/seal/updDefault', code: '200', request: { sealId: 'int64!' }, data: 'empty' },
  { path: '/seal/getSealAuthorUrl', code: '200', request: {}, data: { value: 'string' } },
  // Ours: seals of persons.
  {
    path: '/seal/personal/list',
    code: '200',
    request: {},
    data: {
      list: {
        sealId: 'int64',
        sealName: 'string',
        source: 'string',
        sealWidth: 'number',
        sealHeight: 'number',
        sealImageUrl: 'string',
        defaultFlag: 'int32',
        createTime: 'dateTime',
      },
    },
  },
  {
    path: '/seal/personal/createByHandwriting',
    code: '200',
    request: { image: 'string!', sealName: 'string' },
    data: { object: { sealId: 'int64' } },
  },
  // The file and the query parameters `sealName` and `color` are cases of their own.
  {
    path: '/seal/personal/createByUpload',
    code: '200',
    request: {},
    data: { object: { sealId: 'int64' } },
  },
  { path: '/seal/personal/setDefault', code: '200', request: { sealId: 'int64!' }, data: 'empty' },
  { path: '/seal/personal/delete', code: '200', request: { sealId: 'int64!' }, data: 'empty' },
  {
    path: '/member/create',
    code: '200',
    request: { userName: 'string!', mobile: 'string!', jobNum: 'string!' },
    data: { object: member },
  },
  {
    path: '/member/infoByCorpId',
    code: '200',
    request: { userId: 'int64', userName: 'string', mobile: 'string', realNameStatus: 'string' },
    data: { list: member },
  },
  // Required, though its absence has a code of its own.
  {
    path: '/member/infoByMobileOrName',
    code: '200',
    request: { paramString: 'string' },
    data: { list: { userId: 'int64', userName: 'string', mobile: 'string', realNameStatus: 'int32' } },
  },
  {
    path: '/member/memberAuth',
    code: '200',
    request: { realName: 'string!', identNum: 'string!', signPwd: 'string!', verifyCode: 'string' },
    data: 'empty',
  },
  { path: '/member/getPersonalAuthUrl', code: '200', request: {}, data: { value: 'string' } },
  { path: '/member/fetchAuth', code: '200', request: {}, data: { value: 'string' } },
  {
    path: '/fetchAuth/faceAuth',
    code: '200',
    request: {
      ...{ id: 'string!', authType: 'string!', channel: 'string!', callbackUrl: 'string!' },
      // Ours: decisions 10.
      ...{ legalRepName: 'string', legalRepIdentNo: 'string' },
    },
    // The last three have a value where the check concerns an enterprise.
    data: { object: { url: 'string', corpName: 'string?', isLegal: 'boolean?', realNameStatus: 'int32?' } },
  },
  { path: '/member/accessAuth', code: '200', request: { userId: 'int64!' }, data: { value: 'string' } },
  { path: '/member/delete', code: '200', request: { userId: 'int64!' }, data: 'empty' },
  // Ours: decisions 6, "Parties that are not here yet".
  {
    path: '/member/joinRequests',
    code: '200',
    request: paging,
    data: { list: { userId: 'int64', mobile: 'string', realName: 'string', createTime: 'dateTime' } },
    paged: true,
  },
  {
    path: '/member/acceptJoin',
    code: '200',
    request: { userId: 'int64!', accept: 'boolean!' },
    data: { object: { userId: 'int64', accepted: 'boolean' } },
  },
  {
    path: '/corp/baseInfo',
    code: '200',
    request: {},
    data: {
      object: {
        corpCode: 'string',
        corpName: 'string',
        legalRepName: 'string',
        legalRepIdentNo: 'string',
        identStatus: 'string',
        corpLevel: 'int32',
        // Without value for an ordinary enterprise.
        levelExpireTime: 'dateTime?',
        maxAmount: 'int32',
        accountBalance: 'int32',
        payeeBalance: 'int32',
        userNum: 'int32',
        legalDate: 'dateTime',
        adminInfo: { object: member },
      },
    },
  },
  { path: '/corp/settings', code: '200', request: {}, data: { object: corpSettings } },
  {
    path: '/corp/setSettings',
    code: '200',
    request: {
      smsNotices: {
        object: { turn: 'boolean', completion: 'boolean', refusal: 'boolean', deadline: 'boolean' },
      },
      sealApproval: 'string',
      contractApproval: 'boolean',
      approvalAuth: 'boolean',
      maxAmount: 'int32',
    },
    data: { object: corpSettings },
  },
  {
    path: '/corp/queryAccountHistoryList',
    code: '200',
    request: {
      ...paging,
      signFlowCode: 'string',
      signFlowName: 'string',
      initPsnName: 'string',
      recordType: 'string',
      orderCode: 'string',
      beginTime: 'dateTime',
      endTime: 'dateTime',
    },
    data: {
      list: {
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
      },
    },
    paged: true,
  },
  {
    path: '/sms/sendSmsVerifyCode',
    code: '200',
    request: {
      mobile: 'string!',
      smsType: 'string!',
      flowId: 'int64?',
      flowIds: { list: 'int64' },
      sealId: 'int64?',
      approvalIds: { list: 'int64' },
    },
    data: 'empty',
  },
];
