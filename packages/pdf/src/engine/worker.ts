import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type FontLibrary, loadFonts } from '../fonts/fonts.js';
import { DocumentRefused, DrawingRefused } from '../model.js';
import { type PageRenderer, RenderFailed } from '../render/page-renderer.js';
import type { SigningCallbacks } from '../sign/sign-document.js';
import type {
  FromWorker,
  Job,
  JobKind,
  JobResults,
  ThrownInWorker,
  ToWorker,
  WorkerSettings,
} from './engine-protocol.js';

/**
 * A worker thread of the PDF engine: one job at a time. Fonts stay open between jobs; modules are loaded by the
 * first job that needs them, so that a worker that only draws seals stays small.
 */

const settings: WorkerSettings = workerData;
let openFonts: FontLibrary | null = null;
let renderer: Promise<PageRenderer> | null = null;

if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  let waiting: { answer(message: ToWorker): void } | null = null;

  const ask = (question: FromWorker<'sign'>): Promise<ToWorker> =>
    new Promise((resolve) => {
      waiting = { answer: resolve };
      port.postMessage(question);
    });
  // The private key stays with the engine's caller: the thread requests each signature and waits.
  const signing: SigningCallbacks = {
    async sign(bytes) {
      const answer = await ask({ type: 'toBeSigned', bytes });
      if (answer.type !== 'signature') throw new Error('the signer gave no signature');
      return answer.value;
    },
    async timestamp(digest) {
      const answer = await ask({ type: 'toBeTimestamped', digest });
      if (answer.type !== 'timestamp') throw new Error('the signer gave no word about a timestamp');
      return answer.token;
    },
  };

  port.on('message', (message: ToWorker) => {
    if (message.type === 'job') void answer(port, message.job, signing);
    else waiting?.answer(message);
  });
}

async function answer(port: MessagePort, job: Job, signing: SigningCallbacks): Promise<void> {
  try {
    const result = owned(await run(job, signing));
    port.postMessage({ type: 'done', result } satisfies FromWorker<JobKind>, buffersOf(result));
  } catch (error) {
    port.postMessage({ type: 'failed', error: describe(error) } satisfies FromWorker<JobKind>);
  }
}

async function run(job: Job, signing: SigningCallbacks): Promise<JobResults[JobKind]> {
  switch (job.kind) {
    case 'importPdf': {
      const { importPdf } = await import('../import/import-pdf.js');
      return importPdf(job.bytes, fonts());
    }
    case 'prepare': {
      const { prepareDocument } = await import('../sign/prepare-document.js');
      return prepareDocument(job.bytes, job.plan, fonts());
    }
    case 'checkValues': {
      const { refusalOfValue } = await import('../layout/text-layout.js');
      const library = fonts();
      const refusals = job.values.map((value) => refusalOfValue(library, value));
      return refusals
        .filter((refusal) => refusal !== null)
        .map(({ reason, label, character }) => ({ reason, label, character }));
    }
    case 'sign': {
      const { signDocument } = await import('../sign/sign-document.js');
      return signDocument(job.bytes, job.act, signing, fonts());
    }
    case 'seal': {
      const { sealDocument } = await import('../sign/seal-document.js');
      return sealDocument(job.bytes, job.act, signing.sign);
    }
    case 'archive': {
      const { archiveDocument } = await import('../sign/archive-document.js');
      return archiveDocument(job.bytes, job.archiving, signing.timestamp);
    }
    case 'readSignatures': {
      const { embeddedSignatures } = await import('../sign/embedded-signatures.js');
      return embeddedSignatures(job.bytes);
    }
    case 'readPicture': {
      const { readPicture } = await import('../layout/read-picture.js');
      return readPicture(job.bytes);
    }
    case 'readSealImage': {
      const { readSealImage } = await import('../seals/image/read-seal-image.js');
      return readSealImage(job.bytes, job.color);
    }
    case 'readHandwriting': {
      const { readHandwriting } = await import('../seals/image/read-handwriting.js');
      return readHandwriting(job.bytes);
    }
    case 'readLogo': {
      const { readLogo } = await import('../seals/image/read-logo.js');
      return readLogo(job.bytes, job.limits);
    }
    case 'findText': {
      const { findText } = await import('../render/find-text.js');
      return findText(job.bytes, job.texts);
    }
    case 'readLayout': {
      const { readLayout } = await import('../render/read-layout.js');
      return readLayout(job.bytes, job.first, job.last);
    }
    case 'readFormFields': {
      const { readFormFields } = await import('../import/read-form-fields.js');
      return readFormFields(job.bytes);
    }
    case 'readFilledBoxes': {
      const { readFilledBoxes } = await import('../render/read-filled-boxes.js');
      return readFilledBoxes(job.bytes);
    }
    case 'verifyDocument': {
      const { verifyDocument } = await import('../verify/verify-document.js');
      return verifyDocument(job.bytes, job.policy, job.limits);
    }
    case 'secondOpinion': {
      const { giveOpinion } = await import('../verify/second-opinion/give-opinion.js');
      const before = process.cpuUsage();
      const isSpent = (): boolean => {
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000 > job.budget;
      };
      return giveOpinion(job.bytes, job.comparisons, { pictures: job.pictures, isSpent, fonts: fonts() });
    }
    case 'readPageText': {
      const { readPageText } = await import('../render/read-page-text.js');
      return readPageText(job.bytes, job.page);
    }
    case 'renderPage': {
      renderer ??= import('../render/choose-renderer.js').then(({ chooseRenderer }) =>
        chooseRenderer(fonts(), settings.containment),
      );
      return (await renderer).renderPage(job.bytes, job.page, job.width);
    }
    case 'drawSeal': {
      const { drawSeal } = await import('../seals/draw-seal.js');
      return drawSeal(fonts(), job.spec);
    }
    case 'drawNameSeal': {
      const { drawNameSeal } = await import('../seals/draw-name-seal.js');
      return drawNameSeal(fonts(), job.spec);
    }
    case 'sealPng': {
      const { sealPng } = await import('../seals/seal-png.js');
      return sealPng(job.seal, job.longerSide);
    }
    case 'sealCanvas': {
      const { sealCanvas } = await import('../seals/image/seal-canvas.js');
      return sealCanvas(job.png, job.size);
    }
    case 'setReport': {
      const { setReport } = await import('../report/set-report.js');
      return setReport(job.report, fonts());
    }
    case 'printFootedCopy': {
      const { printFootedCopy } = await import('../report/print-footed-copy.js');
      return printFootedCopy(job.copy, fonts());
    }
    case 'tintSeal': {
      const { tintSeal } = await import('../seals/image/tint-seal.js');
      return tintSeal(job.png, job.tint, job.longerSide);
    }
  }
}

function fonts(): FontLibrary {
  openFonts ??= loadFonts(settings.fonts);
  return openFonts;
}

/** Bytes in a buffer of their own: a clone would include the whole buffer behind a view, which may be far larger. */
function owned(result: JobResults[JobKind]): JobResults[JobKind] {
  if (result instanceof Uint8Array) return new Uint8Array(result);
  if ('bytes' in result) return { ...result, bytes: new Uint8Array(result.bytes) };
  return result;
}

/** Transferred to the engine's thread and not copied again. */
function buffersOf(result: JobResults[JobKind]): readonly ArrayBuffer[] {
  const bytes = result instanceof Uint8Array ? result : 'bytes' in result ? result.bytes : null;
  return bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

function describe(error: unknown): ThrownInWorker {
  if (error instanceof DocumentRefused) {
    return { type: 'DocumentRefused', reason: error.reason, detail: error.detail };
  }
  if (error instanceof DrawingRefused) {
    const { reason, label, character } = error;
    return { type: 'DrawingRefused', reason, label, character };
  }
  if (error instanceof RenderFailed)
    return { type: 'RenderFailed', reason: error.reason, detail: error.detail };
  return { type: 'other', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
