import type { UnfinishedReason } from './second-opinion.js';

/** Human-readable reasons why the comparison was not completed. */
export const UNFINISHED_WORDS: Readonly<
  Record<UnfinishedReason, { readonly zh: string; readonly en: string }>
> = {
  BUDGET: {
    zh: '页面太多或太复杂，未能在限定时间内比完',
    en: 'The time limit was exceeded.',
  },
  MEMORY: { zh: '页面所需的内存超过限度', en: 'The memory limit was exceeded.' },
  UNREADABLE: {
    zh: '比对所用的程序（PDFium）打不开签署时的版本或现在的文件',
    en: 'The renderer (PDFium) cannot open the signed version or the current file.',
  },
  FAILED: { zh: '比对所用的程序（PDFium）中途出错', en: 'The renderer (PDFium) failed.' },
};
