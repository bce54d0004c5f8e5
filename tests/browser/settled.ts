import type { Window } from './browser.js';

const moving = `document.getAnimations()
  .filter((animation) => animation.effect.getTiming().iterations !== Infinity && animation.playState === 'running')
  .length`;

/** Checks accessibility once the page has come to rest, and keeps a screenshot. */
export async function lookAt(window: Window, picture: string): Promise<void> {
  const { page } = window;
  // During fading the contrast is low, so only the final state is checked.
  for (let calm = 0; calm < 3; ) {
    calm = (await page.evaluate(moving)) === 0 ? calm + 1 : 0;
    await page.waitForTimeout(50);
  }
  await window.checkAccess();
  await window.picture(picture);
}
