import { availableParallelism } from 'node:os';
import type { Archiving } from './archive-document.js';
import type { CheckCopy } from './check-copy/check-copy.js';
import type { EmbeddedSignature } from './embedded-signatures.js';
import { EngineProcess } from './engine-process.js';
import type { DrawingRefusalInfo, ImportedDocument, JobKind, JobOf, JobResults } from './engine-protocol.js';
import type { EngineRunner, Outcome } from './engine-runner.js';
import { EngineWorker } from './engine-worker.js';
import type { TextPlace } from './find-text.js';
import {
  type DocumentPlan,
  DocumentRefused,
  DrawingRefused,
  type Seal,
  type SealDrawing,
  type SignatureAct,
  type TextValue,
} from './model.js';
import type { Handwriting } from './read-handwriting.js';
import type { ReadPicture } from './read-picture.js';
import { RenderFailed } from './render/page-renderer.js';
import type { Report } from './report/report.js';
import type { NameSealSpec, SealColor, SealSize, SealSpec } from './seal/seal-spec.js';
import type { SealImage } from './seal-image/read-seal-image.js';
import type { SealTint, TintedSeal } from './seal-image/tint-seal.js';
import type { SigningCallbacks } from './sign-document.js';
import type { Verification } from './verify/verification.js';
import type { VerificationPolicy } from './verify/verify-document.js';

export type { DrawingRefusalInfo, ImportedDocument } from './engine-protocol.js';

/** The queue is full: the caller may come back after a moment (HTTP 503 with Retry-After). Nothing was done. */
export class EngineBusy extends Error {
  constructor() {
    super('too many documents are being worked on');
    this.name = 'EngineBusy';
  }
}

/** A job failed through no fault of its input that is known, or through a fault of the program. */
export class EngineFailed extends Error {
  constructor(
    readonly reason: 'DEADLINE' | 'MEMORY' | 'CRASHED' | 'FAILED' | 'CLOSED',
    readonly detail: string,
  ) {
    super(`${reason}: ${detail}`);
    this.name = 'EngineFailed';
  }
}

export interface EngineOptions {
  /** The operator's own fonts; see loadFonts. */
  readonly fontDir: string | null;
  /** Threads; by default one less than the processors, 1 to 4. */
  readonly workers?: number;
  /** Jobs that may wait besides those that run. */
  readonly queueLength?: number;
  /** Bytes of documents that may wait, so that a queue of large files cannot take all memory. */
  readonly queueBytes?: number;
  /** ms, for what comes from outside. */
  readonly importDeadline?: number;
  /** ms, for every other job. */
  readonly deadline?: number;
  /** MiB of heap for each thread. */
  readonly workerMemory?: number;
  /** MiB of a whole process that reads bytes from outside. */
  readonly processMemory?: number;
}

interface WaitingJob {
  readonly bytes: number;
  readonly kind: JobKind;
  /** Runs the job until the runner is free again, or gone; answers what tells the caller. */
  start(runner: EngineRunner): Promise<() => void>;
  refuse(error: Error): void;
}

const MEBIBYTE = 1024 * 1024;

/** Jobs over bytes that come from outside as they are; all others work on what these have made. */
const IN_PROCESS: ReadonlySet<JobKind> = new Set([
  'importPdf',
  'readPicture',
  'readSealImage',
  'readHandwriting',
  'findText',
  'verifyDocument',
  'readPageText',
]);

/**
 * The documents engine: everything that takes processor time with a PDF, a font or a picture happens in its worker
 * threads, and what reads bytes from outside in processes of their own, each with one job at a time, the others
 * waiting in a bounded queue in their order. Threads and processes are started when they are needed. A job that
 * outlasts its deadline or its memory ends its runner, not the others' jobs.
 *
 * Every method throws EngineBusy when the queue is full and EngineFailed when the job went wrong in itself.
 */
export class DocumentEngine {
  readonly #options: Required<EngineOptions>;
  readonly #idleThreads: EngineRunner[] = [];
  readonly #idleProcesses: EngineRunner[] = [];
  readonly #waiting: WaitingJob[] = [];
  readonly #runners = new Set<EngineRunner>();
  #waitingBytes = 0;
  #running = 0;
  #closed = false;

  constructor(options: EngineOptions) {
    this.#options = {
      workers: Math.min(4, Math.max(1, availableParallelism() - 1)),
      queueLength: 256,
      queueBytes: 512 * MEBIBYTE,
      importDeadline: 15_000,
      deadline: 30_000,
      workerMemory: 1024,
      processMemory: 900,
      ...options,
    };
  }

  /** Jobs that wait for a thread. */
  get queueDepth(): number {
    return this.#waiting.length;
  }

  /** Jobs that have a thread. */
  get running(): number {
    return this.#running;
  }

  /** See importPdf. Throws DocumentRefused, BROKEN too for a file that takes too long or too much memory. */
  importPdf(bytes: Uint8Array): Promise<ImportedDocument> {
    return this.#perform({ kind: 'importPdf', bytes }, bytes.length);
  }

  /** See prepareDocument. Throws DrawingRefused. */
  prepare(bytes: Uint8Array, plan: DocumentPlan): Promise<Uint8Array> {
    return this.#perform({ kind: 'prepare', bytes, plan }, bytes.length);
  }

  /** Every value that would not fit its box or has a character without a glyph; nothing is drawn. */
  checkValues(values: readonly TextValue[]): Promise<readonly DrawingRefusalInfo[]> {
    return this.#perform({ kind: 'checkValues', values }, 0);
  }

  /**
   * See signDocument. The callbacks run in the caller's thread, so that no key enters a worker; what they throw is
   * thrown here. The time that they take counts towards the job's. Throws DrawingRefused.
   */
  sign(
    bytes: Uint8Array,
    act: SignatureAct,
    callbacks: SigningCallbacks | SigningCallbacks['sign'],
  ): Promise<Uint8Array> {
    const signing =
      typeof callbacks === 'function' ? { sign: callbacks, timestamp: async () => null } : callbacks;
    return this.#perform({ kind: 'sign', bytes, act }, bytes.length, signing);
  }

  /** See archiveDocument; as with signatures, the callback runs in the caller's thread. */
  archive(
    bytes: Uint8Array,
    archiving: Archiving,
    timestamp: SigningCallbacks['timestamp'],
  ): Promise<Uint8Array> {
    const sign = () => Promise.reject(new Error('a document timestamp is no signature of anybody'));
    return this.#perform({ kind: 'archive', bytes, archiving }, bytes.length, { sign, timestamp });
  }

  /** See embeddedSignatures. */
  readSignatures(bytes: Uint8Array): Promise<readonly EmbeddedSignature[]> {
    return this.#perform({ kind: 'readSignatures', bytes }, bytes.length);
  }

  /** See readPicture. */
  readPicture(bytes: Uint8Array): Promise<ReadPicture> {
    return orBroken(this.#perform({ kind: 'readPicture', bytes }, bytes.length));
  }

  /** See readSealImage. */
  readSealImage(bytes: Uint8Array, color: SealColor | null): Promise<SealImage> {
    return orBroken(this.#perform({ kind: 'readSealImage', bytes, color }, bytes.length));
  }

  /** See readHandwriting. */
  readHandwriting(bytes: Uint8Array): Promise<Handwriting> {
    return orBroken(this.#perform({ kind: 'readHandwriting', bytes }, bytes.length));
  }

  /** See findText. */
  findText(bytes: Uint8Array, texts: readonly string[]): Promise<readonly (readonly TextPlace[])[]> {
    return this.#perform({ kind: 'findText', bytes, texts }, bytes.length);
  }

  /**
   * See verifyDocument. Throws DocumentRefused NOT_A_PDF, and BROKEN for a file that takes too long or too much memory.
   */
  verifyDocument(bytes: Uint8Array, policy: VerificationPolicy): Promise<Verification> {
    return this.#perform({ kind: 'verifyDocument', bytes, policy }, bytes.length);
  }

  /** See readPageText. */
  readPageText(bytes: Uint8Array, page: number): Promise<readonly string[]> {
    return this.#perform({ kind: 'readPageText', bytes, page }, bytes.length);
  }

  /** A page as JPEG, `width` px wide; see PageRenderer. Throws RenderFailed. */
  renderPage(bytes: Uint8Array, page: number, width: number): Promise<Uint8Array> {
    return this.#perform({ kind: 'renderPage', bytes, page, width }, bytes.length);
  }

  /** See drawSeal. Throws DrawingRefused. */
  drawSeal(spec: SealSpec): Promise<SealDrawing> {
    return this.#perform({ kind: 'drawSeal', spec }, 0);
  }

  /** See drawNameSeal. Throws DrawingRefused. */
  drawNameSeal(spec: NameSealSpec): Promise<SealDrawing> {
    return this.#perform({ kind: 'drawNameSeal', spec }, 0);
  }

  /** See sealPng. */
  sealPng(seal: Seal, longerSide: number): Promise<Uint8Array> {
    return this.#perform({ kind: 'sealPng', seal, longerSide }, 0);
  }

  /** See sealCanvas. */
  sealCanvas(png: Uint8Array, size: SealSize): Promise<Uint8Array> {
    return this.#perform({ kind: 'sealCanvas', png, size }, png.length);
  }

  /** See tintSeal. */
  tintSeal(png: Uint8Array, tint: SealTint, longerSide: number): Promise<TintedSeal> {
    return this.#perform({ kind: 'tintSeal', png, tint, longerSide }, png.length);
  }

  /** See setReport. */
  setReport(report: Report): Promise<Uint8Array> {
    return this.#perform({ kind: 'setReport', report }, 0);
  }

  /** See printCheckCopy. Throws DocumentRefused. */
  printCheckCopy(copy: CheckCopy): Promise<Uint8Array> {
    const bytes = copy.files.reduce((sum, file) => sum + file.length, 0);
    return this.#perform({ kind: 'printCheckCopy', copy }, bytes);
  }

  /** Ends all threads and processes. Jobs that wait or run fail with EngineFailed (CLOSED). */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.refuse(closed());
    this.#waitingBytes = 0;
    await Promise.all([...this.#runners].map((runner) => runner.end()));
    this.#runners.clear();
    this.#idleThreads.length = 0;
    this.#idleProcesses.length = 0;
  }

  #perform<K extends JobKind>(
    job: JobOf<K>,
    bytes: number,
    signing: SigningCallbacks | null = null,
  ): Promise<JobResults[K]> {
    if (this.#closed) return Promise.reject(closed());
    const full =
      this.#waiting.length >= this.#options.queueLength ||
      this.#waitingBytes + bytes > this.#options.queueBytes;
    if (full && !this.#threadIsFree()) return Promise.reject(new EngineBusy());

    return new Promise((resolve, reject) => {
      this.#waitingBytes += bytes;
      this.#waiting.push({
        bytes,
        kind: job.kind,
        refuse: reject,
        start: async (runner) => {
          const { importDeadline, deadline: usual } = this.#options;
          const deadline = IN_PROCESS.has(job.kind) ? importDeadline : usual;
          const outcome = await runner.run(job, deadline, signing);
          if (outcome.type === 'done') return () => resolve(outcome.result);
          const error = this.#closed ? closed() : errorOf(outcome, job.kind);
          return () => reject(error);
        },
      });
      this.#startWaiting();
    });
  }

  #threadIsFree(): boolean {
    return this.#waiting.length === 0 && this.#running < this.#options.workers;
  }

  #startWaiting(): void {
    while (!this.#closed && this.#running < this.#options.workers) {
      const job = this.#waiting.shift();
      if (job === undefined) return;
      this.#waitingBytes -= job.bytes;
      void this.#start(job);
    }
  }

  async #start(job: WaitingJob): Promise<void> {
    this.#running += 1;
    const idle = IN_PROCESS.has(job.kind) ? this.#idleProcesses : this.#idleThreads;
    const runner = this.#takeIdle(idle) ?? this.#startRunner(job.kind);
    const tellCaller = await job.start(runner);
    this.#running -= 1;
    if (runner.alive) idle.push(runner);
    else this.#runners.delete(runner);
    this.#startWaiting();
    tellCaller();
  }

  #takeIdle(idle: EngineRunner[]): EngineRunner | null {
    for (let runner = idle.pop(); runner !== undefined; runner = idle.pop()) {
      if (runner.alive) return runner;
      this.#runners.delete(runner);
    }
    return null;
  }

  #startRunner(kind: JobKind): EngineRunner {
    const { fontDir, workerMemory, processMemory } = this.#options;
    const runner = IN_PROCESS.has(kind)
      ? new EngineProcess({ fontDir }, processMemory)
      : new EngineWorker({ fontDir }, { memory: workerMemory });
    this.#runners.add(runner);
    return runner;
  }
}

/** A picture that ends the process which reads it, or takes too long, is refused as any other broken one. */
async function orBroken<Read>(reading: Promise<Read>): Promise<Read | { readonly refused: 'BROKEN' }> {
  try {
    return await reading;
  } catch (error) {
    const gaveUp = error instanceof EngineFailed && ['DEADLINE', 'MEMORY', 'CRASHED'].includes(error.reason);
    if (gaveUp) return { refused: 'BROKEN' };
    throw error;
  }
}

function closed(): EngineFailed {
  return new EngineFailed('CLOSED', 'the engine was closed');
}

function errorOf<K extends JobKind>(outcome: Exclude<Outcome<K>, { type: 'done' }>, kind: JobKind): unknown {
  if (outcome.type === 'signerFailed') return outcome.error;
  if (outcome.type === 'threw') {
    const { error } = outcome;
    if (error.type === 'DocumentRefused') return new DocumentRefused(error.reason, error.detail);
    if (error.type === 'DrawingRefused')
      return new DrawingRefused(error.reason, error.label, error.character);
    if (error.type === 'RenderFailed') return new RenderFailed(error.reason, error.detail);
    return new EngineFailed('FAILED', error.detail);
  }
  // A file that cannot be read within these bounds is of no use to anybody, whatever is wrong with it.
  if (kind === 'importPdf' || kind === 'verifyDocument')
    return new DocumentRefused('BROKEN', `reading it was given up (${outcome.type})`);
  if (outcome.type === 'deadline') return new EngineFailed('DEADLINE', kind);
  if (outcome.type === 'memory') return new EngineFailed('MEMORY', kind);
  return new EngineFailed('CRASHED', outcome.detail);
}
