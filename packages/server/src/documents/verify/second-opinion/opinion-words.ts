import type { UnfinishedReason } from './second-opinion.js';

/** Why the renderings were not compared to the end, for people. */
export const UNFINISHED_WORDS: Readonly<
  Record<UnfinishedReason, { readonly zh: string; readonly en: string }>
> = {
  BUDGET: {
    zh: '页面太多或太复杂，未能在限定时间内比完',
    en: 'The pages took longer than may be spent on them.',
  },
  MEMORY: { zh: '页面所需的内存超过限度', en: 'The pages took more memory than they may have.' },
  UNREADABLE: {
    zh: '比对所用的程序（PDFium）打不开签署时的版本或现在的文件',
    en: 'The program that compares (PDFium) does not open the signed version or the present file.',
  },
  FAILED: { zh: '比对所用的程序（PDFium）中途出错', en: 'The program that compares (PDFium) failed.' },
};
