import { texts } from '../text/language.js';

export const documentTexts = texts(
  {
    document: '合同页面',
    page: (page: number, total: number) => `第 ${page} 页，共 ${total} 页`,
    zoomIn: '放大',
    zoomOut: '缩小',
    fit: '适合宽度',
    jump: '跳到页',
  },
  {
    document: 'Pages of the contract',
    page: (page: number, total: number) => `Page ${page} of ${total}`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit width',
    jump: 'Go to page',
  },
);
