import { MAX_PNG_PIXELS, MAX_PNG_SIDE } from '@cinnabar/pdf/layout/png-structure.js';
import type { SealImageRefusal } from '@cinnabar/pdf/seals/image/read-seal-image.js';
import type { Words } from '../../operation/refusal.js';

const MEGAPIXELS = MAX_PNG_PIXELS / 1_000_000;

/** Human-readable reason why a picture cannot become a seal. */
export const SEAL_IMAGE_WORDS: Readonly<Record<SealImageRefusal, Words>> = {
  NOT_A_PNG: { zh: '文件不是 PNG 图片', en: 'the file is no PNG image' },
  TOO_LARGE: {
    zh: `图片每边不得超过 ${MAX_PNG_SIDE} 像素，总计不得超过 ${MEGAPIXELS} 百万像素`,
    en: `the image must not exceed ${MAX_PNG_SIDE} px a side and ${MEGAPIXELS} megapixels`,
  },
  BROKEN: { zh: '图片已损坏，无法读取', en: 'the image is broken and cannot be read' },
  BLANK: { zh: '图片上没有找到印章', en: 'no seal is to be seen on the image' },
};
