/** OpenStack Swift with its S3 interface, for one test file. Needs the tag `swift`. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { S3Client } from '@cinnabar/server/storage/s3/s3-client.js';
import type { S3Target } from '@cinnabar/server/storage/s3/s3-target.js';
import { DEBIAN_PYTHON } from '../../../scripts/test-tools/tools.mjs';

const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), 'serve.py');
const ACCESS_KEY_ID = 'test:tester';
const SECRET_ACCESS_KEY = 'secret-of-the-tests';

export interface SwiftServer {
  readonly endpoint: string;
  /** A new bucket. @param via address of a proxy to reach it by */
  newBucket(via?: string): Promise<S3Target>;
  /** As a proxy of Swift leaves an upload in parts if it is killed when it has made the object and not ended the upload. */
  reopenUpload(target: S3Target, key: string, uploadId: string): Promise<void>;
  /** Moves the clock of the whole store forward. */
  advance(hours: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startSwift(): Promise<SwiftServer> {
  const child = spawn(DEBIAN_PYTHON, [PROGRAM, ACCESS_KEY_ID, SECRET_ACCESS_KEY], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const endpoint = await firstLine(child);
  let buckets = 0;
  return {
    endpoint,
    async newBucket(via = endpoint) {
      buckets += 1;
      const target: S3Target = {
        endpoint,
        bucket: `bucket-${buckets}`,
        region: 'us-east-1',
        accessKeyId: ACCESS_KEY_ID,
        secretAccessKey: SECRET_ACCESS_KEY,
        addressing: 'path',
        deadlineMs: 60_000,
      };
      await new S3Client(target).send({ method: 'PUT', key: '' });
      return { ...target, endpoint: via };
    },
    async reopenUpload({ bucket }, key, uploadId) {
      const headers = { 'x-auth-user': ACCESS_KEY_ID, 'x-auth-key': SECRET_ACCESS_KEY };
      const entered = await fetch(`${endpoint}/auth/v1.0`, { headers });
      const [storage, token] = ['x-storage-url', 'x-auth-token'].map(
        (name) => entered.headers.get(name) ?? '',
      );
      const marker = `${storage}/${bucket}+segments/${key}/${uploadId}`;
      const put = await fetch(marker, { method: 'PUT', headers: { 'x-auth-token': token ?? '' }, body: '' });
      if (put.status !== 201) throw new Error(`the marker of an upload: ${put.status}`);
    },
    async advance(hours) {
      await fetch(`${endpoint}/clock?ahead=${hours * 3600}`, { method: 'PUT' });
    },
    async stop() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** The settings of a service that stores its files there. */
export function settingsOf(target: S3Target): Record<string, string> {
  return {
    S3_ENDPOINT: target.endpoint,
    S3_BUCKET: target.bucket,
    S3_ACCESS_KEY_ID: target.accessKeyId,
    S3_SECRET_ACCESS_KEY: target.secretAccessKey,
  };
}

function firstLine(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<string> {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Swift ended with ${code}:\n${said}`)));
  });
}
