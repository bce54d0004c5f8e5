import { createDecipheriv, type KeyObject } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unwrapDataKey } from '@cinnabar/server/custody/data-key.js';
import { sql } from 'kysely';
import type { RunningApp } from './app.js';

/** Where each value was found, as `table.column`, `blobs` or `log`; `(sealed)` if it had to be decrypted. */
export type Places = Readonly<Record<string, readonly string[]>>;

/** Layout of everything that the envelope encrypts: format, version, nonce, ciphertext, tag. */
const FORMAT = 1;
const VERSION_AT = 1;
const NONCE_AT = 5;
const TEXT_AT = NONCE_AT + 12;
const TAG_BYTES = 16;

/**
 * Searches everything that the service has stored: each column of each table, the queue of jobs included, the decrypted
 * blobs, and the log. Whatever the envelope has encrypted is decrypted with the data keys of all enterprises, whatever
 * its purpose is: GCM is CTR with a tag, so that neither enterprise nor purpose need be known.
 */
export async function searchService(
  running: RunningApp,
  values: Readonly<Record<string, string | Uint8Array>>,
  log = '',
): Promise<Places> {
  const keys = await dataKeys(running);
  const needles = Object.entries(values).map(([name, value]) => ({ name, forms: formsOf(value) }));
  const found = new Map<string, Set<string>>(needles.map(({ name }) => [name, new Set()]));
  const look = (place: string, bytes: Buffer): void => {
    for (const { name, forms } of needles) {
      if (forms.some((form) => bytes.includes(form))) found.get(name)?.add(place);
    }
  };
  const lookWithin = (place: string, bytes: Buffer): void => {
    look(place, bytes);
    for (const plain of opened(keys, bytes)) look(`${place} (sealed)`, plain);
  };
  const { db } = running.app.database;
  const columns = await sql<{ schema: string; table: string; column: string; type: string }>`
    select table_schema as schema, table_name as table, column_name as column, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'cinnabar_jobs') and table_type = 'BASE TABLE'
  `.execute(db);
  for (const { schema, table, column, type } of columns.rows) {
    const place = schema === 'public' ? `${table}.${column}` : `${schema}.${table}.${column}`;
    const value = sql.id(column);
    const { rows } = await sql<{ value: string | Uint8Array | null }>`
      select ${type === 'bytea' ? value : sql`${value}::text`} as value from ${sql.id(schema, table)}
    `.execute(db);
    for (const row of rows) {
      if (row.value === null) continue;
      if (typeof row.value === 'string') look(place, Buffer.from(row.value));
      else lookWithin(place, Buffer.from(row.value));
    }
  }
  const folder = join(running.dataDir, 'blobs');
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) lookWithin('blobs', await readFile(join(entry.parentPath, entry.name)));
  }
  look('log', Buffer.from(log));
  return Object.fromEntries([...found].map(([name, places]) => [name, [...places].toSorted()]));
}

/** A value as it may have been stored: as it is, and in the encodings that the service uses. */
function formsOf(value: string | Uint8Array): readonly Buffer[] {
  const bytes = Buffer.from(value);
  const texts = [
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
  if (typeof value === 'string') texts.push(encodeURIComponent(value), JSON.stringify(value).slice(1, -1));
  const wide = typeof value === 'string' ? [Buffer.from(value, 'utf16le').swap16()] : [];
  return [bytes, ...texts.map((text) => Buffer.from(text)), ...wide];
}

async function dataKeys({ app }: RunningApp): Promise<ReadonlyMap<number, readonly Buffer[]>> {
  const rows = await app.database.db.selectFrom('data_keys').selectAll().execute();
  const keys = new Map<number, Buffer[]>();
  const wrapping: KeyObject = app.services.masterKey.wrapping;
  for (const row of rows) {
    const key = Buffer.from(await unwrapDataKey(wrapping, row));
    keys.set(row.version, [...(keys.get(row.version) ?? []), key]);
  }
  return keys;
}

/** The bytes decrypted with every key of their version, of which all but one give noise. */
function opened(keys: ReadonlyMap<number, readonly Buffer[]>, bytes: Buffer): readonly Buffer[] {
  if (bytes.length < TEXT_AT + TAG_BYTES || bytes[0] !== FORMAT) return [];
  const counter = Buffer.concat([bytes.subarray(NONCE_AT, TEXT_AT), Buffer.from([0, 0, 0, 2])]);
  const text = bytes.subarray(TEXT_AT, bytes.length - TAG_BYTES);
  return (keys.get(bytes.readUInt32BE(VERSION_AT)) ?? []).map((key) =>
    createDecipheriv('aes-256-ctr', key, counter).update(text),
  );
}
