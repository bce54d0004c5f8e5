/** The most that one payment may collect where nobody has set another limit, in yuan. */
export const DEFAULT_MAX_AMOUNT = 50_000;

/**
 * What makes two spellings the same enterprise: width (NFKC), the shape of brackets and spaces do not count.
 * `测试（北京） 公司` and `测试(北京)公司` are one name.
 */
export function corpNameKey(corpName: string): string {
  return corpName
    .normalize('NFKC')
    .replace(/[[{〔【〖「『《〈]/gu, '(')
    .replace(/[\]}〕】〗」』》〉]/gu, ')')
    .replace(/[\s\p{Cf}]+/gu, '');
}
