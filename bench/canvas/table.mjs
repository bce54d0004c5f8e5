// The table of the benchmark: what was measured with a number of controls, each beside its target.
import { median, ms, quantile } from '../support/statistics.mjs';

/** Milliseconds, and MB of memory; on a processor slowed down four times. */
const TARGETS = { open: 2000, script: 4, interval: 17, dropped: 0, act: 50, memory: 350 };

/** Times until the page is ready for what `what` says. */
export function openRow(count, what, times) {
  return row(count, `open until ${what}`, times, TARGETS.open);
}

/** What `drag` has returned each time; `when` says which drags they are. */
export function dragRows(count, when, drags) {
  const script = drags.map((drag) => drag.script);
  const intervals = drags.flatMap((drag) => drag.intervals);
  const dropped = drags.map((drag) => drag.dropped);
  return [
    row(count, `script per frame ${when}`, script, TARGETS.script),
    row(count, `interval between frames ${when}`, intervals, TARGETS.interval),
    countRow(count, `dropped frames ${when}`, dropped, TARGETS.dropped),
  ];
}

/** Times of the acts on all controls, and the memory of the page after them. */
export function actRows(count, { select, align, undo, memory }) {
  return [
    row(count, 'select all', select, TARGETS.act),
    row(count, 'align all', align, TARGETS.act),
    row(count, 'undo it', undo, TARGETS.act),
    row(count, 'memory of the page', memory, TARGETS.memory, 'MB'),
  ];
}

/** One row: median and 95th percentile of the values, then their target. Without a target the last cell is empty. */
export function row(count, what, values, target, unit = 'ms') {
  const withUnit = (value) => `${value} ${unit}`;
  const shown = [ms(median(values)), ms(quantile(values, 0.95))].map(withUnit);
  return [count, what, ...shown, target === null ? '' : withUnit(target)];
}

function countRow(count, what, values, target) {
  return [count, what, median(values), quantile(values, 0.95), target];
}
