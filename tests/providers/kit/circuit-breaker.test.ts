import { type BreakerState, CircuitBreaker } from '@cinnabar/server/providers/kit/circuit-breaker.js';
import { describe, expect, test } from 'vitest';

function openBreaker() {
  let time = 0;
  const states: BreakerState[] = [];
  const breaker = new CircuitBreaker({ now: () => time, onChange: (state) => states.push(state) });
  return {
    breaker,
    states,
    later: (milliseconds: number) => {
      time += milliseconds;
    },
    fail: (times: number) => {
      for (let count = 0; count < times; count += 1) breaker.admit()?.failed();
    },
  };
}

describe('a circuit breaker', () => {
  test('suspends requests after five consecutive failures', () => {
    const { breaker, fail } = openBreaker();
    fail(4);
    breaker.admit()?.answered();
    fail(4);
    expect(breaker.state).toBe('closed');
    fail(1);
    expect(breaker.state).toBe('open');
    expect(breaker.admit()).toBeNull();
  });

  test('tries a single request after a pause, and resumes if it is answered', () => {
    const { breaker, states, fail, later } = openBreaker();
    fail(5);
    later(5_000);
    const trial = breaker.admit();
    expect(breaker.admit()).toBeNull();
    trial?.answered();
    expect(breaker.admit()).not.toBeNull();
    expect(states).toEqual(['open', 'half-open', 'closed']);
  });

  test('doubles the pause with every failed trial, up to a minute', () => {
    const { breaker, fail, later } = openBreaker();
    fail(5);
    for (const pause of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      later(pause - 1);
      expect(breaker.admit()).toBeNull();
      later(1);
      fail(1);
    }
    later(60_000);
    breaker.admit()?.answered();
    fail(5);
    later(5_000);
    expect(breaker.admit()).not.toBeNull();
  });

  test('is not held open by requests that were sent before it opened', () => {
    const { breaker, fail, later } = openBreaker();
    const slow = breaker.admit();
    fail(5);
    later(5_000);
    const trial = breaker.admit();
    slow?.failed();
    trial?.answered();
    expect(breaker.state).toBe('closed');
  });
});
