import type { Flow, Participant } from '../flow.js';

/** A party other than the initiating enterprise (to which the initiator's own signers belong). */
export function isCounterparty(flow: Pick<Flow, 'corpId'>, participant: Participant): boolean {
  return participant.corpId !== flow.corpId;
}
