import { MachineClock } from '@cinnabar/server/jobs/machine-clock.js';
import { expect, test } from 'vitest';

const HOUR = 3_600_000;

test.each([
  ['none', 0, 0],
  ['a correction of a time service', -9_000, 0],
  ['forward by an hour', HOUR, HOUR],
  ['back by an hour', -HOUR, -HOUR],
])('steps of the machine’s clock: %s', (_name, set, told) => {
  let [wall, counting] = [1_800_000_000_000, 5_000];
  const clock = new MachineClock(
    () => wall,
    () => counting,
  );
  counting += 15_000;
  wall += 15_000 + set;
  expect(clock.step()).toBe(told);
  expect(clock.step()).toBe(0);
});
