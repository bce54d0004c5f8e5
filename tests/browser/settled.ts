import type { Window } from './browser.js';

/** While something fades in its words are pale: looked at is what stays. */
const running = `Promise.all(document.getAnimations()
  .filter((animation) => animation.effect.getTiming().iterations !== Infinity)
  .map((animation) => animation.finished.catch(() => null))).then(() => null)`;

/** Whether people with disabilities can use the page, once it has come to rest; with a picture of it. */
export async function lookAt(window: Window, picture: string): Promise<void> {
  await window.page.evaluate(running);
  await window.checkAccess();
  await window.picture(picture);
}
