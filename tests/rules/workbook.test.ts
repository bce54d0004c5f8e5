import type { Cell, WorkbookColumn } from '@cinnabar/server/workbook/sheet-xml.js';
import { writeWorkbook } from '@cinnabar/server/workbook/write-workbook.js';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';

const columns: readonly WorkbookColumn[] = [
  { header: '编号', width: 14, kind: 'number' },
  { header: '名称', width: 40, kind: 'text' },
  { header: '时间', width: 20, kind: 'time' },
];

type Rows = readonly (readonly Cell[])[];

async function* batchesOf(...batches: readonly Rows[]): AsyncGenerator<Rows> {
  yield* batches;
}

async function readBack(bytes: AsyncIterable<Uint8Array>) {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  const { sheets } = await readXlsx(new Uint8Array(Buffer.concat(parts)));
  return sheets.map(({ name, rows }) => ({ name, rows }));
}

describe('a workbook', () => {
  it('contains numbers, times and texts as they are, formulas, markup and control characters included', async () => {
    const texts = ['=1+1', '<a & "b">', '_x0041_', '第一行\n第二行', '\u0001', '  ', '𠮷', ']]>'];
    const time = Date.UTC(2026, 10, 22, 23, 59, 59);
    const rows = texts.map((text, index): readonly Cell[] => [800_000_000 + index, text, time]);
    const [sheet] = await readBack(writeWorkbook('合同', columns, batchesOf(rows)));
    expect(sheet?.name).toBe('合同');
    expect(sheet?.rows[0]).toEqual(['编号', '名称', '时间']);
    expect(sheet?.rows.slice(1)).toEqual(
      texts.map((text, index) => [800_000_000 + index, text, new Date(time)]),
    );
  });

  it('leaves cells without a value empty', async () => {
    const [sheet] = await readBack(writeWorkbook('合同', columns, batchesOf([[1, '', null]])));
    expect(sheet?.rows[1]?.filter((cell) => cell !== null)).toEqual([1]);
  });

  it('continues on further sheets where one is full', async () => {
    const row = (number: number): readonly Cell[] => [number, `第${number}份`, null];
    const batches = batchesOf([1, 2].map(row), [3, 4, 5, 6, 7].map(row), [8, 9].map(row));
    const sheets = await readBack(writeWorkbook('合同', columns, batches, 3));
    const numbers = sheets.map(({ name, rows }) => [name, ...rows.slice(1).map(([number]) => number)]);
    expect(numbers).toEqual([
      ['合同', 1, 2, 3],
      ['合同 2', 4, 5, 6],
      ['合同 3', 7, 8, 9],
    ]);
  });

  it('fails if reading its rows fails', async () => {
    async function* broken(): AsyncGenerator<Rows> {
      yield [[1, '一', null]];
      throw new Error('the database is gone');
    }
    await expect(readBack(writeWorkbook('合同', columns, broken()))).rejects.toThrow('the database is gone');
  });

  it('stops reading rows when its reader stops', async () => {
    let stopped = false;
    async function* endless(): AsyncGenerator<Rows> {
      try {
        for (let number = 0; ; number += 1) yield [[number, `${number}`.repeat(1000), null]];
      } finally {
        stopped = true;
      }
    }
    for await (const part of writeWorkbook('合同', columns, endless())) {
      if (part.length > 1000) break;
    }
    await expect.poll(() => stopped).toBe(true);
  });
});
