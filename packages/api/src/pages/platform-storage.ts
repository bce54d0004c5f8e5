/** Storage in the platform's console: space, files by their purpose, the database, and what was cleaned up. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { choice, list, nullable, number, object } from '../schema.js';
import { anyText, nothing, utcMoment } from './page-fields.js';
import { finding } from './setup.js';

const backend = choice(['disk', 's3']);

export const viewPlatformStorage = pageOperation({
  path: '/pages/platform/storage',
  caller: 'platform',
  duties: ['system'],
  request: nothing,
  answer: data(
    object({
      /** Where files are written. */
      backend,
      /** Where they are looked for, too, while they are moved. */
      fallback: nullable(backend),
      /** The folder, or the bucket with its store. */
      place: anyText(),
      /** Of the data folder, which has the bundled database, too. Bytes. */
      disk: object({ total: number(0), free: number(0) }),
      /** Those of `cinnabar doctor` on the folder, its disk and the store. */
      findings: list(finding),
      /** What happens when the disk is full; null while there is room. */
      consequence: nullable(anyText()),
      /** Files that were uploaded, by their purpose, largest first; null: there are too many to be counted. */
      files: nullable(list(object({ kind: anyText(), count: number(0), bytes: number(0) }))),
      /** What the clean-up has removed within 30 days. */
      removed: object({
        /** Uploads that nothing referred to for seven days. */
        unused: number(0),
        /** Files of people whose data were erased. */
        erased: number(0),
        lastTime: nullable(utcMoment()),
      }),
      database: object({
        bytes: number(0),
        /** The largest ones with their indexes. Rows are estimated. */
        tables: list(object({ name: anyText(), bytes: number(0), rows: number(0) })),
      }),
      /** Of the newest part of the journal that the database server has handed over to a backup; null: unknown. */
      archivedTime: nullable(utcMoment()),
    }),
  ),
  errors: ['404'],
  title: { zh: '查看存储', en: 'View the storage' },
});
