/** What a list of templates shows beside each of them. */
import { data, operation } from '../operation.js';
import { boolean, id, int32, list, nullable, object, oneOf, text } from '../schema.js';
import { templateId } from '../schemas/fields.js';

const maxTemplatesPerOverview = 100;

/** Templates that do not exist are left out of the answer. */
export const templateOverview = operation({
  path: '/template/overview',
  area: 'templates',
  links: { templates: 'everyTemplate' },
  request: object({
    templateIds: list(templateId, { min: 1, max: maxTemplatesPerOverview }).means('模板编号', 'template ids'),
  }),
  answer: data(
    list(
      object({
        templateId,
        version: int32().means('当前版本号', 'number of the version in force'),
        pictureUrl: nullable(text(1, 4000)).means(
          '首页图片限时链接，JPEG，宽 600 px',
          'signed link to the image of the first page, JPEG of 600 px width',
        ),
        participantList: list(
          object({
            participantFlag: text(0, 100).means(
              '参与方标识，如甲方',
              'label of the participant, such as Party A',
            ),
            participantType: oneOf(0, 1).means('1 企业，0 个人', '1: enterprise; 0: person'),
          }),
        ).means('参与方', 'participants'),
        componentNum: int32().means('控件数', 'number of controls'),
        openFlowNum: int32().means(
          '进行中的合同数，不含保密合同',
          'number of open flows started from it, without confidential ones',
        ),
        recentFlowNum: int32().means(
          '近 30 天发起的合同数，不含保密合同',
          'number of flows started from it within 30 days, without confidential ones',
        ),
        isFlowNumLimited: boolean().means(
          '合同数超出可数的上限，为最小值',
          'whether there are more flows than are counted, so that both numbers are minimums',
        ),
        sealAuthors: list(
          object({
            sealId: id<'Seal'>().means('印章编号', 'seal id'),
            sealName: text(0, 100).means('印章名称', 'name of the seal'),
            userName: text(0, 100).means('被授权人姓名', 'name of the authorised member'),
          }),
        ).means('指定了该模板且有效的用印授权', 'seal authorisations in force that name the template'),
      }),
    ),
  ),
  title: { zh: '查询模板概况', en: 'Look up the use of templates' },
  example: { templateIds: [1] },
});
