import type { Window } from './browser.js';

const moving = `document.getAnimations()
  .filter((animation) => animation.effect.getTiming().iterations !== Infinity && animation.playState === 'running')
  .length`;

/** Whether people with disabilities can use the page, once it has come to rest; with a picture of it. */
export async function lookAt(window: Window, picture: string): Promise<void> {
  const { page } = window;
  // While something fades in its words are pale: looked at is what stays.
  for (let calm = 0; calm < 3; ) {
    calm = (await page.evaluate(moving)) === 0 ? calm + 1 : 0;
    await page.waitForTimeout(50);
  }
  await window.checkAccess();
  await window.picture(picture);
}
