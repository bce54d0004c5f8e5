/** Places of controls that the service finds in a file: where to fill in and sign, and where text has moved to. */
import { data, operation } from '../operation.js';
import { boolean, choice, int32, list, nullable, number, object, oneOf, optional, text } from '../schema.js';
import { directFields, specialAttributeFields } from '../schemas/component.js';
import { fileUrl } from '../schemas/fields.js';
import { proposedComponents } from '../schemas/proposed-component.js';

/** Maximum number of controls of one request. */
const maxControls = 2000;

const { participantFlag, fileIndex } = directFields.fields;
const place = {
  pageNum: int32(1).means('页码，从 1 开始', 'page number, from 1'),
  positionX: number().means('左上角横坐标，px', 'x of the top left corner in px'),
  positionY: number().means('左上角纵坐标，px', 'y of the top left corner in px, downwards'),
};
const size = {
  width: specialAttributeFields.width,
  height: specialAttributeFields.height,
};

/** Reads the text layer, ruled lines and form fields of an uploaded contract file. Nothing leaves the service. */
export const suggestComponents = operation({
  path: '/template/suggestComponents',
  area: 'templates',
  links: { templates: 'any' },
  request: object({
    fileUrl: fileUrl(),
    parties: list(
      object({
        participantFlag,
        participantType: oneOf(0, 1).means('1 企业，0 个人', '1: enterprise; 0: person'),
        participantName: optional(text(0, 100)).means(
          '企业名称或姓名，用于辨认合同中的称呼',
          'name of the enterprise or person, by which the contract may call it',
        ),
      }),
      { min: 1, max: 50 },
    ).means('参与方，按其在合同中的顺序', 'parties, in the order of the contract'),
    fileIndex: optional(fileIndex),
    components: optional(
      list(object({ ...place, specialAttribute: object(size).means('控件大小', 'size of the control') }), {
        max: maxControls,
      }),
    ).means(
      '该文件已有的控件，其上不再建议',
      'controls that the file has already: nothing is proposed over them',
    ),
  }),
  answer: data(proposedComponents),
  title: { zh: '建议控件', en: 'Propose controls for a file' },
  example: {
    fileUrl: 'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf',
    parties: [
      { participantFlag: '甲方', participantType: 1 },
      { participantFlag: '乙方', participantType: 0 },
    ],
  },
});

/** Finds the places of a file's controls in the file that replaces it. Nothing is changed. */
export const moveComponents = operation({
  path: '/template/moveComponents',
  area: 'templates',
  links: { templates: 'any' },
  request: object({
    fromFileUrl: fileUrl().means('原文件的存储路径', 'storage path of the old file'),
    toFileUrl: fileUrl().means('新文件的存储路径', 'storage path of the new file'),
    components: list(
      object({
        ...place,
        keyword: optional(text(0, 200)).means('控件据以定位的文字', 'text by which the control is placed'),
        keywordIndex: optional(int32(1)).means('第几处，从 1 开始', 'occurrence of the keyword, from 1'),
        specialAttribute: object({ ...size, signStyle: specialAttributeFields.signStyle }).means(
          '控件大小与签署样式',
          'size and sign style of the control',
        ),
      }),
      { max: maxControls },
    ).means('原文件的控件', 'controls of the old file'),
  }),
  answer: data(
    list(
      object({
        index: int32().means('控件在请求中的位置，从 0 开始', 'index of the control in the request, from 0'),
        pageNum: nullable(int32()).means('页码；无处可放为 null', 'page number; null without a place'),
        positionX: nullable(number()).means('左上角横坐标，px', 'x of the top left corner in px'),
        positionY: nullable(number()).means('左上角纵坐标，px', 'y of the top left corner in px, downwards'),
        keywordIndex: nullable(int32()).means(
          '新文件中为第几处；未按文字定位为 null',
          'occurrence of the keyword in the new file; null without a keyword',
        ),
        keywordPlace: nullable(object(place)).means(
          '定位文字在新文件中的位置，偏移由此算起；未按文字定位为 null',
          'where the keyword is in the new file, from which offsets count; null without a keyword',
        ),
        by: choice(['keyword', 'label', 'samePlace', 'none']).means(
          '依据：keyword 定位文字，label 邻近标签，samePlace 原位，none 未找到',
          'what the place was found by: keyword; label, the nearest one; samePlace, where it was; none, no place',
        ),
        score: number().means('可信度，0 至 1', 'how certain it is, 0 to 1'),
        doubtful: boolean().means('须由人确认', 'whether a person has to confirm it'),
      }),
    ),
  ),
  title: { zh: '换文件时移动控件', en: 'Move controls to another file' },
  example: {
    fromFileUrl: 'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf',
    toFileUrl: 'files/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.pdf',
    components: [
      { pageNum: 1, positionX: 120, positionY: 300, specialAttribute: { width: 160, height: 24 } },
    ],
  },
});
