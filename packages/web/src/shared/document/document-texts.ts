import { texts } from '../text/language.js';

export const documentTexts = texts(
  {
    document: '合同页面',
    page: (page: number, total: number) => `第 ${page} 页，共 ${total} 页`,
    zoomIn: '放大',
    zoomOut: '缩小',
    fit: '适合宽度',
    jump: '跳到页',
    textView: '文字版',
    larger: '放大文字',
    smaller: '缩小文字',
    reading: '正在读取…',
    noText: '本页没有可读取的文字，可能是扫描件。',
  },
  {
    document: 'Pages of the contract',
    page: (page: number, total: number) => `Page ${page} of ${total}`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit width',
    jump: 'Go to page',
    textView: 'Text',
    larger: 'Larger type',
    smaller: 'Smaller type',
    reading: 'Loading…',
    noText: 'This page has no readable text; it may be a scan.',
  },
);
