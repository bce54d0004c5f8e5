import type { ChangeKind } from './document-change.js';

/** Human-readable description of a later revision's change. */
export const CHANGE_WORDS: Readonly<Record<ChangeKind, { readonly zh: string; readonly en: string }>> = {
  SIGNATURE_ADDED: { zh: '新增签名', en: 'A signature was added' },
  TIMESTAMP_ADDED: { zh: '新增文档时间戳', en: 'A document timestamp was added' },
  SIGNATURE_FIELD_ADDED: { zh: '新增空白签名域', en: 'An empty signature field was added' },
  FIELD_FILLED: { zh: '填写了空白表单域', en: 'An empty form field was filled in' },
  FIELD_VALUE_CHANGED: { zh: '修改了表单域的值', en: 'The value of a form field was changed' },
  VALIDATION_DATA_ADDED: {
    zh: '新增验证材料（证书与吊销信息）',
    en: 'Validation data was added (certificates, revocation)',
  },
  VALIDATION_DATA_REMOVED: {
    zh: '移除了部分验证材料（证书或吊销信息）',
    en: 'Validation data was removed (certificates, revocation)',
  },
  VALIDATION_DATA_UNREADABLE: {
    zh: '新增了无法识别的验证材料',
    en: 'Data was added that is declared as validation data but is not readable as such',
  },
  TAGS_ADDED: {
    zh: '为新增的签名域补充了结构标签（供朗读使用）',
    en: 'Accessibility tags for a new signature field were added',
  },
  PAGE_COVERED: {
    zh: '新签名的图案可能遮盖页面内容',
    en: 'The appearance of a new signature may cover page content',
  },
  METADATA_CHANGED: {
    zh: '文件属性（元数据）有变化',
    en: 'The document properties (metadata) were changed',
  },
  VERSION_RAISED: { zh: '声明了更高的 PDF 版本', en: 'A higher PDF version was declared' },
  OBJECT_REWRITTEN: {
    zh: '原样重写了对象，内容不变',
    en: 'Objects were rewritten without changes',
  },
  UNACCOUNTED_BYTES: {
    zh: '附加了文件结构未说明的字节',
    en: 'Bytes were added that the structure does not account for',
  },
  MALFORMED_REVISION: { zh: '附加了结构不合规的版本', en: 'A malformed revision was added' },
  UNUSUAL_REVISION: {
    zh: '附加的版本写法不规范，不同程序可能读出不同内容',
    en: 'A revision was added that programs may read differently',
  },
  CATALOG_CHANGED: { zh: '文件目录被修改', en: 'The catalog of the document was changed' },
  PAGE_TREE_CHANGED: {
    zh: '页面被增加、删除或调换',
    en: 'Pages were added, removed or reordered',
  },
  PAGE_CHANGED: { zh: '页面属性被修改', en: 'A page was changed' },
  PAGE_CONTENT_CHANGED: { zh: '页面内容被修改', en: 'The content of a page was changed' },
  RESOURCE_CHANGED: { zh: '页面所用的资源被修改', en: 'A resource used by a page was changed' },
  FONT_CHANGED: { zh: '字体被修改', en: 'A font was changed' },
  LAYER_CHANGED: { zh: '图层的显示被修改', en: 'The visibility of layers was changed' },
  ANNOTATION_ADDED: { zh: '新增批注', en: 'An annotation was added' },
  ANNOTATION_CHANGED: { zh: '批注被修改', en: 'An annotation was changed' },
  ANNOTATION_REMOVED: { zh: '批注被删除', en: 'An annotation was removed' },
  FORM_CHANGED: { zh: '表单设置被修改', en: 'The form was changed' },
  FIELD_ADDED: { zh: '新增表单域', en: 'A form field was added' },
  FIELD_CHANGED: { zh: '表单域被修改', en: 'A form field was changed' },
  FIELD_OVERLAID: { zh: '表单域的外观遮盖了页面', en: 'A form field now hides part of a page' },
  FIELD_REMOVED: { zh: '表单域被删除', en: 'A form field was removed' },
  SIGNATURE_CHANGED: { zh: '已有签名被修改', en: 'An existing signature was changed' },
  SIGNATURE_REMOVED: { zh: '已有签名被移除', en: 'An existing signature was removed' },
  OBJECT_DEFINED: {
    zh: '预先埋入的对象被启用',
    en: 'An object that previously was only referred to was defined',
  },
  OBJECT_CHANGED: { zh: '对象被修改', en: 'An object was changed' },
};
