/** Participants of the demo data: two enterprises and one person. Their names show that they are fictitious. */

export interface DemoPerson {
  readonly realName: string;
  readonly mobile: string;
  /** A resident number with a valid check digit (GB 11643) that belongs to nobody. */
  readonly identNum: string;
}

export interface DemoEnterprise {
  readonly corpName: string;
  /** Unified social credit code with valid check characters (GB 32100, GB 11714). */
  readonly corpCode: string;
  readonly legalRepName: string;
  readonly legalRepIdentNo: string;
  readonly legalDate: Date;
  readonly address: string;
  /** The number under which the police would have registered the seal: the seal's lower arc. */
  readonly sealNumber: string;
  readonly owner: DemoPerson;
  /** Verified, without any role. */
  readonly member: DemoPerson;
}

export const buyer: DemoEnterprise = {
  corpName: '云杉智造科技（演示）有限公司',
  corpCode: '91330106MADEM0011E',
  legalRepName: '顾清扬',
  legalRepIdentNo: '330106197804120019',
  legalDate: new Date('2016-03-18T00:00:00+08:00'),
  address: '浙江省杭州市西湖区演示路 1 号云杉大厦 8 层',
  sealNumber: '3301060000101',
  owner: { realName: '顾清扬', mobile: '19900000101', identNum: '330106197804120019' },
  member: { realName: '陆知遥', mobile: '19900000102', identNum: '330106199311070024' },
};

export const supplier: DemoEnterprise = {
  corpName: '青禾精密仪器（演示）有限公司',
  corpCode: '91310115MADEM002XY',
  legalRepName: '沈静秋',
  legalRepIdentNo: '310115198109260025',
  legalDate: new Date('2019-09-09T00:00:00+08:00'),
  address: '上海市浦东新区演示路 2 号青禾园 3 栋',
  sealNumber: '3101150000102',
  owner: { realName: '沈静秋', mobile: '19900000103', identNum: '310115198109260025' },
  member: { realName: '周亦安', mobile: '19900000104', identNum: '310115199602080049' },
};

/** Verified, and a confirmed member of the buyer without any role. */
export const person: DemoPerson = {
  realName: '林晚晴',
  mobile: '19900000105',
  identNum: '330106199008180060',
};

/** The enterprise whose contracts are in every state, for trying out the console; no program relies on it. */
export const showcase: DemoEnterprise = {
  corpName: '听澜软件（演示）有限公司',
  corpCode: '91330106MADEM00386',
  legalRepName: '江映月',
  legalRepIdentNo: '330106198506120031',
  legalDate: new Date('2018-05-21T00:00:00+08:00'),
  address: '浙江省杭州市西湖区演示路 3 号听澜中心 12 层',
  sealNumber: '3301060000103',
  owner: { realName: '江映月', mobile: '19900000106', identNum: '330106198506120031' },
  member: { realName: '程亦凡', mobile: '19900000107', identNum: '33010619920923001X' },
};

/** The other party of its contracts. */
export const customer: DemoEnterprise = {
  corpName: '扶光文化（演示）有限公司',
  corpCode: '91310115MADEM0046R',
  legalRepName: '宋清和',
  legalRepIdentNo: '310115198803150045',
  legalDate: new Date('2020-11-02T00:00:00+08:00'),
  address: '上海市浦东新区演示路 4 号扶光大厦 5 层',
  sealNumber: '3101150000104',
  owner: { realName: '宋清和', mobile: '19900000108', identNum: '310115198803150045' },
  member: { realName: '许知行', mobile: '19900000109', identNum: '310115199501170029' },
};
