/** The order of filling and signing in words. Pure. */
import type { Party } from './design.js';
import { fillQueue, signSteps } from './lanes.js';

/** An alias, so that it may be part of the texts of a page. */
type OrderWords = {
  readonly and: string;
  readonly fills: (names: string, isFirst: boolean) => string;
  readonly signs: (names: string, isFirst: boolean, isTogether: boolean) => string;
  readonly part: string;
  readonly stop: string;
  readonly nobody: string;
  readonly end: string;
};

export const orderWords: Readonly<Record<'zh' | 'en', OrderWords>> = {
  zh: {
    and: '、',
    fills: (names: string, isFirst: boolean) => (isFirst ? `${names} 先填` : `${names} 再填`),
    signs: (names: string, isFirst: boolean, isTogether: boolean) =>
      `${isFirst ? '' : '然后 '}${names} ${isTogether ? '同时签' : isFirst ? '先签' : '签'}`,
    part: '，',
    stop: '；',
    nobody: '还没有人填写或签署。',
    end: '。',
  },
  en: {
    and: ' and ',
    fills: (names: string, isFirst: boolean) => (isFirst ? `${names} fills first` : `then ${names}`),
    signs: (names: string, isFirst: boolean, isTogether: boolean) =>
      `${isFirst ? '' : 'then '}${names} ${isTogether ? 'sign together' : isFirst ? 'signs first' : 'signs'}`,
    part: ', ',
    stop: '; ',
    nobody: 'Nobody fills or signs yet.',
    end: '.',
  },
};

/** Such as: A 先填，B 再填；A 先签，然后 B、C 同时签。 */
export function spokenOrder(
  parties: readonly Party[],
  nameOf: (party: Party) => string,
  t: OrderWords,
): string {
  const filling = fillQueue(parties).map((party, index) => t.fills(nameOf(party), index === 0));
  const signing = signSteps(parties).map((step, index) =>
    t.signs(step.map(nameOf).join(t.and), index === 0, step.length > 1),
  );
  const sentences = [filling, signing].filter((each) => each.length > 0).map((each) => each.join(t.part));
  return sentences.length === 0 ? t.nobody : `${sentences.join(t.stop)}${t.end}`;
}
