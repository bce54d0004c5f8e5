import type { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import type { Clock } from '../clock.js';
import type { Db } from '../database/schema.js';
import type { BlobStore } from '../storage/blob-store.js';
import type { PageLink } from '../storage/links.js';

interface PagePicturesOptions {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly documents: Pick<DocumentEngine, 'renderPage'>;
  readonly clock: Clock;
}

/** Pictures of pages, rendered on first request and cached: documents never change. */
export class PagePictures {
  readonly #options: PagePicturesOptions;
  /** Concurrent requests for the same picture wait for one rendering. */
  readonly #making = new Map<string, Promise<Uint8Array>>();

  constructor(options: PagePicturesOptions) {
    this.#options = options;
  }

  /** JPEG. @throws StorageError if the document is gone, EngineBusy */
  async picture(link: PageLink): Promise<Uint8Array> {
    const { db, blobs } = this.#options;
    const kept = await db
      .selectFrom('page_pictures')
      .select('picture_hash')
      .where('corp_id', '=', link.corpId)
      .where('document_hash', '=', link.hash)
      .where('page', '=', link.page)
      .where('width', '=', link.width)
      .executeTakeFirst();
    return kept === undefined ? this.#makeOnce(link) : blobs.get(link.corpId, kept.picture_hash);
  }

  #makeOnce(link: PageLink): Promise<Uint8Array> {
    const name = `${link.corpId} ${link.hash} ${link.page} ${link.width}`;
    const running = this.#making.get(name);
    if (running !== undefined) return running;
    const making = this.#make(link).finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }

  async #make({ corpId, hash, page, width }: PageLink): Promise<Uint8Array> {
    const { db, blobs, documents, clock } = this.#options;
    const picture = await documents.renderPage(await blobs.get(corpId, hash), page, width);
    const blob = await blobs.put(corpId, picture);
    await db
      .insertInto('page_pictures')
      .values({
        corp_id: corpId,
        document_hash: hash,
        page,
        width,
        picture_hash: blob.hash,
        created_at: clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return picture;
  }
}
