import type { Window } from './browser.js';

/** Checks accessibility once the page has come to rest, and keeps a screenshot. */
export async function lookAt(window: Window, picture: string): Promise<void> {
  await window.checkAccess();
  await window.picture(picture);
}
