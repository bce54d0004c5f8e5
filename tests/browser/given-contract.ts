/** Contracts for the pages, created over HTTP: the sample's Chinese text, with signature areas at its seals. */
import { readFileSync } from 'node:fs';
import { contractTaskInfo, getSignUrl } from '@cinnabar/api/operations/flows.js';
import { addComponent, addTemplate } from '@cinnabar/api/operations/templates.js';
import type { Client } from '../support/client.js';
import type { Enterprise, Person } from '../support/given-enterprise.js';
import { as, contractPdf, type FlowId, type GivenTemplate, startFlow } from '../support/given-flow.js';

const sample = new URL('../../scripts/sample/purchase-contract.pdf', import.meta.url);

export interface AreaWish {
  /** 1 the first party, 2 the second. */
  readonly of: 1 | 2;
  readonly name: string;
  readonly file?: number;
  readonly page?: number;
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly required?: 0 | 1;
  readonly seam?: boolean;
}

export interface ContractOptions {
  readonly title: string;
  /** 1 an enterprise, 0 a person. */
  readonly second: 0 | 1;
  /** Both in parallel, or in sequence. */
  readonly parallel?: boolean;
  readonly areas: readonly AreaWish[];
  /** Names of the files; the first is the sample. */
  readonly files?: readonly string[];
  /** Instead of the sample: a plain text with this many pages. */
  readonly pages?: number;
}

interface Uploaded {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
}

export async function givenContract(client: Client, options: ContractOptions): Promise<GivenTemplate> {
  const contractFileList: Uploaded[] = [];
  for (const name of options.files ?? ['设备采购合同.pdf']) {
    const bytes = options.pages === undefined ? readFileSync(sample) : await contractPdf(options.pages);
    const file = { name, bytes, mediaType: 'application/pdf' };
    const { envelope } = await client.upload<Uploaded>('/template/uploadContractFile', file);
    if (envelope.code !== '200') throw new Error(JSON.stringify(envelope));
    contractFileList.push(envelope.data);
  }
  const common = { participateBizType: ['2' as const] };
  const parties = [
    { ...common, participantFlag: '甲方', participantType: 1 as const, participantSetMode: 3 as const },
    { ...common, participantFlag: '乙方', participantType: options.second, participantSetMode: 0 as const },
  ];
  const detail = await client.data(addTemplate, {
    templateName: options.title,
    participantList: parties.map((party, index) => ({
      ...party,
      draftSort: index + 1,
      signOrder: options.parallel === true ? 1 : index + 1,
    })),
    contractFileList,
  });
  const components = options.areas.map((area) => {
    const party = detail.participantList[area.of - 1];
    const file = detail.contractFileList[area.file ?? 0];
    if (party === undefined || file === undefined) throw new Error('the template lost a part');
    const size = area.width === undefined ? {} : { width: area.width, height: area.height ?? 60 };
    return {
      participantId: party.participantId,
      contractFileId: file.fileId,
      componentName: area.name,
      componentType: 6,
      required: area.required ?? (1 as const),
      pageNum: area.page ?? 2,
      positionX: area.x ?? (area.of === 1 ? 146 : 471),
      positionY: area.y ?? 755,
      specialAttribute: {
        showSignDate: 0 as const,
        ...size,
        ...(area.seam === true ? { signStyle: 2 as const } : {}),
      },
    };
  });
  if (components.length > 0) await client.data(addComponent, { templateId: detail.templateId, components });
  return { templateId: detail.templateId, detail, files: [] };
}

export async function startContract(
  first: Enterprise,
  template: GivenTemplate,
  second: { readonly person: Person; readonly enterprise: Enterprise | null },
  more: Partial<Parameters<typeof startFlow>[2]> = {},
): Promise<FlowId> {
  const { flowId } = await startFlow(first.owner.client, template, {
    ...more,
    participantList: [as('乙方', second.person, second.enterprise)],
  });
  return flowId;
}

/** The address in the text message to a signer. */
export async function signAddress(
  client: Client,
  flowId: FlowId,
  flag: '甲方' | '乙方',
  returnUrl?: string,
): Promise<string> {
  const { participantList } = await client.data(contractTaskInfo, { flowId });
  const part = participantList.find(({ participantFlag }) => participantFlag === flag);
  if (part === undefined) throw new Error(`no ${flag}`);
  const options = returnUrl === undefined ? {} : { returnUrl };
  return client.data(getSignUrl, { flowId, participantId: part.participantId, ...options });
}
