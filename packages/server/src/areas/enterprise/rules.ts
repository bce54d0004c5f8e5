/** Default limit of a single payment, in yuan. */
export const DEFAULT_MAX_AMOUNT = 50_000;

/**
 * Key under which different spellings of a name are the same enterprise: character width (NFKC), the shape of brackets,
 * and spaces are ignored. `测试（北京） 公司` and `测试(北京)公司` are one name.
 */
export function corpNameKey(corpName: string): string {
  return corpName
    .normalize('NFKC')
    .replace(/[[{〔【〖「『《〈]/gu, '(')
    .replace(/[\]}〕】〗」』》〉]/gu, ')')
    .replace(/[\s\p{Cf}]+/gu, '');
}
