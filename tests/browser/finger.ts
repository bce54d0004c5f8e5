import type { Page } from 'playwright-core';

interface Point {
  readonly x: number;
  readonly y: number;
}

const STEPS = 12;

/** Drags by touch on a phone, and with the mouse on a desktop. */
export async function drag(page: Page, byFinger: boolean, from: Point, to: Point): Promise<void> {
  const way = Array.from({ length: STEPS }, (_, index) => ({
    x: from.x + ((to.x - from.x) * (index + 1)) / STEPS,
    y: from.y + ((to.y - from.y) * (index + 1)) / STEPS,
  }));
  if (!byFinger) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const { x, y } of way) await page.mouse.move(x, y);
    await page.mouse.up();
    return;
  }
  const screen = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }) => ({ x, y })) });
  await touch('touchStart', [from]);
  for (const point of way) await touch('touchMove', [point]);
  await touch('touchEnd', []);
  await screen.detach();
}

/** The centre of the element. */
export async function middleOf(page: Page, selector: string): Promise<Point> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not in sight`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
