import type { ImportedDocument } from '@cinnabar/pdf/engine/engine.js';
import type { MemberContext } from '../../operation/context.js';
import type { NewFile } from '../../storage/stored-files.js';

/** Purpose of uploads from which contracts are made. */
export const CONTRACT_FILE = 'contract-file';

/**
 * Stores the bytes of a contract file. The original stays unchanged beside the normalised base document: its hash belongs to
 * the evidence.
 * @returns the record of the file, which the caller saves
 */
export async function contractFile(
  { services, corpId, actingMember }: MemberContext,
  {
    fileName,
    bytes,
    imported,
  }: { readonly fileName: string; readonly bytes: Uint8Array; readonly imported: ImportedDocument },
): Promise<NewFile> {
  const [original, base] = await Promise.all([
    services.blobs.put(corpId, bytes),
    services.blobs.put(corpId, imported.bytes),
  ]);
  return {
    corpId,
    hash: base.hash,
    size: base.size,
    fileName,
    mediaType: 'application/pdf',
    originalHash: original.hash,
    kind: CONTRACT_FILE,
    pages: imported.pages,
    createdBy: actingMember.userId,
  };
}
