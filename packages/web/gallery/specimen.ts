import type { ReactNode } from 'react';

/** A component in its states. */
export interface Specimen {
  readonly name: string;
  readonly states: Readonly<Record<string, ReactNode>>;
}

/** The longest names that must not break a page. */
export const longCorp = '长三角生态绿色一体化发展示范区智能装备与新材料联合创新（集团）股份有限公司';
export const longEnglish = 'Yangtze Delta Intelligent Equipment and New Materials Joint Ltd';

export function nothing(): void {}
