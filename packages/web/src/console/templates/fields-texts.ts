import { texts } from '../../shared/text/language.js';

const typesZh: Readonly<Record<number, string>> = {
  1: '单行文本',
  2: '数字',
  3: '日期',
  6: '签署区',
  8: '多行文本',
  101: '勾选',
  102: '下拉',
  103: '图片',
};
const typesEn: Readonly<Record<number, string>> = {
  1: 'Text',
  2: 'Number',
  3: 'Date',
  6: 'Signature area',
  8: 'Lines of text',
  101: 'Check box',
  102: 'Drop-down',
  103: 'Picture',
};

export const fieldsTexts = texts(
  {
    noFields: '还没有控件。',
    fieldName: '名称',
    fieldKey: '键',
    fieldType: '类型',
    fieldParty: '参与方',
    fieldPage: '页',
    fieldRequired: '必填',
    yes: '必填',
    typeOf: (type: number) => typesZh[type] ?? `类型 ${type}`,
  },
  {
    noFields: 'No controls yet.',
    fieldName: 'Name',
    fieldKey: 'Key',
    fieldType: 'Type',
    fieldParty: 'Party',
    fieldPage: 'Page',
    fieldRequired: 'Required',
    yes: 'Required',
    typeOf: (type: number) => typesEn[type] ?? `Type ${type}`,
  },
);
