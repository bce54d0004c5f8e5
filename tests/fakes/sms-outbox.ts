/** What a fake provider of text messages has sent, and what it does with the next message. */
export interface FakeSms {
  readonly mobile: string;
  /** Our idempotency key. */
  readonly key: string;
  /** The provider's id. */
  readonly id: string;
  readonly text: string;
}

export class SmsOutbox {
  readonly sent: FakeSms[] = [];
  /** The provider's code of the next message's refusal. */
  refuseNext: string | null = null;

  takeRefusal(): string | null {
    const refusal = this.refuseNext;
    this.refuseNext = null;
    return refusal;
  }

  add(message: Omit<FakeSms, 'id'>): string {
    const id = `${this.sent.length + 1}^${message.mobile}`;
    this.sent.push({ ...message, id });
    return id;
  }
}

/** Our templates as the fakes have approved them, by the ids in approved-templates.json of tests. */
export const APPROVED: Readonly<Record<string, { readonly name: string; readonly text: string }>> = {
  '1001': { name: 'sign', text: '验证码 {1}，用于{2}，{3} 分钟内有效。' },
  '1002': { name: 'flowCompleted', text: '合同已签署完成：{1}。https://sign.example.com/{2}' },
  '1003': { name: 'sign@international', text: 'Your code is {1}.' },
};

/** The names of the parameters of the templates, in their order. */
export const APPROVED_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  '1001': ['code', 'use', 'minutes'],
  '1002': ['flowTitle', 'link'],
  '1003': ['code'],
};

export function filled(id: string, values: readonly string[]): string | null {
  const template = APPROVED[id];
  if (template === undefined || APPROVED_PARAMETERS[id]?.length !== values.length) return null;
  return template.text.replace(/\{(\d)\}/g, (_gap, place: string) => values[Number(place) - 1] ?? '');
}
