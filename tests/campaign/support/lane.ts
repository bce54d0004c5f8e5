/**
 * Two enterprises that go through one contract after another. Each lane has people of its own, because a verification code
 * belongs to one mobile number.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  batchStartSignFlow,
  contractCancel,
  contractDownload,
  contractRefuse,
  fillComponentList,
  fillSignForm,
  signComponentList,
  signContract,
  signWish,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { unzipSync } from 'fflate';
import type { RunningApp } from '../../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../../support/given-enterprise.js';
import {
  as,
  contractPdf,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
} from '../../support/given-flow.js';
import { type Caller, call, read } from './patient-caller.js';

/** An enterprise that other programs may know, too. */
export type Side = Omit<Enterprise, 'corpId' | 'member' | 'anotherApplication'>;

export interface Lane {
  readonly buyer: Side;
  readonly seller: Side;
  /** Two files, with nothing to fill. */
  readonly plain: GivenTemplate;
  /** One file, with a value of each party. */
  readonly filled: GivenTemplate;
  readonly upload: Uint8Array<ArrayBuffer>;
}

export async function givenLane(app: RunningApp): Promise<Lane> {
  const buyer = await givenEnterprise(app, { contracts: 1_000_000 });
  const seller = await givenEnterprise(app);
  await givenSeal(buyer);
  await givenSeal(seller);
  return makeLane(buyer, seller);
}

/** Of enterprises that have seals. */
export async function makeLane(buyer: Side, seller: Side): Promise<Lane> {
  const plain = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', mode: 0, signOrder: 1, area: true },
    ],
    files: 2,
  });
  const filled = await givenTemplate(buyer.owner.client);
  return { buyer, seller, plain, filled, upload: Uint8Array.from(await contractPdf()) };
}

/** Plays contracts until it is told to end. */
export async function playLane(lane: Lane, caller: Caller, isOver: () => boolean): Promise<void> {
  while (!isOver()) await playAny(lane, caller);
}

/** One of the ways that a contract can go. */
export async function playAny(lane: Lane, caller: Caller): Promise<void> {
  const plays = [signed, signed, filledAndSigned, refused, revoked, batch, uploaded];
  const play = plays[Math.floor(caller.random() * plays.length)] ?? signed;
  await play(lane, caller);
}

async function start(
  { buyer, seller, plain, filled }: Lane,
  caller: Caller,
  fills: boolean,
): Promise<FlowId> {
  const code = randomUUID();
  const { flowId } = await call(caller, buyer.owner, startSignFlow, {
    templateId: (fills ? filled : plain).templateId,
    sourceOrderCode: code,
    participantList: [as('乙方', seller.owner, seller)],
    ...(fills
      ? { autoFill: 2, fillComponents: [{ componentKey: 'amount', componentValue: '一万元整' }] }
      : {}),
  });
  caller.journal.note({ kind: 'started', flowId, code });
  return flowId;
}

async function sign(person: Person, flowId: FlowId, caller: Caller): Promise<void> {
  const { client, mobile } = person;
  await call(caller, person, sendSmsVerifyCode, { mobile, smsType: 'sign' });
  const outbox = await read(caller, 'the outbox', `/sandbox/sms?mobile=${mobile}`);
  const { messages }: { readonly messages: readonly { readonly code: string | null }[] } = JSON.parse(
    outbox.toString('utf8'),
  );
  const verifyCode = messages.findLast(({ code }) => code !== null)?.code ?? '';
  await call(caller, person, signWish, { flowId, authType: 'sms', verifyCode });
  const items = await call(caller, person, signComponentList, { flowId });
  const signComponents = items.flatMap(({ fileId, componentList, participantList }) => {
    const own = participantList.filter(
      ({ psnId, dongStatus }) => psnId === person.userId && dongStatus === 'do',
    );
    return componentList
      .filter(({ participantId }) => own.some((each) => each.participantId === participantId))
      .map(({ componentId, participantId, pageNum, positionX, positionY }) => ({
        ...{ componentId, participantId, pageNum, positionX, positionY },
        contractFileId: fileId,
        fieldType: 0 as const,
        sealId: 0 as const,
        specialAttribute: {},
      }));
  });
  const participantId = signComponents[0]?.participantId;
  if (participantId === undefined) throw new Error(`${client.baseUrl}: nothing to sign in ${flowId}`);
  await call(caller, person, signContract, { flowId, signComponents });
  caller.journal.note({ kind: 'signed', flowId, participantId });
}

async function download(person: Person, flowId: FlowId, caller: Caller): Promise<void> {
  const file = await read(caller, 'the download', contractDownload.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...person.client.headers },
    body: JSON.stringify({ flowId }),
  });
  const isPdf = file.subarray(0, 5).toString('latin1') === '%PDF-';
  const files = isPdf ? [file] : Object.values(unzipSync(file));
  const hashes = files.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  caller.journal.note({ kind: 'downloaded', flowId, hashes });
}

/** Two people sign two files, one of them downloads both. */
export async function signed(lane: Lane, caller: Caller): Promise<void> {
  const flowId = await start(lane, caller, false);
  await Promise.all([sign(lane.buyer.owner, flowId, caller), sign(lane.seller.owner, flowId, caller)]);
  await download(lane.buyer.owner, flowId, caller);
}

async function filledAndSigned(lane: Lane, caller: Caller): Promise<void> {
  const { owner } = lane.seller;
  const flowId = await start(lane, caller, true);
  const items = await call(caller, owner, fillComponentList, { flowId });
  const components = items.flatMap(({ fileId, componentList, participantList }) => {
    const own = participantList.filter(({ psnId }) => psnId === owner.userId);
    return componentList
      .filter(({ participantId }) => own.some((each) => each.participantId === participantId))
      .map(({ componentId, participantId }) => ({
        ...{ componentId, participantId },
        contractFileId: fileId,
        value: '上海市浦东新区',
      }));
  });
  await call(caller, owner, fillSignForm, { flowId, components });
  const participantId = components[0]?.participantId;
  if (participantId === undefined) throw new Error(`nothing to fill in ${flowId}`);
  caller.journal.note({ kind: 'filled', flowId, participantId });
  await sign(lane.buyer.owner, flowId, caller);
  await sign(owner, flowId, caller);
  await download(owner, flowId, caller);
}

async function refused(lane: Lane, caller: Caller): Promise<void> {
  const flowId = await start(lane, caller, false);
  if (caller.random() < 0.5) await sign(lane.buyer.owner, flowId, caller);
  await call(caller, lane.seller.owner, contractRefuse, { flowId, refuseMsg: '金额不符' });
  caller.journal.note({ kind: 'refused', flowId });
}

async function revoked(lane: Lane, caller: Caller): Promise<void> {
  const flowId = await start(lane, caller, false);
  if (caller.random() < 0.5) await sign(lane.seller.owner, flowId, caller);
  await call(caller, lane.buyer.owner, contractCancel, { flowId, cancelMsg: '条款有误' });
  caller.journal.note({ kind: 'revoked', flowId });
}

async function batch({ buyer, seller, plain }: Lane, caller: Caller): Promise<void> {
  const codes = [randomUUID(), randomUUID(), randomUUID()];
  const { results } = await call(caller, buyer.owner, batchStartSignFlow, {
    templateId: plain.templateId,
    items: codes.map((sourceOrderCode) => ({
      sourceOrderCode,
      participantList: [as('乙方', seller.owner, seller)],
    })),
  });
  for (const [index, code] of codes.entries()) {
    const flowId = results[index]?.flowId;
    if (flowId === undefined || flowId === null) {
      caller.journal.noteProblem(`an item of a batch was not started: ${JSON.stringify(results[index])}`);
    } else {
      caller.journal.note({ kind: 'started', flowId, code });
    }
  }
}

async function uploaded({ buyer, upload }: Lane, caller: Caller): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([upload], { type: 'application/pdf' }), '合同.pdf');
  const answer = await read(caller, 'the upload', '/template/uploadContractFile', {
    method: 'POST',
    headers: { ...buyer.owner.client.headers, 'idempotency-key': randomUUID() },
    body: form,
  });
  const { code, data }: { readonly code: string; readonly data: { readonly fileUrl: string } } = JSON.parse(
    answer.toString('utf8'),
  );
  if (code !== '200') caller.journal.noteProblem(`the upload answered ${answer.toString('utf8')}`);
  else caller.journal.note({ kind: 'uploaded', fileKey: data.fileUrl });
}
