/** Templates as files, and the samples that the product brings along in that form. */
import { data, fileStream, operation } from '../operation.js';
import { int32, list, object, optional, text } from '../schema.js';
import { name, templateId } from '../schemas/fields.js';
import { sampleCode, templateDetail, templateLimits } from '../schemas/template.js';
import { savedTemplateDraft } from '../schemas/template-draft.js';
import { maxUploadBytes } from './templates.js';

const base = { area: 'templates', right: 'manageTemplates' } as const;

const findings = list(
  object({
    path: text(1, 200).means(
      '所指元素，如 participantList[0]',
      'the element concerned, such as participantList[0]',
    ),
    msg: text(0, 1000).means('说明', 'explanation'),
  }),
);

/**
 * Returns a template as a ZIP file, with its parties, controls, contract files and attachments, for another enterprise or
 * installation.
 */
export const exportTemplateFile = operation({
  ...base,
  path: '/template/exportFile',
  request: object({ templateId }),
  answer: fileStream,
  errors: ['TEMPLATE_NOT_FOUND'],
  title: { zh: '导出模板', en: 'Export a template' },
  example: { templateId: 1 },
});

/**
 * Makes the draft of a new template from an exported file. Fixed parties and copiers who are no members of this enterprise
 * are not taken over. What publishing would refuse is listed and can be corrected in the draft.
 */
export const importTemplateFile = operation({
  ...base,
  path: '/template/importFile',
  writes: true,
  request: object({}),
  file: { maxBytes: maxUploadBytes },
  answer: data(
    object({
      ...savedTemplateDraft.fields,
      templateName: text(0, 100).means('模板名称', 'name of the template'),
      changes: findings.means('未照原样导入的内容', 'what was not taken over as it is in the file'),
      problems: findings.means('发布前须解决的问题', 'what has to be corrected before it can be published'),
    }),
  ),
  errors: ['FILE_UPLOAD_ERROR'],
  reasons: ['DRAFT_LIMIT'],
  title: { zh: '导入模板', en: 'Import a template' },
});

/** Lists the sample templates. They are no legal advice: have a lawyer review a sample before you use it. */
export const templateSampleList = operation({
  ...base,
  path: '/template/sampleList',
  request: object({}),
  answer: data(
    list(
      object({
        sampleCode: sampleCode(),
        templateName: text(1, 100).means('模板名称', 'name of the template'),
        note: text(1, 200).means('用途', 'purpose'),
        participantFlags: list(text(1, 100), { max: templateLimits.participants }).means(
          '参与方标识',
          'labels of the participants',
        ),
        componentNum: int32().means('控件数', 'number of controls'),
        totalPage: int32().means('页数', 'number of pages'),
      }),
    ),
  ),
  title: { zh: '查询示例模板', en: 'List sample templates' },
});

/** Makes a template of the enterprise from a sample. */
export const addSampleTemplate = operation({
  ...base,
  path: '/template/addSample',
  writes: true,
  request: object({
    sampleCode: sampleCode(),
    templateName: optional(name()).means(
      '模板名称，缺省为示例的名称，已被使用时加编号',
      'name of the template; by default that of the sample, with a number if it is taken',
    ),
  }),
  answer: data(templateDetail),
  errors: ['TEMPLATE_NAME_EXIST'],
  title: { zh: '从示例创建模板', en: 'Create a template from a sample' },
  example: { sampleCode: 'labour' },
});
