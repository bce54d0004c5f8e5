/** The numbers that the interface gives the states of a contract, of a party and of an approval. */
export const FlowStatus = {
  draft: 0,
  filling: 1,
  signing: 2,
  completed: 3,
  revoked: 4,
  expired: 5,
  refused: 6,
} as const;

export const SignStatus = {
  filling: 1,
  signing: 2,
  signed: 3,
  awaitingApproval: 4,
  refused: 5,
} as const;

export const ApprovalStatus = {
  waiting: 1,
  passed: 2,
  rejected: 3,
  withdrawn: 4,
  terminated: 5,
} as const;
