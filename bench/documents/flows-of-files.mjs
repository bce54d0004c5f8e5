// Signs flows of several files over HTTP: every file gets a signature, in one commit.
import { makeTemplate, openEnterprises } from '../support/parties.mjs';
import { forgetPeak, peakOf } from '../support/peak-memory.mjs';
import { playFlow } from '../support/play-flow.mjs';
import { startService } from '../support/service.mjs';
import { signingLimit } from '../support/signing-limit.mjs';
import { median, ms, printTable, quantile } from '../support/statistics.mjs';

const FILES = [1, 3, 10];

export async function compareFlows(rounds) {
  console.log(
    `\nsignContract of flows of 2-page files over HTTP, one seal in each; medians of ${2 * rounds}.`,
  );
  console.log('limit: for each file one P-256 signature, one SHA-256, written to the disk (fsync).');
  console.log('Peak: of the whole service, since the first flow of that size.\n');
  const service = await startService();
  try {
    let took = [];
    const noting = (path, time) => {
      if (path === '/signTask/signContract') took.push(time);
    };
    const enterprises = await openEnterprises(service, noting);
    const sides = enterprises.map(({ corpName, owner }) => ({ corpName, signer: owner }));
    const rows = [];
    for (const files of FILES) {
      const template = await makeTemplate(enterprises[0], files);
      const flowId = await playFlow(template, sides, 'pwd');
      forgetPeak(service.pid);
      took = [];
      const limits = [];
      const size = await signedSize(service, sides[0].signer, flowId);
      for (let round = 0; round < rounds; round += 1) {
        await playFlow(template, sides, 'pwd');
        limits.push(signingLimit(files, size));
      }
      rows.push([
        files,
        ms(median(took)),
        ms(quantile(took, 0.9)),
        ms(median(took) / files),
        ms(median(limits)),
        (median(took) / median(limits)).toFixed(1),
        ms(peakOf(service.pid)),
      ]);
    }
    printTable(['files', 'ms', 'p90 ms', 'ms per file', 'limit ms', 'of limit', 'peak MB'], rows);
  } finally {
    await service.stop();
  }
}

/** Size of a file with both signatures, bytes. */
async function signedSize({ statement }, { client }, flowId) {
  const [{ file }] = await statement(
    'select min(file_id)::float8 as file from flow_files where flow_id = $1',
    [flowId],
  );
  const body = Buffer.from(JSON.stringify({ flowId, fileId: file }));
  const { status, bytes } = await client.send('POST', '/signTask/contract/download', body, client.headers);
  if (status !== 200 || !bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
    throw new Error(`expected a PDF, got ${status} ${bytes.toString('utf8').slice(0, 200)}`);
  return bytes.length;
}
