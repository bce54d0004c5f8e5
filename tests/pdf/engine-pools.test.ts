import { readdirSync, readFileSync } from 'node:fs';
import { findFonts } from '@cinnabar/fonts';
import {
  DocumentEngine,
  EngineBusy,
  type EngineOptions,
  type PoolName,
  STRANGERS_LIMITS,
} from '@cinnabar/pdf/engine/engine.js';
import { DocumentRefused } from '@cinnabar/pdf/model.js';
import type { SealSpec } from '@cinnabar/pdf/seals/seal-spec.js';
import { type VerificationPolicy, verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { afterEach, describe, expect, it } from 'vitest';
import { costlyPdf } from '../../bench/flood/hostile-files.mjs';
import { actOf, placement, SQUARE_SEAL, uploadedPdf } from '../support/pdf/sample-documents.js';
import { makeTestSigner } from '../support/test-certificates.js';

const engines: DocumentEngine[] = [];
const HOUR = 3_600_000;
const policy = { trusted: [], now: new Date('2026-11-20T00:00:00Z') };
/** Minutes of work for the verifier: callers that have to wait for it miss their deadline. */
const endless = costlyPdf(9_900, 300);
const SEAL: SealSpec = {
  shape: 'round',
  corpName: '北京云签科技有限公司',
  horizontalText: '合同专用章',
  bottomText: null,
  color: 'Red',
  alpha: 1,
};

function engine(options: Partial<EngineOptions> = {}): DocumentEngine {
  const made = new DocumentEngine({ fonts: findFonts(), workers: 1, ...options });
  engines.push(made);
  return made;
}

/** Anonymous clients whose files never finish. */
const unlimited = { ...STRANGERS_LIMITS, processorTime: HOUR, memory: 4096, revisions: 10_000 };

afterEach(async () => {
  await Promise.all(engines.splice(0).map((made) => made.close()));
});

async function thrown(act: Promise<unknown>): Promise<unknown> {
  try {
    await act;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

function given(bytes: Uint8Array): () => Promise<{ bytes: Uint8Array; policy: VerificationPolicy }> {
  return async () => ({ bytes, policy });
}

function running(documents: DocumentEngine): readonly PoolName[] {
  return documents.pools.filter((pool) => pool.running > 0).map(({ name }) => name);
}

async function signOnce(documents: DocumentEngine): Promise<number> {
  const signer = await makeTestSigner('ecdsa-p256-sha256');
  const { bytes } = await documents.importPdf(await uploadedPdf([{}]));
  const prepared = await documents.prepare(bytes, { values: [], areas: [] });
  const mark = { kind: 'seal', seal: SQUARE_SEAL, size: 'actual', dateLine: null } as const;
  const signed = await documents.sign(prepared, actOf(signer, [placement('sig-1-1', {}, mark)]), signer.sign);
  return signed.length - prepared.length;
}

describe('work for anonymous clients', () => {
  it('delays neither signatures nor seal previews nor verifications of known callers', async () => {
    const documents = engine({ strangers: unlimited });
    const stuck = thrown(documents.verifyForStranger(given(endless)));
    expect((await documents.drawSeal(SEAL)).width).toBe(42);
    expect(await signOnce(documents)).toBeGreaterThan(0);
    const known = await documents.verifyDocument(await uploadedPdf([{}]), policy);
    expect(known.verdict).toBe('unsigned');
    expect(running(documents)).toEqual(['strangers']);
    await documents.close();
    expect(await stuck).toMatchObject({ reason: 'CLOSED' });
  });

  it('waits in a separate queue, whose limit concerns anonymous clients only', async () => {
    const documents = engine({ strangers: { ...unlimited, queueLength: 2 } });
    const stuck = [1, 2, 3].map(() => thrown(documents.verifyForStranger(given(endless))));
    const refused = await thrown(documents.verifyForStranger(given(endless)));
    expect(refused).toBeInstanceOf(EngineBusy);
    const strangers = documents.pools.find(({ name }) => name === 'strangers');
    expect(strangers).toMatchObject({ waiting: 2, running: 1 });
    expect((await documents.verifyDocument(await uploadedPdf([{}]), policy)).verdict).toBe('unsigned');
    expect((await documents.drawSeal(SEAL)).width).toBe(42);
    await documents.close();
    await Promise.all(stuck);
  });

  it('is not in memory while it waits', async () => {
    const documents = engine({ strangers: unlimited });
    let loaded = 0;
    const load = async () => {
      loaded += 1;
      return { bytes: endless, policy };
    };
    const stuck = [1, 2, 3].map(() => thrown(documents.verifyForStranger(load)));
    await documents.drawSeal(SEAL);
    expect(loaded).toBe(1);
    await documents.close();
    await Promise.all(stuck);
  });

  it('fails alone if its file cannot be loaded', async () => {
    const documents = engine();
    const gone = new Error('the form has no file');
    expect(await thrown(documents.verifyForStranger(() => Promise.reject(gone)))).toBe(gone);
    const next = await documents.verifyForStranger(given(await uploadedPdf([{}])));
    expect(next.verdict).toBe('unsigned');
  });

  it('is aborted at its limit of processor time, and the next file is read', async () => {
    const documents = engine({ strangers: { ...unlimited, processorTime: 1_000 } });
    const refused = await thrown(documents.verifyForStranger(given(endless)));
    expect(refused).toBeInstanceOf(DocumentRefused);
    expect(refused).toMatchObject({
      reason: 'TOO_COMPLEX',
      detail: expect.stringContaining('processorTime'),
    });
    const next = await documents.verifyForStranger(given(await uploadedPdf([{}])));
    expect(next.verdict).toBe('unsigned');
  });

  it('is aborted above its memory limit', async () => {
    // Less than a process needs to start.
    const documents = engine({ strangers: { ...unlimited, memory: 20 } });
    const refused = await thrown(documents.verifyForStranger(given(endless)));
    expect(refused).toMatchObject({ reason: 'TOO_COMPLEX', detail: expect.stringContaining('memory') });
  });

  it('is refused above its limit of revisions, which is higher for known callers', async () => {
    const documents = engine({ strangers: { ...unlimited, revisions: 20 } });
    expect((await documents.verifyForStranger(given(costlyPdf(20, 1)))).revisions).toBe(20);
    expect(await thrown(documents.verifyForStranger(given(costlyPdf(21, 1))))).toMatchObject({
      reason: 'TOO_MANY_REVISIONS',
    });
    expect((await documents.verifyDocument(costlyPdf(21, 1), policy)).revisions).toBe(21);
  });

  it('is refused if its file would yield an oversized report', () => {
    const file = costlyPdf(2, 1);
    expect(verifyDocument(file, policy, { maxAnswer: 100_000 }).verdict).toBe('unsigned');
    expect(() => verifyDocument(file, policy, { maxAnswer: 100 })).toThrow('TOO_COMPLEX');
  });

  it.runIf(process.platform === 'linux')('runs at the lowest priority, in every thread', async () => {
    const documents = engine({ strangers: unlimited });
    const stuck = thrown(documents.verifyForStranger(given(endless)));
    // A known caller's file, so that the other process has had time to start.
    await documents.verifyDocument(await uploadedPdf([{}]), policy);
    const priorities = engineProcesses().map((id) => [...new Set(prioritiesOfThreads(id))]);
    expect(priorities).toEqual(expect.arrayContaining([['idle 19'], ['normal 10']]));
    await documents.close();
    await stuck;
  });
});

describe('verification for known callers', () => {
  it('delays neither signatures nor uploads of others', async () => {
    const documents = engine({ importDeadline: HOUR });
    const stuck = thrown(documents.verifyDocument(endless, policy));
    expect((await documents.drawSeal(SEAL)).width).toBe(42);
    expect(await signOnce(documents)).toBeGreaterThan(0);
    expect(running(documents)).toEqual(['verification']);
    await documents.close();
    expect(await stuck).toMatchObject({ reason: 'CLOSED' });
  });
});

describe.runIf(process.platform === 'linux')('a process that somebody kills', () => {
  /** Kills each process of the engine once, as often as told. @returns how many were killed */
  async function killing(times: number, isOver: () => boolean): Promise<number> {
    const killed = new Set<number>();
    while (!isOver() && killed.size < times) {
      const next = engineProcesses().find((id) => !killed.has(id));
      if (next !== undefined) {
        process.kill(next, 'SIGKILL');
        killed.add(next);
      }
      await new Promise((done) => setTimeout(done, 5));
    }
    return killed.size;
  }

  async function importing(times: number): Promise<unknown> {
    const documents = engine();
    let isOver = false;
    const reading = documents.importPdf(await uploadedPdf([{}])).finally(() => {
      isOver = true;
    });
    const outcome = reading.then(
      ({ pages }) => pages.length,
      (error: unknown) => error,
    );
    expect(await killing(times, () => isOver)).toBe(times);
    return outcome;
  }

  it('says nothing of the file, which is read by another one', async () => {
    expect(await importing(1)).toBe(1);
  });

  it('twice refuses the file, which may be the cause', async () => {
    expect(await importing(2)).toMatchObject({ reason: 'BROKEN' });
  });
});

/** Ids of the child processes that do the engine's work. */
function engineProcesses(): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statOf(`/proc/${name}`);
    if (fields !== null) parents.set(Number(name), Number(fields[1]));
  }
  const isOurs = (id: number): boolean => {
    const parent = parents.get(id) ?? 0;
    return parent === process.pid || (parent > 0 && isOurs(parent));
  };
  return [...parents.keys()].filter(
    (id) => isOurs(id) && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('engine-child.js'),
  );
}

/** Policy and niceness of each thread. */
function prioritiesOfThreads(id: number): readonly string[] {
  const threads = readdirSync(`/proc/${id}/task`).map((thread) => statOf(`/proc/${id}/task/${thread}`));
  // SCHED_IDLE is 5 (sched.h).
  return threads.flatMap((fields) =>
    fields === null ? [] : [`${fields[38] === '5' ? 'idle' : 'normal'} ${fields[16]}`],
  );
}

/** The fields of proc(5) after the name, beginning with `state`; null if the process has ended meanwhile. */
function statOf(folder: string): readonly string[] | null {
  try {
    const text = readFileSync(`${folder}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
