import { texts } from '../text/language.js';

export const handwritingTexts = texts(
  {
    padTitle: '手写签名',
    padHint: '请在此处书写您的姓名',
    undo: '撤销一笔',
    clear: '清除',
    use: '使用此签名',
    keepIt: '保存为我的签名',
    padEmpty: '请完整书写您的姓名',
  },
  {
    padTitle: 'Handwriting',
    padHint: 'Write your name here',
    undo: 'Undo stroke',
    clear: 'Clear',
    use: 'Use this',
    keepIt: 'Save as my signature',
    padEmpty: 'Please write your full name',
  },
);
