/** A key for a control, from the words by which people name it. Pure. */
const WORDS: readonly (readonly [word: RegExp, key: string])[] = [
  [/身份证|证件号/, 'id_no'],
  [/统一社会信用代码|信用代码/, 'credit_code'],
  [/手机|电话|联系方式/, 'mobile'],
  [/法定代表人|法人/, 'legal_rep'],
  [/授权代表|代理人/, 'agent'],
  [/公司|企业|单位|甲方名称|乙方名称/, 'company'],
  [/姓名|员工/, 'name'],
  [/地址|住所/, 'address'],
  [/开户行|开户银行/, 'bank'],
  [/账号|帐号|卡号/, 'account'],
  [/单价/, 'unit_price'],
  [/月薪|工资|薪/, 'salary'],
  [/金额|价款|合计|总价|费用/, 'amount'],
  [/数量/, 'quantity'],
  [/开始|起始|入职/, 'start_date'],
  [/结束|终止|到期|截止/, 'end_date'],
  [/日期/, 'date'],
  [/岗位|职位/, 'position'],
  [/邮箱/, 'email'],
  [/编号|合同号/, 'number'],
  [/备注/, 'remark'],
];

/** null: nothing better than a number could be suggested. */
export function suggestedKey(name: string, taken: ReadonlySet<string>): string | null {
  const known = WORDS.find(([word]) => word.test(name))?.[1];
  const latin = name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const stem = known ?? (/^[a-z]/.test(latin) ? latin.slice(0, 60) : '');
  if (stem === '') return null;
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? stem : `${stem}_${number}`;
    if (!taken.has(key)) return key;
  }
}
