/** What a field of that name usually holds. The first that fits; numbers have valid check digits and belong to nobody. */
const texts: readonly (readonly [name: RegExp, text: string])[] = [
  [/身份证|证件号|\bID\b/iu, '330106199008180060'],
  [/信用代码|税号|纳税人识别号/u, '91330106MADEM0011E'],
  [/手机|电话|联系方式|mobile|phone/iu, '13800138000'],
  [/邮箱|邮件|e-?mail/iu, 'name@example.com'],
  [/地址|住所|住址|地点|address/iu, '杭州市西湖区文三路 1 号'],
  [/开户行|银行$|bank$/iu, '中国银行杭州分行'],
  [/账号|帐号|账户|卡号|account/iu, '6222000000000000000'],
  [/产品|货物|商品|品名|标的|型号/u, '智能网关 G2'],
  [/大写/u, '壹万元整'],
  [/日$|天数|份数|数量|期限|年限|\bdays?\b/iu, '15'],
  [/金额|价款|总价|单价|货款|薪|工资|租金|押金|amount|price/iu, '10,000.00'],
  [/编号|单号|\bno\b/iu, 'HT-2026-0001'],
  [/职务|岗位|职位|title$/iu, '工程师'],
  [/公司|企业|单位|机构|名称|company/iu, '云杉智造科技有限公司'],
];

/** Example of a text in a preview, by the name of its field. */
export function typicalText(fieldName: string): string {
  return texts.find(([name]) => name.test(fieldName))?.[1] ?? '张三';
}
