/**
 * Every operation by the segments of its path, with the kind of its request and response. Generated from packages/api
 * by npm run build; do not edit. The compiler checks it against the types of the declarations.
 */
import type { KindTree } from './typed-calls.js';

export const operations = {
  service: {
    /** 获取访问令牌 / Get an access token */
    getAccessToken: 'data',
    /** 验证 PDF 签名 / Verify the signatures of a PDF */
    verifyDocument: 'upload',
  },
  seal: {
    /** 创建模板印章 / Create a template seal */
    createSealByTemplate: 'data',
    /** 创建图片印章 / Create a seal from an uploaded image */
    createSealByImage: 'data',
    /** 上传印章图片 / Upload a seal image */
    uploadSealFile: 'upload',
    /** 预览模板印章 / Preview a template seal */
    corpPreView: 'data',
    /** 预览图片印章 / Preview an uploaded seal image */
    uploadSealFilePreView: 'data',
    /** 分页查询印章 / List seals */
    getSealListByPage: 'page',
    /** 查询印章详情 / Look up a seal */
    getSealInfo: 'data',
    /** 添加印章授权 / Authorise members to use a seal */
    addSealAuthor: 'data',
    /** 撤销印章授权 / Withdraw an authorisation */
    cancelSealAuthor: 'data',
    /** 分页查询印章授权 / List the authorisations of a seal */
    getSealAuthorList: 'page',
    /** 修改印章名称 / Rename a seal */
    modify: 'data',
    /** 删除印章 / Delete a seal */
    delete: 'data',
    /** 设置默认印章 / Set the default seal */
    updDefault: 'data',
    /** 获取印章管理页面链接 / Get a link to manage seals */
    getSealAuthorUrl: 'data',
    personal: {
      /** 查询个人印章 / List the acting member's personal seals */
      list: 'data',
      /** 创建手写签名 / Create a personal seal from handwriting */
      createByHandwriting: 'data',
      /** 上传个人印章 / Create a personal seal from a picture */
      createByUpload: 'upload',
      /** 设置默认个人印章 / Set the default personal seal */
      setDefault: 'data',
      /** 删除个人印章 / Delete a personal seal */
      delete: 'data',
    },
  },
  member: {
    /** 新增成员 / Add a member */
    create: 'data',
    /** 按条件查询成员 / Look up members */
    infoByCorpId: 'data',
    /** 按手机号或姓名模糊查询成员 / Search members by mobile or name */
    infoByMobileOrName: 'data',
    /** 更新成员实名信息与签署密码 / Verify a member and set the signing password */
    memberAuth: 'data',
    /** 获取个人实名认证链接 / Get a link for real-name verification */
    getPersonalAuthUrl: 'data',
    /** 获取刷脸认证地址 / Get the URL of a face check */
    fetchAuth: 'data',
    /** 授权成员访问 / Get an access link for a member */
    accessAuth: 'data',
    /** 删除成员 / Delete a member */
    delete: 'data',
    /** 查询加入申请 / List requests to join */
    joinRequests: 'page',
    /** 处理加入申请 / Decide a request to join */
    acceptJoin: 'data',
  },
  fetchAuth: {
    /** 获取场景刷脸地址 / Get the URL of a face check for a purpose */
    faceAuth: 'data',
  },
  corp: {
    /** 查询企业基本信息 / Look up the enterprise */
    baseInfo: 'data',
    /** 分页查询企业账户记录 / List the account history of the enterprise */
    queryAccountHistoryList: 'page',
    /** 查询企业设置 / Look up the settings of the enterprise */
    settings: 'data',
    /** 修改企业设置 / Change the settings of the enterprise */
    setSettings: 'data',
  },
  sms: {
    /** 发送短信验证码 / Send a verification code */
    sendSmsVerifyCode: 'data',
  },
  pay: {
    payChannel: {
      /** 查询企业是否配置支付渠道 / Check whether an enterprise has a pay channel */
      queryCorpHasPayChannel: 'data',
      /** 查询支付渠道列表 / List the pay channels of a flow */
      queryChannelList: 'data',
      /** 获取付款人 openId / Get the open id of a payer */
      getPayOpenId: 'data',
    },
    payOrder: {
      /** 创建支付单 / Create a pay order */
      add: 'data',
      /** 分页查询支付单 / List pay orders */
      listByPage: 'page',
      /** 查询支付单 / Look up a pay order */
      query: 'data',
      /** 取消支付单 / Cancel a pay order */
      cancel: 'data',
      /** 确认线下付款 / Confirm an offline payment */
      audit: 'data',
    },
  },
  signTask: {
    /** 相对方支付合同费用 / Pay the contract fee as a counterparty */
    reversePayContractFee: 'data',
    /** 使用模板发起合同 / Start a flow from a template */
    startSignFlow: 'data',
    /** 直接发起合同 / Start a flow without a template */
    directSignFlow: 'data',
    /** 指定位置直接发起合同 / Start a flow without a template, with controls */
    directComponentSignFlow: 'data',
    /** 获取指定位置发起链接 / Get a link to place controls on a new draft */
    getDesignatedSignatureUrl: 'data',
    /** 批量发起合同 / Start a batch of flows from a template */
    batchStartSignFlow: 'data',
    contract: {
      /** 发送草稿 / Send a draft */
      send: 'data',
      /** 我的合同列表 / List the acting member's contracts */
      list: 'page',
      /** 导出我的合同 / Export the acting member's contracts */
      export: 'file',
      /** 按签署人手机号查询合同 / List contracts by a signer's mobile */
      listByMobile: 'page',
      /** 合同详情 / Contract details */
      info: 'data',
      /** 合同任务信息 / Get the tasks of a contract */
      taskInfo: 'data',
      /** 撤销合同 / Revoke a contract */
      cancel: 'data',
      /** 删除合同记录 / Delete the record of a contract */
      del: 'data',
      /** 修改合同备注 / Change the remark of a contract */
      modify: 'data',
      /** 拒签 / Refuse a contract */
      refuse: 'data',
      /** 延长截止时间 / Extend the deadline */
      extend: 'data',
      /** 转交同事办理 / Transfer a part to a colleague */
      transfer: 'data',
      /** 更换签署人 / Replace the person of a part */
      changeParticipant: 'data',
      /** 补充附件 / Add an attachment */
      addAttachment: 'data',
      /** 下载合同 / Download a contract */
      download: 'file',
      /** 下载存证报告 / Download the evidence report */
      evidence: 'file',
    },
    /** 填写合同 / Fill in contract fields */
    fillSignForm: 'data',
    /** 签署合同 / Sign a contract */
    signContract: 'data',
    /** 签署意愿认证 / Confirm the intent to sign */
    signWish: 'data',
    /** 获取填写链接 / Get a link to fill */
    getFillUrl: 'data',
    /** 获取签署链接 / Get a link to sign */
    getSignUrl: 'data',
    myContract: {
      /** 我的合同数量 / Count the acting member's contracts */
      listCount: 'data',
    },
    enterpriseContracts: {
      /** 企业合同列表 / List an enterprise's contracts */
      list: 'page',
      /** 企业合同数量 / Count an enterprise's contracts */
      enterpriseContractsCount: 'data',
      /** 导出企业合同 / Export an enterprise's contracts */
      export: 'file',
    },
    /** 填写控件列表 / List the controls to fill */
    fillComponentList: 'data',
    /** 签署控件列表 / List the signature areas */
    signComponentList: 'data',
    signFlowContractFile: {
      /** 合同文件列表 / List a flow's files */
      list: 'data',
      /** 合同文件详情 / Look up a flow's file */
      info: 'data',
      /** 合同文件的控件 / Get a flow's file with its controls */
      componentInfoList: 'data',
    },
    /** 审批列表 / List approvals */
    getApprovalList: 'page',
    /** 审批详情 / Look up an approval */
    getApprovalInfo: 'data',
    /** 审批 / Decide an approval */
    approvalSign: 'data',
    /** 批量审批 / Decide a batch of approvals */
    batchApprovalSign: 'data',
    /** 撤回审批 / Withdraw an approval */
    approvalCancel: 'data',
    /** 审批身份核验 / Confirm the identity of an approver */
    approvalSignAuth: 'data',
    /** 获取审批链接 / Get a link to an approval */
    getApprovalSignUrl: 'data',
    /** 催办 / Remind the pending party */
    signFlowRemind: 'data',
  },
  template: {
    /** 上传合同文件 / Upload a contract file */
    uploadContractFile: 'upload',
    /** 上传附件 / Upload an attachment */
    uploadAttachmentFile: 'upload',
    /** 创建模板 / Create a template */
    addTemplate: 'data',
    /** 修改模板 / Change a template */
    modifyTemplate: 'data',
    /** 批量添加模板控件 / Add controls to a template */
    addComponent: 'data',
    /** 批量修改模板控件 / Change the controls of a template */
    modifyComponent: 'data',
    /** 查询模板控件 / List the controls of a template */
    componentInfoList: 'data',
    /** 分页查询模板 / List templates */
    list: 'page',
    /** 查询模板详情 / Look up a template */
    info: 'data',
    /** 启用或停用模板 / Enable or disable a template */
    updateStatus: 'data',
    /** 删除模板 / Delete a template */
    delete: 'data',
    /** 复制模板 / Copy a template */
    copy: 'data',
    /** 获取模板设计页面链接 / Get a link to the template designer */
    getTemplateUrl: 'data',
  },
  webhook: {
    /** 新增事件回调 / Add a webhook */
    add: 'data',
    /** 查询事件回调 / List webhooks */
    list: 'data',
    /** 修改事件回调 / Change a webhook */
    modify: 'data',
    /** 删除事件回调 / Delete a webhook */
    delete: 'data',
    /** 更换签名密钥 / Rotate the secret of a webhook */
    rotateSecret: 'data',
    /** 分页查询推送记录 / List deliveries */
    deliveryList: 'page',
    /** 查询推送详情 / Look up a delivery */
    deliveryInfo: 'data',
    /** 重新推送 / Resend deliveries */
    resend: 'data',
    /** 发送测试事件 / Send a test event */
    test: 'data',
  },
} as const satisfies KindTree;
