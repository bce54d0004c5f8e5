import type { Services } from '../../../operation/services.js';
import type { Flow, FlowFile, Participant } from '../flow/flow.js';
import { signatureLabels, suggestedPlaces } from './rules/suggested-places.js';

/** A longer file is not searched: its text would take the engine longer than the signer to find the place. */
const MAX_PAGES = 100;

/** Where the text of a contract asks for the signature of a signer to whom no areas are given. */
export async function suggestPlaces(
  services: Pick<Services, 'blobs' | 'documents'>,
  flow: Pick<Flow, 'corpId' | 'files' | 'participants'>,
  signer: Participant,
) {
  const found = await Promise.all(
    flow.files.map(async (file) => {
      const places = await placesIn(services, flow, file, signer);
      return places.map((place) => ({ fileId: file.fileId, ...place }));
    }),
  );
  return found.flat();
}

async function placesIn(
  { blobs, documents }: Pick<Services, 'blobs' | 'documents'>,
  { corpId, participants }: Pick<Flow, 'corpId' | 'participants'>,
  file: FlowFile,
  signer: Participant,
) {
  if (file.pages.length > MAX_PAGES) return [];
  const others = participants.filter(({ participantId }) => participantId !== signer.participantId);
  const names = [signer, ...others].map(({ participantFlag }) => participantFlag);
  const bytes = await blobs.get(corpId, file.currentHash);
  const found = await documents.findText(bytes, [...signatureLabels, ...names]);
  const [own = [], ...foreign] = found.slice(signatureLabels.length);
  return suggestedPlaces({
    labels: found.slice(0, signatureLabels.length).flat(),
    own,
    others: foreign.flat(),
  });
}
