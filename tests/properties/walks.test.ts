/**
 * Random walks over contracts with filling, consent, payment and signing agree with a model that knows nothing of the
 * service. WALK_SEED repeats a run; a walk that disagrees is printed step by step.
 */
import { describe, expect, test } from 'vitest';
import { ContractByRules } from './by-rules.js';
import { begin, passTime, step } from './contract-model.js';
import { chooseSeed, MINUTES, nameOf, STEPS, TIME_PASSES_BEFORE, walkOf } from './random-walk.js';
import { shownBy } from './shown.js';

const seed = chooseSeed();
console.info(`WALK_SEED=${seed}`);

describe('2000 walks of 30 steps', () => {
  test('by the pure rules', () => {
    const visited = new Set<number>();
    for (let number = 0; number < 2000; number += 1) {
      const walk = walkOf(seed + number);
      const rules = new ContractByRules(walk.scenario);
      let contract = begin(walk.scenario);
      const path: string[] = [JSON.stringify(walk.scenario)];
      for (let index = 0; index < STEPS; index += 1) {
        if (TIME_PASSES_BEFORE.includes(index)) {
          contract = passTime(contract, MINUTES);
          rules.passTime(MINUTES);
          path.push('time passes');
        }
        const command = walk.next(contract);
        const { outcome, after } = step(contract, command);
        path.push(`${nameOf(command)}: ${outcome}`);
        expect([seed + number, path, rules.do(command)]).toEqual([seed + number, path, outcome]);
        contract = after;
        expect([seed + number, path, rules.shown()]).toEqual([seed + number, path, shownBy(contract)]);
        visited.add(contract.status);
      }
    }
    // The walks get everywhere.
    expect([...visited].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
