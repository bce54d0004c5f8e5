import { texts } from '../text/language.js';

export const stopTexts = texts(
  {
    stop: '停用',
    title: (name: string) => `停用“${name}”？`,
    counting: '正在查询受影响的合同…',
    effect: (count: number) =>
      count === 0
        ? '停用后不能再盖此章，没有合同在等它。随时可以恢复。'
        : `停用后，${count} 份等待中的合同将不能盖此章，继续等待。随时可以恢复。`,
    confidential: '保密合同不在其中计数。',
    reasons: '遗失|更换新章|保管人离职|暂停使用',
    stopped: (name: string) => `已停用“${name}”`,
    resume: '恢复使用',
    resuming: '正在恢复…',
    resumed: (name: string) => `已恢复“${name}”`,
  },
  {
    stop: 'Suspend',
    title: (name: string) => `Suspend “${name}”?`,
    counting: 'Counting the contracts concerned…',
    effect: (count: number) =>
      count === 0
        ? 'It can no longer be placed. No contract waits for it. It can be resumed at any time.'
        : `It can no longer be placed. Contracts that wait for it: ${count}; they go on waiting. It can be resumed at any time.`,
    confidential: 'Confidential contracts are not counted.',
    reasons: 'Lost|Replaced|Keeper has left|Out of use',
    stopped: (name: string) => `“${name}” was suspended`,
    resume: 'Resume',
    resuming: 'Resuming…',
    resumed: (name: string) => `“${name}” was resumed`,
  },
);
