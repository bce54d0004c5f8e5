/** What a search query looks like: a mobile number, the number of a contract, or words. */
export type QueryShape = 'mobile' | 'code' | 'words';

/** Numbers of contracts look like HT2026112000000017. */
const CODE = /^HT\d{8}/i;
const MOBILE = /^1\d{10}$/;

export function shapeOf(text: string): QueryShape {
  if (MOBILE.test(text)) return 'mobile';
  return CODE.test(text) ? 'code' : 'words';
}

/** A leading `>` asks for commands. */
export function isCommandQuery(text: string): boolean {
  return /^\s*>/.test(text);
}
