/** Key of the preimage of an intent's digest: an intent may be used for several parts. */
export function preimageKey(intentId: number, participantId: number): string {
  return `${intentId} ${participantId}`;
}
