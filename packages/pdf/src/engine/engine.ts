import { availableParallelism } from 'node:os';
import { type Containment, UNCONTAINED } from '../containment/containment.js';
import type { FontFiles } from '../fonts/font-files.js';
import type { ReadPicture } from '../layout/read-picture.js';
import type { DocumentPlan, Seal, SealDrawing, SignatureAct, TextValue } from '../model.js';
import type { TextPlace } from '../render/find-text.js';
import type { FormField, PageLayout } from '../render/page-layout.js';
import type { FilledBox } from '../render/read-filled-boxes.js';
import type { FootedCopy } from '../report/footed-copy.js';
import type { Report } from '../report/report.js';
import type { Handwriting } from '../seals/image/read-handwriting.js';
import type { Logo, LogoLimits } from '../seals/image/read-logo.js';
import type { SealImage } from '../seals/image/read-seal-image.js';
import type { SealTint, TintedSeal } from '../seals/image/tint-seal.js';
import type { NameSealSpec, SealColor, SealSize, SealSpec } from '../seals/seal-spec.js';
import type { Archiving } from '../sign/archive-document.js';
import type { EmbeddedSignature } from '../sign/embedded-signatures.js';
import type { SealingAct } from '../sign/seal-document.js';
import type { SigningCallbacks } from '../sign/sign-document.js';
import { MAX_PICTURES } from '../verify/second-opinion/second-opinion.js';
import type { Verification } from '../verify/verification.js';
import type { VerificationPolicy } from '../verify/verify-document.js';
import { askOpinion, OPINION_LIMITS, type OpinionLimits } from './ask-opinion.js';
import { orBroken, resultOf, wasKilled } from './engine-outcome.js';
import { EnginePool } from './engine-pool.js';
import { EngineProcess } from './engine-process.js';
import type {
  DrawingRefusalInfo,
  ImportedDocument,
  JobKind,
  JobOf,
  JobResults,
  WorkerSettings,
} from './engine-protocol.js';
import { EngineWorker } from './engine-worker.js';
import { isQuick, QuickSigner } from './quick-signer.js';

export { EngineBusy, EngineFailed, isLate } from './engine-pool.js';
export type { DrawingRefusalInfo, ImportedDocument } from './engine-protocol.js';

export interface EngineOptions {
  /** Isolation of the processes that read untrusted bytes; none by default. */
  readonly containment?: Containment;
  /** Fonts for text and seals; see findFonts of @cinnabar/fonts, or oneFont. */
  readonly fonts: FontFiles;
  /** Number of threads, and of processes for untrusted bytes; by default the number of processors less one, 1 to 4. */
  readonly workers?: number;
  /** Limit of waiting jobs in each pool. */
  readonly queueLength?: number;
  /** Limit of waiting documents in each pool, in bytes. */
  readonly queueBytes?: number;
  /** Time limit of jobs with untrusted bytes, ms. */
  readonly importDeadline?: number;
  /** Time limit of every other job, ms. */
  readonly deadline?: number;
  /** Heap limit of each thread, MiB. */
  readonly workerMemory?: number;
  /** Memory limit of a whole process that reads untrusted bytes, MiB. */
  readonly processMemory?: number;
  readonly strangers?: StrangersLimits;
  readonly opinion?: OpinionLimits;
  /** Called around every work on a document except those for anonymous callers, for traces. */
  readonly around?: AroundWork;
}

type AroundWork = <T>(kind: JobKind, work: () => Promise<T>) => Promise<T>;

/** Limits of the engine for anonymous callers. */
export interface StrangersLimits {
  /** Limit of waiting files. */
  readonly queueLength: number;
  /** Limit of processor time for one file, ms. */
  readonly processorTime: number;
  /** Memory limit of the process, MiB. */
  readonly memory: number;
  /** Maximum number of revisions of one file. */
  readonly revisions: number;
}

export const STRANGERS_LIMITS: StrangersLimits = {
  queueLength: 16,
  processorTime: 5_000,
  memory: 512,
  revisions: 300,
};

/** Limit of elapsed time for an anonymous caller's file, ms: its process has the lowest priority. */
const STRANGERS_DEADLINE = 60_000;
/** Maximum length of a verification for an anonymous caller, in characters: some thousand changes and reasons. */
const STRANGERS_ANSWER = 1024 * 1024;
const NO_TOKEN = async (): Promise<null> => null;
const MEBIBYTE = 1024 * 1024;

/** Queueing: jobs wait only for jobs of the same pool. */
const POOLS = ['work', 'intake', 'verification', 'opinions', 'strangers', 'strangersOpinions'] as const;
export type PoolName = (typeof POOLS)[number];

/** Jobs that read untrusted bytes; all others read what these have produced. */
const UNTRUSTED_INPUT: ReadonlySet<JobKind> = new Set([
  'importPdf',
  'readPicture',
  'readSealImage',
  'readHandwriting',
  'readLogo',
  'findText',
  'readLayout',
  'readFormFields',
  'readFilledBoxes',
  'readPageText',
]);

/**
 * The PDF engine. Everything that takes processor time with a PDF, a font or a picture runs in worker threads;
 * jobs that read untrusted bytes run in processes of their own. Each thread or process runs one job at a time. Pools
 * with bounded queues keep unrelated jobs from waiting for each other: `work` on our own documents, including signing;
 * `intake` of files from known callers; `verification` for known callers; and `strangers`, one process of the lowest
 * priority for anonymous callers. Second opinions have separate pools, so that verifying signatures never waits for
 * rendering. A job that exceeds its limits ends only its own runner.
 *
 * Every method throws EngineBusy if its queue is full and EngineFailed if the job failed for a reason unrelated to its
 * input.
 * @example
 * ```ts
 * import { chooseContainment, DocumentEngine, type FontFiles } from '@cinnabar/pdf';
 *
 * async function verdictOf(file: Uint8Array, fonts: FontFiles): Promise<string> {
 *   const engine = new DocumentEngine({ fonts, containment: await chooseContainment('auto', null) });
 *   try {
 *     return (await engine.verifyDocument(file, { trusted: [], now: new Date() })).verdict;
 *   } finally {
 *     await engine.close();
 *   }
 * }
 * ```
 */
export class DocumentEngine {
  readonly #pools: Readonly<Record<PoolName, EnginePool>>;
  readonly #strangers: StrangersLimits;
  readonly #opinion: OpinionLimits;
  readonly #quickSigner: QuickSigner;
  readonly #around: AroundWork;

  constructor(options: EngineOptions) {
    const {
      containment = UNCONTAINED,
      workers = Math.min(4, Math.max(1, availableParallelism() - 1)),
      queueLength = 256,
      queueBytes = 512 * MEBIBYTE,
      importDeadline = 15_000,
      deadline = 30_000,
      workerMemory = 1024,
      processMemory: memory = 900,
      strangers = STRANGERS_LIMITS,
      opinion = OPINION_LIMITS,
    } = options;
    const limits = { workers, queueLength, queueBytes, deadline: importDeadline };
    const settings: WorkerSettings = { fonts: options.fonts, containment };
    this.#around = options.around ?? ((_kind, work) => work());
    this.#strangers = strangers;
    this.#opinion = opinion;
    this.#quickSigner = new QuickSigner(options.fonts, deadline);
    const { processorTime } = opinion;
    this.#pools = {
      work: new EnginePool(
        { ...limits, deadline },
        () => new EngineWorker(settings, { memory: workerMemory }),
      ),
      intake: new EnginePool(
        limits,
        () => new EngineProcess(settings, { memory, processorTime: null, priority: 'normal' }),
      ),
      verification: new EnginePool(
        { ...limits, workers: 1 },
        () => new EngineProcess(settings, { memory, processorTime: null, priority: 'low' }),
      ),
      opinions: new EnginePool(
        { ...limits, workers: 1, deadline: opinion.deadline },
        () => new EngineProcess(settings, { memory, processorTime, priority: 'low' }),
      ),
      strangers: new EnginePool(
        { workers: 1, queueLength: strangers.queueLength, queueBytes: 0, deadline: STRANGERS_DEADLINE },
        () => new EngineProcess(settings, { ...strangers, priority: 'idle' }),
      ),
      strangersOpinions: new EnginePool(
        {
          ...{ workers: 1, queueLength: strangers.queueLength, queueBytes: 0 },
          // At idle priority the same work takes longer.
          deadline: Math.max(opinion.deadline, STRANGERS_DEADLINE),
        },
        () => new EngineProcess(settings, { memory: strangers.memory, processorTime, priority: 'idle' }),
      ),
    };
  }

  /** Each pool with its numbers of waiting and running jobs. */
  get pools(): readonly { readonly name: PoolName; readonly waiting: number; readonly running: number }[] {
    return POOLS.map((name) => {
      const { queueDepth, running } = this.#pools[name];
      return { name, waiting: queueDepth, running };
    });
  }

  /** Whether verifyForStranger would throw EngineBusy now. */
  get isFullForStrangers(): boolean {
    return this.#pools.strangers.isFull;
  }

  /** See importPdf. Throws DocumentRefused, with BROKEN also for a file that exceeds the time or memory limit. */
  importPdf(bytes: Uint8Array): Promise<ImportedDocument> {
    return this.#perform({ kind: 'importPdf', bytes }, bytes.length);
  }

  /** See prepareDocument. Throws DrawingRefused. */
  prepare(bytes: Uint8Array, plan: DocumentPlan): Promise<Uint8Array> {
    return this.#perform({ kind: 'prepare', bytes, plan }, bytes.length);
  }

  /** Returns every value that does not fit its box or has a character that no font contains; nothing is drawn. */
  checkValues(values: readonly TextValue[]): Promise<readonly DrawingRefusalInfo[]> {
    return this.#perform({ kind: 'checkValues', values }, 0);
  }

  /**
   * See signDocument. The callbacks run in the caller's thread, so that no key enters a worker; their errors are thrown
   * here, and their duration counts towards the time limit of the job. A small document is signed in the caller's
   * thread; see isQuick. Throws DrawingRefused.
   */
  sign(
    bytes: Uint8Array,
    act: SignatureAct,
    callbacks: SigningCallbacks | SigningCallbacks['sign'],
  ): Promise<Uint8Array> {
    const signing = typeof callbacks === 'function' ? { sign: callbacks, timestamp: NO_TOKEN } : callbacks;
    if (isQuick(bytes, act)) return this.#quickSigner.sign(bytes, act, signing);
    return this.#perform({ kind: 'sign', bytes, act }, bytes.length, signing);
  }

  /** See sealDocument; as with signatures, the callback runs in the caller's thread. */
  seal(bytes: Uint8Array, act: SealingAct, sign: SigningCallbacks['sign']): Promise<Uint8Array> {
    return this.#perform({ kind: 'seal', bytes, act }, bytes.length, { sign, timestamp: NO_TOKEN });
  }

  /** See archiveDocument; as with signatures, the callback runs in the caller's thread. */
  archive(
    bytes: Uint8Array,
    archiving: Archiving,
    stamp: SigningCallbacks['timestamp'],
  ): Promise<Uint8Array> {
    const sign = () => Promise.reject(new Error('a document timestamp requires no signer'));
    return this.#perform({ kind: 'archive', bytes, archiving }, bytes.length, { sign, timestamp: stamp });
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

  /** See readLogo. */
  readLogo(bytes: Uint8Array, limits: LogoLimits): Promise<Logo> {
    return orBroken(this.#perform({ kind: 'readLogo', bytes, limits }, bytes.length));
  }

  /** See findText. */
  findText(bytes: Uint8Array, texts: readonly string[]): Promise<readonly (readonly TextPlace[])[]> {
    return this.#perform({ kind: 'findText', bytes, texts }, bytes.length);
  }

  /**
   * See verifyDocument; includes the second opinion if one is wanted. Throws DocumentRefused NOT_A_PDF, BROKEN for a
   * file that crashes the process reading it, and TOO_COMPLEX for one that exceeds the time or memory limit.
   */
  async verifyDocument(bytes: Uint8Array, policy: VerificationPolicy): Promise<Verification> {
    const verification = await this.#perform(
      { kind: 'verifyDocument', bytes, policy, limits: {} },
      bytes.length,
    );
    return askOpinion(this.#pools.opinions, verification, {
      ...{ pictures: 0, budget: this.#opinion.budget, bytes: bytes.length },
      load: async () => bytes,
    });
  }

  /**
   * Like verifyDocument, for anonymous callers: within their limits, and with pictures of pages that look different.
   * File and policy are loaded when a process is free; errors of `load` are thrown here.
   */
  async verifyForStranger(
    load: () => Promise<{ readonly bytes: Uint8Array; readonly policy: VerificationPolicy }>,
  ): Promise<Verification> {
    const kind = 'verifyDocument';
    const limits = { maxRevisions: this.#strangers.revisions, maxAnswer: STRANGERS_ANSWER };
    const outcome = await this.#pools.strangers.perform<typeof kind>({
      load: async () => ({ kind, limits, ...(await load()) }),
      bytes: 0,
      signing: null,
    });
    return askOpinion(this.#pools.strangersOpinions, resultOf(outcome, kind), {
      ...{ pictures: MAX_PICTURES, budget: this.#opinion.budget, bytes: 0 },
      load: async () => (await load()).bytes,
    });
  }

  /** See readLayout. */
  readLayout(bytes: Uint8Array, first: number, last: number): Promise<readonly PageLayout[]> {
    return this.#perform({ kind: 'readLayout', bytes, first, last }, bytes.length);
  }

  /** See readFormFields. Throws DocumentRefused. */
  readFormFields(bytes: Uint8Array): Promise<readonly FormField[]> {
    return this.#perform({ kind: 'readFormFields', bytes }, bytes.length);
  }

  /** See readFilledBoxes. */
  readFilledBoxes(bytes: Uint8Array): Promise<readonly FilledBox[]> {
    return this.#perform({ kind: 'readFilledBoxes', bytes }, bytes.length);
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

  /** See printFootedCopy. Throws DocumentRefused. */
  printFootedCopy(copy: FootedCopy): Promise<Uint8Array> {
    const bytes = copy.files.reduce((sum, file) => sum + file.length, 0);
    return this.#perform({ kind: 'printFootedCopy', copy }, bytes);
  }

  /** Ends all threads and processes. Waiting and running jobs fail with EngineFailed (CLOSED). */
  async close(): Promise<void> {
    await Promise.all(POOLS.map((name) => this.#pools[name].close()));
  }

  async #perform<K extends JobKind>(
    job: JobOf<K>,
    bytes: number,
    signing: SigningCallbacks | null = null,
  ): Promise<JobResults[K]> {
    const pool = this.#pools[poolOf(job.kind)];
    const attempt = () =>
      this.#around(job.kind, () => pool.perform<K>({ load: async () => job, bytes, signing }));
    const outcome = await attempt();
    return resultOf(wasKilled(outcome) ? await attempt() : outcome, job.kind);
  }
}

function poolOf(kind: JobKind): PoolName {
  if (kind === 'verifyDocument') return 'verification';
  return UNTRUSTED_INPUT.has(kind) ? 'intake' : 'work';
}
