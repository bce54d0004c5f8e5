// The contracts of this run as a workbook.
import { writeFile } from 'node:fs/promises';
import { expectThat, note, scene, step, table } from '../stage.mjs';
import { rowsOfWorkbook } from '../workbook.mjs';

const WORKBOOK = 'contracts.xlsx';

/** @param flowIds those that the other scenes have started */
export async function playExport({ buyer }, flowIds) {
  scene('导出', 'an export');
  const { client } = buyer.owner;

  step('导出企业合同', 'all contracts of the enterprise since the first of this run');
  const { flowStartTime } = await client.call('/signTask/contract/taskInfo', { flowId: flowIds[0] });
  const filter = { queryTimeType: 0, flowStartTime };
  const workbook = await client.download('/signTask/enterpriseContracts/export', filter);
  await writeFile(WORKBOOK, workbook);
  const [head, ...rows] = rowsOfWorkbook(workbook);
  const count = await client.call('/signTask/enterpriseContracts/enterpriseContractsCount', filter);
  note(`${WORKBOOK}，${rows.length} 行 / rows`);
  expectThat(rows.length === count && count >= flowIds.length, 'the workbook has a row for each contract');
  table(
    head.slice(0, 4),
    rows.map((row) => row.slice(0, 4)),
  );
}
