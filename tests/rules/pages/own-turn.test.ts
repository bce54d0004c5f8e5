import { expect, test } from 'vitest';
import { isOwnTurn } from '../../../packages/web/src/console/shell/own-turn.js';

const viewer = { personName: '王芳', corpName: '星河科技有限公司' };

test.each([
  {
    whose: 'the person for the enterprise in sight',
    psnName: '王芳',
    corpName: '星河科技有限公司',
    own: true,
  },
  { whose: 'a colleague', psnName: '李明', corpName: '星河科技有限公司', own: false },
  { whose: 'a namesake elsewhere', psnName: '王芳', corpName: '云帆贸易有限公司', own: false },
  { whose: 'somebody for themselves', psnName: '王芳', corpName: '', own: false },
  { whose: 'an enterprise without a person yet', psnName: '', corpName: '星河科技有限公司', own: false },
])('the turn of $whose is one’s own: $own', ({ psnName, corpName, own }) => {
  expect(isOwnTurn({ psnName, corpName }, viewer)).toBe(own);
});
