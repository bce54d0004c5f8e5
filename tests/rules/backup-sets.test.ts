/** Names of backup sets. */
import { newSetName } from '@cinnabar/server/backup/manifest.js';
import { describe, expect, it } from 'vitest';

const noon = new Date('2026-11-29T12:00:00.900Z');

describe('the name of a backup set', () => {
  it('says when the set was made', () => {
    expect(newSetName(noon, null)).toMatch(/^20261129T120000Z-[0-9a-f]{6}$/);
    expect(newSetName(noon, '20261128T235959Z-ffffff')).toMatch(/^20261129T120000Z-[0-9a-f]{6}$/);
  });

  it('sorts after that of the set before, made within the same second', () => {
    expect(newSetName(noon, '20261129T120000Z-ffffff')).toMatch(/^20261129T120001Z-/);
    let newest: string | null = null;
    const names = Array.from({ length: 70 }, () => {
      newest = newSetName(noon, newest);
      return newest;
    });
    expect(names.toSorted()).toEqual(names);
    expect(names.at(-1)).toMatch(/^20261129T120109Z-/);
  });

  it('sorts after that of a set made before the clock was set back', () => {
    expect(newSetName(noon, '20261231T235959Z-000000')).toMatch(/^20270101T000000Z-/);
  });
});
