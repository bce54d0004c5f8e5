/** What binds a person so that their data cannot be erased yet, in words. */
import type { Words } from '../../operation/refusal.js';

/** Number of contracts, enterprises and the like that a reason names. */
export const NAMED = 5;

export const bindingKinds = [
  'owner',
  'operator',
  'openPart',
  'startedOpen',
  'approval',
  'payment',
  'registration',
] as const;
export type BindingKind = (typeof bindingKinds)[number];

/** Something that binds the person. */
export interface Binding {
  readonly kind: BindingKind;
  /** Enterprises, or codes of contracts and orders, up to NAMED; empty: there is nothing to name. */
  readonly names: readonly string[];
}

/** Of the person, whoever reads it: they themselves, or the operator. */
const words: Readonly<Record<BindingKind, Words>> = {
  owner: { zh: '企业所有者身份须先移交', en: 'the ownership of an enterprise has to be handed over first' },
  operator: { zh: '仍是平台运营人员', en: 'operators of the platform stay known' },
  openPart: { zh: '参与的合同尚未结束', en: 'contracts to take part in have not ended' },
  startedOpen: { zh: '发起的合同尚未结束', en: 'contracts started have not ended' },
  approval: {
    zh: '有自己申请的、或只有自己能处理的审批',
    en: 'approvals are open that were asked for, or that nobody else can decide',
  },
  payment: { zh: '支付尚未完成', en: 'payments are not completed' },
  registration: { zh: '企业登记等待法定代表人确认', en: 'a registration waits for its legal representative' },
};

/** Each reason as a sentence, in the order in which they are dealt with. */
export function reasonsOf(bindings: readonly Binding[]): readonly Words[] {
  return bindingKinds.flatMap((kind) =>
    bindings
      .filter((binding) => binding.kind === kind)
      .map(({ names }) => {
        const { zh, en } = words[kind];
        if (names.length === 0) return { zh, en };
        return { zh: `${zh}（${names.join('、')}）`, en: `${en} (${names.join(', ')})` };
      }),
  );
}

/** All reasons as one; null: nothing binds the person. */
export function refusalToErase(bindings: readonly Binding[]): Words | null {
  const reasons = reasonsOf(bindings);
  if (reasons.length === 0) return null;
  return {
    zh: `暂时不能注销：${reasons.map(({ zh }) => zh).join('；')}`,
    en: `The data cannot be deleted yet: ${reasons.map(({ en }) => en).join('; ')}`,
  };
}
