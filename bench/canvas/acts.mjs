// What both parts of the benchmark do in a page with the canvas.

export const ROUNDS = 3;
export const SLOWDOWN = Number(process.env['CPU'] ?? 1);

const FRAMES = 120;
/** An interval of this many frames and more has dropped one. */
const DROPPED = 1.5;
const FRAME_MS = 1000 / 60;

/** Slows the processor of the page down, and counts its script from now on. */
export async function slowedDown(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await session.send('Performance.enable');
  return session;
}

/**
 * A drag that moves the pointer in every frame.
 * @returns script per frame and intervals between frames, both in ms, and how many frames were dropped
 */
export async function drag(page, session, control) {
  const box = await control.boundingBox();
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.evaluate(`{
    globalThis.frames = [];
    const note = (now) => { globalThis.frames.push(now); globalThis.noting = requestAnimationFrame(note); };
    globalThis.noting = requestAnimationFrame(note);
  }`);
  const before = await scriptTime(session);
  for (let frame = 0; frame < FRAMES; frame += 1) {
    await page.mouse.move(from.x + 20 + frame, from.y + 20 + 2 * frame);
  }
  const spent = (await scriptTime(session)) - before;
  const frames = await page.evaluate('cancelAnimationFrame(globalThis.noting), globalThis.frames');
  await page.mouse.up();
  const intervals = frames.slice(1).map((at, index) => at - frames[index]);
  const late = intervals.filter((interval) => interval > DROPPED * FRAME_MS);
  const dropped = late.reduce((sum, interval) => sum + Math.round(interval / FRAME_MS) - 1, 0);
  return { script: spent / Math.max(1, frames.length), intervals, dropped };
}

/** Milliseconds of script since the page was opened. */
async function scriptTime(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration').value * 1000;
}

/** Script that presses the button with this text. */
export function press(name) {
  return `[...document.querySelectorAll('button')].find((each) => each.textContent === '${name}').click()`;
}

/** From an act to the frame that shows it. */
export function timeOf(page, act) {
  return page.evaluate(`new Promise((resolve) => {
    const from = performance.now();
    ${act};
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
  })`);
}
