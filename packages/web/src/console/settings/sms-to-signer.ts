/** The message to a signer as the service words it; a test compares the two. */
export function smsToSigner(sender: string, link: string): string {
  return `${sender}邀请您签署合同：劳动合同。请于 2026-12-31 前办理。${link}`;
}
