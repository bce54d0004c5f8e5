/** The numeric values of the wire format by name. Schemas refer to these members. */

/** 合同状态 / Status of a flow. */
export const FlowStatus = {
  /** 草稿 / draft */
  draft: 0,
  /** 填写中 / parties are filling in their fields */
  fill: 1,
  /** 签署中 / parties are signing */
  signing: 2,
  /** 已完成 / every signer has signed */
  completed: 3,
  /** 已撤销 / withdrawn by the initiator */
  revoked: 4,
  /** 已过期 / the deadline passed first */
  expired: 5,
  /** 已拒签 / a participant refused to sign */
  refused: 6,
} as const;
export type FlowStatus = (typeof FlowStatus)[keyof typeof FlowStatus];

/** 参与方的签署状态 / Status of a participant. */
export const SignStatus = {
  /** 填写中 / filling in fields */
  filling: 1,
  /** 待签署 / to sign */
  signing: 2,
  /** 已签署 / has signed */
  signed: 3,
  /** 待审批 / the signature awaits an approval */
  awaitingApproval: 4,
  /** 已拒签 / refused to sign */
  refused: 5,
} as const;
export type SignStatus = (typeof SignStatus)[keyof typeof SignStatus];

/** 合同等待当前用户的操作 / Action that a flow awaits from a viewer. */
export const OperateStatus = {
  /** 无 / none */
  nothing: 0,
  /** 填写 / fill in fields */
  fill: 1,
  /** 签署 / sign */
  signing: 2,
  /** 审批 / decide an approval */
  approval: 3,
  /** 付款 / pay */
  payment: 4,
} as const;
export type OperateStatus = (typeof OperateStatus)[keyof typeof OperateStatus];

/** 发起时发起方自有内容的填写方式 / Whether and how the service fills in the initiating enterprise's own values. */
export const AutoFill = {
  /** 待确认 / values wait for confirmation */
  byHand: 0,
  /** 后台填写 / filled in the background */
  inBackground: 1,
  /** 立即填写 / filled at once */
  atOnce: 2,
} as const;
export type AutoFill = (typeof AutoFill)[keyof typeof AutoFill];

/** 付款与签署的先后 / Order of payment and signature. */
export const PaymentPriority = {
  /** 先付款后签署 / pay, then sign */
  payFirst: 0,
  /** 先签署后付款 / sign, then pay */
  signFirst: 1,
} as const;
export type PaymentPriority = (typeof PaymentPriority)[keyof typeof PaymentPriority];

/** 审批类型 / What an approval is about. */
export const ApprovalType = {
  /** 用印审批 / the use of a seal */
  seal: 1,
  /** 合同审批 / the start of a contract */
  contract: 2,
} as const;
export type ApprovalType = (typeof ApprovalType)[keyof typeof ApprovalType];

/** 审批状态 / Status of an approval. */
export const ApprovalStatus = {
  /** 审批中 / awaits a decision */
  open: 1,
  /** 已通过 / passed */
  passed: 2,
  /** 已驳回 / rejected */
  rejected: 3,
  /** 已撤回 / withdrawn by the requester */
  withdrawn: 4,
  /** 已终止 / ended without a decision */
  terminated: 5,
} as const;
export type ApprovalStatus = (typeof ApprovalStatus)[keyof typeof ApprovalStatus];

/** 支付单状态 / Status of a pay order. */
export const PayOrderStatus = {
  /** 已生成 / created */
  generated: 0,
  /** 支付中 / the provider awaits the payment */
  paying: 1,
  /** 支付成功 / paid */
  success: 2,
  /** 支付失败 / failed */
  failed: 3,
  /** 已退款 / refunded */
  refunded: 4,
  /** 已取消 / cancelled */
  cancelled: 5,
} as const;
export type PayOrderStatus = (typeof PayOrderStatus)[keyof typeof PayOrderStatus];

/** 商品类型 / What a pay order pays for. */
export const GoodsType = {
  /** 套餐 / a package of contracts */
  package: 0,
  /** 单次签署 / the fee of one contract */
  contractFee: 1,
  /** 收款 / a collection */
  collection: 2,
  /** 证书 / a certificate */
  certificate: 3,
} as const;
export type GoodsType = (typeof GoodsType)[keyof typeof GoodsType];

/** 印章状态，仅启用的印章可用印 / Status of a seal. Only an enabled seal can sign. */
export const SealStatus = {
  /** 启用 / enabled */
  enabled: 1,
  /** 待审核 / awaits the review of the platform */
  pendingReview: 2,
  /** 审核未通过 / rejected by the review */
  rejected: 3,
  /** 停用 / suspended */
  suspended: 4,
} as const;
export type SealStatus = (typeof SealStatus)[keyof typeof SealStatus];

/** 印章授权状态 / Status of the authorisation to use a seal. */
export const SealAuthorStatus = {
  /** 生效中 / in force */
  inForce: 1,
  /** 未生效 / not yet in force */
  notYet: 2,
  /** 已过期 / expired */
  expired: 3,
  /** 已撤销 / withdrawn */
  withdrawn: 4,
} as const;
export type SealAuthorStatus = (typeof SealAuthorStatus)[keyof typeof SealAuthorStatus];

/** 模板状态 / Status of a template. */
export const TemplateStatus = {
  /** 停用 / disabled */
  disabled: 0,
  /** 启用 / enabled */
  enabled: 1,
} as const;
export type TemplateStatus = (typeof TemplateStatus)[keyof typeof TemplateStatus];

/** 参与方类型 / Type of a party. */
export const PartyType = {
  /** 个人 / person */
  person: 0,
  /** 企业 / enterprise */
  enterprise: 1,
} as const;
export type PartyType = (typeof PartyType)[keyof typeof PartyType];

/** 模板参与方的指定方式 / How a role of a template is assigned. */
export const SetMode = {
  /** 发起时指定 / named when a flow starts */
  namedAtStart: 0,
  /** 固定成员 / a fixed member */
  fixed: 1,
  /** 发起人 / the initiator */
  initiator: 3,
} as const;
export type SetMode = (typeof SetMode)[keyof typeof SetMode];

/** 签署指令的类型 / What a signing command places. */
export const FieldType = {
  /** 印章 / a seal */
  seal: 0,
  /** 备注 / a remark */
  remark: 1,
  /** 日期 / a date without a seal */
  date: 2,
} as const;
export type FieldType = (typeof FieldType)[keyof typeof FieldType];

/** 合同列表的范围 / Filter of a list of flows. */
export const FlowQuery = {
  /** 全部 / all */
  all: 0,
  /** 我收到的 / received */
  received: 1,
  /** 我发起的 / initiated */
  initiated: 2,
  /** 抄送我的 / copies */
  copies: 3,
  /** 待我处理 / awaiting the viewer */
  awaitingMe: 4,
  /** 待他人处理 / awaiting others */
  awaitingOthers: 5,
  /** 已完成 / completed */
  completed: 6,
  /** 批量发起的 / started in bulk */
  bulk: 7,
  /** 草稿 / drafts */
  drafts: 8,
} as const;
export type FlowQuery = (typeof FlowQuery)[keyof typeof FlowQuery];

/** 审批列表的范围 / Filter of a list of approvals. */
export const ApprovalQuery = {
  /** 待我审批 / to be decided by the viewer */
  toDecide: 0,
  /** 我已审批 / decided by the viewer */
  decided: 1,
  /** 我发起的 / requested by the viewer */
  requested: 2,
  /** 我收到的 / received by the viewer */
  received: 3,
} as const;
export type ApprovalQuery = (typeof ApprovalQuery)[keyof typeof ApprovalQuery];
