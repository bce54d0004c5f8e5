import { texts } from '../../shared/text/language.js';

export const draftListTexts = texts(
  {
    untitled: '未命名的合同',
    fromFile: '上传文件',
    fromTemplate: '用模板',
    at: (step: number, time: string) => `停在第 ${step} 步 · ${time} 保存`,
    discard: (name: string) => `放弃草稿 ${name}`,
    discardTitle: '放弃这份草稿？',
    discardText: (name: string) => `“${name}”中已填写的内容将被删除，不能恢复。`,
    discardVerb: '放弃草稿',
    keep: '保留',
    what: '草稿',
  },
  {
    untitled: 'Untitled contract',
    fromFile: 'From files',
    fromTemplate: 'From a template',
    at: (step: number, time: string) => `Left at step ${step} · saved ${time}`,
    discard: (name: string) => `Discard draft ${name}`,
    discardTitle: 'Discard this draft?',
    discardText: (name: string) => `What you entered in “${name}” will be deleted and cannot be restored.`,
    discardVerb: 'Discard draft',
    keep: 'Keep',
    what: 'drafts',
  },
);
