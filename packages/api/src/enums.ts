/** The numeric values of the wire format by name. Schemas refer to these members. */

export const FlowStatus = {
  draft: 0,
  fill: 1,
  signing: 2,
  completed: 3,
  revoked: 4,
  expired: 5,
  refused: 6,
} as const;
export type FlowStatus = (typeof FlowStatus)[keyof typeof FlowStatus];

/** Status of a participant. */
export const SignStatus = { filling: 1, signing: 2, signed: 3, awaitingApproval: 4, refused: 5 } as const;
export type SignStatus = (typeof SignStatus)[keyof typeof SignStatus];

/** Action that a flow awaits from a viewer. */
export const OperateStatus = { nothing: 0, fill: 1, signing: 2, approval: 3, payment: 4 } as const;
export type OperateStatus = (typeof OperateStatus)[keyof typeof OperateStatus];

/** Whether and how the service fills in the initiating enterprise's own values when a flow starts. */
export const AutoFill = { byHand: 0, inBackground: 1, atOnce: 2 } as const;
export type AutoFill = (typeof AutoFill)[keyof typeof AutoFill];

export const PaymentPriority = { payFirst: 0, signFirst: 1 } as const;
export type PaymentPriority = (typeof PaymentPriority)[keyof typeof PaymentPriority];

export const ApprovalType = { seal: 1, contract: 2 } as const;
export type ApprovalType = (typeof ApprovalType)[keyof typeof ApprovalType];

export const ApprovalStatus = { open: 1, passed: 2, rejected: 3, withdrawn: 4, terminated: 5 } as const;
export type ApprovalStatus = (typeof ApprovalStatus)[keyof typeof ApprovalStatus];

export const PayOrderStatus = {
  generated: 0,
  paying: 1,
  success: 2,
  failed: 3,
  refunded: 4,
  cancelled: 5,
} as const;
export type PayOrderStatus = (typeof PayOrderStatus)[keyof typeof PayOrderStatus];

/** What a pay order pays for. */
export const GoodsType = { package: 0, contractFee: 1, collection: 2, certificate: 3 } as const;
export type GoodsType = (typeof GoodsType)[keyof typeof GoodsType];

/** Only an enabled seal can sign. */
export const SealStatus = { enabled: 1, pendingReview: 2, rejected: 3, suspended: 4 } as const;
export type SealStatus = (typeof SealStatus)[keyof typeof SealStatus];

export const SealAuthorStatus = { inForce: 1, notYet: 2, expired: 3, withdrawn: 4 } as const;
export type SealAuthorStatus = (typeof SealAuthorStatus)[keyof typeof SealAuthorStatus];

export const TemplateStatus = { disabled: 0, enabled: 1 } as const;
export type TemplateStatus = (typeof TemplateStatus)[keyof typeof TemplateStatus];

export const PartyType = { person: 0, enterprise: 1 } as const;
export type PartyType = (typeof PartyType)[keyof typeof PartyType];

/** How a role of a template is assigned. */
export const SetMode = { namedAtStart: 0, fixed: 1, initiator: 3 } as const;
export type SetMode = (typeof SetMode)[keyof typeof SetMode];

/** Filter of a list of flows. */
export const FlowQuery = {
  all: 0,
  received: 1,
  initiated: 2,
  copies: 3,
  awaitingMe: 4,
  awaitingOthers: 5,
  completed: 6,
  bulk: 7,
  drafts: 8,
} as const;
export type FlowQuery = (typeof FlowQuery)[keyof typeof FlowQuery];

/** Filter of a list of approvals. */
export const ApprovalQuery = { toDecide: 0, decided: 1, requested: 2, received: 3 } as const;
export type ApprovalQuery = (typeof ApprovalQuery)[keyof typeof ApprovalQuery];
