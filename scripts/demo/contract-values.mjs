// The blanks of sample/purchase-contract.pdf: the party, control, position and value of each. Positions and sizes are
// CSS pixels at 96 dpi, with the origin at the top left corner of the page.

const TEXT = 1;
const NUMBER = 2;
const DATE = 3;
const SIGNATURE_AREA = 6;
const MULTI_LINE_TEXT = 8;

const centred = { alignment: 1 };
const money = { numberFormat: '#,##0', fractionDigits: 2, alignment: 1 };

// party, key, name, type, [page, x, y, width, height], additional attributes
const blanks = [
  ['甲方', 'contractNo', '合同编号', TEXT, [1, 524, 146, 174, 24]],
  ['甲方', 'partyA', '甲方名称', TEXT, [1, 218, 188, 480, 24]],
  ['甲方', 'partyB', '乙方名称', TEXT, [1, 218, 224, 480, 24]],
  ['甲方', 'goods', '设备名称', TEXT, [1, 100, 401, 162, 32], centred],
  ['甲方', 'model', '规格型号', TEXT, [1, 270, 401, 124, 32], centred],
  ['甲方', 'quantity', '数量', NUMBER, [1, 402, 401, 76, 32], { numberFormat: '#,##0', ...centred }],
  ['甲方', 'unitPrice', '单价', NUMBER, [1, 486, 401, 96, 32], money],
  ['甲方', 'amount', '金额', NUMBER, [1, 590, 401, 104, 32], money],
  ['甲方', 'amountInWords', '金额大写', TEXT, [1, 214, 444, 474, 24]],
  ['甲方', 'deliveryDate', '交付日期', DATE, [1, 176, 674, 190, 24], { dateFormat: 'yyyy年MM月dd日' }],
  ['甲方', 'deliveryAddress', '交付地点', MULTI_LINE_TEXT, [1, 176, 714, 522, 46]],
  ['甲方', 'agentA', '甲方授权代表', TEXT, [2, 176, 711, 170, 24]],
  ['乙方', 'bankName', '开户银行', TEXT, [2, 176, 182, 220, 24]],
  ['乙方', 'bankAccount', '账号', TEXT, [2, 470, 182, 228, 24]],
  ['乙方', 'remark', '其他约定', MULTI_LINE_TEXT, [2, 106, 576, 582, 66]],
  ['乙方', 'agentB', '乙方授权代表', TEXT, [2, 501, 711, 170, 24]],
];

// A round seal has a diameter of 42 mm, which is 159 px; the signing date is below it.
const seals = [
  ['甲方', '甲方签章', [2, 146, 755, 159, 159]],
  ['乙方', '乙方签章', [2, 471, 755, 159, 159]],
];

/** The controls in the form of addComponent, for a template as returned by addTemplate. */
export function controlsOf({ participantList, contractFileList }) {
  const control = (
    flag,
    componentName,
    componentType,
    [pageNum, positionX, positionY, width, height],
    more,
  ) => ({
    participantId: participantList.find(({ participantFlag }) => participantFlag === flag).participantId,
    contractFileId: contractFileList[0].fileId,
    componentName,
    componentType,
    required: 1,
    pageNum,
    positionX,
    positionY,
    specialAttribute: { width, height, ...more },
  });
  return [
    ...blanks.map(([flag, componentKey, name, type, place, more]) => ({
      ...control(flag, name, type, place, { font: 'KaiTi', fontSize: 16, ...more }),
      componentKey,
    })),
    ...seals.map(([flag, name, place]) =>
      control(flag, name, SIGNATURE_AREA, place, {
        sealSpecs: 1,
        showSignDate: 1,
        dateFormat: 'yyyy年MM月dd日',
      }),
    ),
  ];
}

/** The initiator's values in the form of startSignFlow. They include characters that few fonts contain. */
export function valuesOfBuyer(buyer, supplier) {
  const values = {
    contractNo: 'YS-CG-2026-0042',
    partyA: buyer.corpName,
    partyB: supplier.corpName,
    goods: '龘靐牌位移传感器',
    model: 'QH-LDS-200',
    quantity: '12',
    unitPrice: '8600',
    amount: '103200',
    amountInWords: '人民币壹拾万叁仟贰佰元整',
    deliveryDate: '2026-12-31',
    deliveryAddress: '浙江省杭州市西湖区演示路 1 号云杉大厦 8 层设备部，收货人：㛃𬭎',
    agentA: buyer.owner.realName,
  };
  return Object.entries(values).map(([componentKey, componentValue]) => ({ componentKey, componentValue }));
}

/** The counterparty's values by componentKey. */
export function valuesOfSupplier(supplier) {
  return {
    bankName: '演示银行上海浦东支行',
    bankAccount: '6200 0000 0000 0102',
    remark: '乙方派工程师㛃𬭎到场指导安装，并提供一次免费的现场校准；备件编号以“龘”“靐”字头区分。',
    agentB: supplier.owner.realName,
  };
}
