/** A contract that is being written: a draft of its start, incomplete and unchecked. */
import {
  dateTime,
  type Infer,
  id,
  int32,
  list,
  nullable,
  object,
  optional,
  pattern,
  text,
} from '../schema.js';
import { componentValue } from './component.js';
import { templateId } from './fields.js';
import { flag } from './flow-values.js';
import { givenContractFile } from './template.js';

export const draftKey = () =>
  pattern(/^[A-Za-z0-9-]{8,64}$/, {
    zh: '须为 8 至 64 个字母、数字或连字符',
    en: 'must be 8 to 64 letters, digits or hyphens',
  }).means('草稿标识，由调用方选定，如 UUID', 'key of the draft, chosen by the caller, such as a UUID');

const parts = {
  step: int32(1, 9).means('停留的步骤，从 1 开始', 'step at which it was left, from 1'),
  templateId: templateId.means('模板编号；上传文件时为空', 'template id; none for a start from files'),
  flowTitle: text(0, 200).means('合同名称', 'title of the flow'),
  contractFileList: list(givenContractFile, { max: 50 }).means('合同文件', 'contract files'),
  participantList: list(
    object({
      partyKey: text(0, 64).means(
        '参与方在草稿中的标识；来自模板时为参与方编号',
        'key of the party within the draft; for a template, its participant id',
      ),
      participantType: flag().means('1 企业，0 个人', '1: enterprise; 0: person'),
      participantCorpName: text(0, 100).means(
        '参与企业名称，个人为空',
        'name of the enterprise; empty for a person',
      ),
      psnName: text(0, 100).means('姓名', 'name of the person'),
      psnAccount: text(0, 40).means('经办人手机号，可不完整', 'mobile number, possibly incomplete'),
      signOrder: int32(1, 255).means(
        '签署顺序，相同为并行',
        'order of signing; equal numbers sign in parallel',
      ),
    }),
    { max: 50 },
  ).means('参与方', 'participants'),
  fillComponents: list(
    object({
      componentId: id<'TemplateComponent'>().means('控件编号', 'control id'),
      componentValue: componentValue().means('控件的值', 'value of the control'),
    }),
    { max: 500 },
  ).means('发起方填写的值', "values of the initiator's own controls"),
  expireDate: text(0, 30).means('截止日期 yyyy-MM-dd，可为空', 'deadline yyyy-MM-dd, or empty'),
  privaryFlag: flag().means(
    '1 保密合同，不进企业列表',
    '1: confidential contract, not listed for the enterprise',
  ),
};

export const givenDraftFields = {
  step: optional(parts.step),
  templateId: optional(parts.templateId),
  flowTitle: optional(parts.flowTitle),
  contractFileList: optional(parts.contractFileList),
  participantList: optional(parts.participantList),
  fillComponents: optional(parts.fillComponents),
  expireDate: optional(parts.expireDate),
  privaryFlag: optional(parts.privaryFlag),
};

const saved = {
  draftKey: draftKey(),
  draftVersion: int32(1).means('草稿版本，每次保存加 1', 'version of the draft, one more with each save'),
  updateTime: dateTime().means('最近一次保存的时间', 'time of the last save'),
};

export const savedDraft = object(saved);

const contentFields = { ...parts, templateId: nullable(parts.templateId) };
const draftContent = object(contentFields);
export type DraftContent = Infer<typeof draftContent>;

export const contractDraft = object({ ...saved, ...contentFields });

export const copiedDraft = object({ ...saved, templateId: contentFields.templateId });
export type CopiedDraft = Infer<typeof copiedDraft>;

export const listedDraft = object({
  ...saved,
  step: parts.step,
  templateId: contentFields.templateId,
  flowTitle: parts.flowTitle,
  partyNames: list(text(0, 200)).means(
    '参与方：企业名称，个人为姓名',
    'parties: names of enterprises, or of persons',
  ),
});

/** A named set of filters of the console’s list of contracts. */
export const savedView = object({
  viewName: text(1, 40).means('名称，不可重复', 'name, used once'),
  query: text(0, 2000).means(
    '筛选条件，即列表页地址 ? 之后的部分',
    'its filters, as the part of the list’s address after the question mark',
  ),
});
