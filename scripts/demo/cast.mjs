// The people and enterprises of demo.json, each with a client that acts for them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from './client.mjs';

/** Two enterprises, each with an owner and a member without a role, and a person who is a member of the first. */
export async function assemble({ baseUrl, dataDir }) {
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const [first, second] = demo.enterprises;
  const enter = async (enterprise, person) => ({
    ...person,
    client: await Client.signIn(baseUrl, enterprise, person),
  });
  const enterpriseOf = async (enterprise) => ({
    ...enterprise,
    owner: await enter(enterprise, enterprise.owner),
    member: await enter(enterprise, enterprise.member),
  });
  const [buyer, supplier, person] = [
    await enterpriseOf(first),
    await enterpriseOf(second),
    await enter(first, demo.person),
  ];
  return { baseUrl, buyer, supplier, person };
}

/** The sample contract, uploaded by a member; every template and flow may reuse the upload. */
export async function uploadContract({ client }) {
  const pdf = await readFile(new URL('../sample/purchase-contract.pdf', import.meta.url));
  return client.upload('/template/uploadContractFile', '设备采购合同.pdf', pdf);
}
