import { InvalidSetting } from '../../settings/invalid-setting.js';

/** A bucket, and what it takes to reach it. */
export interface S3Target {
  /** `https://host:port`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Where the bucket is named: in the path, or as the first label of the host. */
  readonly addressing: 'path' | 'virtual';
  /** Time limit for one request, repeated attempts included. */
  readonly deadlineMs: number;
}

/** The settings of an S3 store. A secret can be given by a file, as `<name>_FILE`. */
export const S3_SETTINGS = {
  S3_ENDPOINT: 'required',
  S3_BUCKET: 'required',
  S3_ACCESS_KEY_ID: 'required',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_REGION: 'optional',
  S3_ADDRESSING: 'optional',
  S3_DEADLINE_MS: 'optional',
} as const;

const MIN_DEADLINE_MS = 1_000;
const MAX_DEADLINE_MS = 120_000;

/** @throws InvalidSetting */
export function readS3Target(given: Readonly<Record<string, string>>): S3Target {
  return {
    endpoint: endpointOf(given['S3_ENDPOINT'] ?? ''),
    bucket: bucketOf(given['S3_BUCKET'] ?? ''),
    region: given['S3_REGION'] ?? 'us-east-1',
    accessKeyId: given['S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: given['S3_SECRET_ACCESS_KEY'] ?? '',
    addressing: addressingOf(given['S3_ADDRESSING'] ?? 'path'),
    deadlineMs: deadlineOf(given['S3_DEADLINE_MS'] ?? '30000'),
  };
}

/** Address of an object, or of the bucket for the key ''. Keys consist of characters that need no escaping. */
export function addressOf(
  { endpoint, bucket, addressing }: S3Target,
  key: string,
  query: Readonly<Record<string, string>> = {},
): URL {
  const address = new URL(endpoint);
  if (addressing === 'virtual') address.hostname = `${bucket}.${address.hostname}`;
  address.pathname = addressing === 'virtual' ? `/${key}` : `/${bucket}${key === '' ? '' : `/${key}`}`;
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address;
}

function endpointOf(given: string): string {
  const address = URL.canParse(given) ? new URL(given) : null;
  const isOrigin =
    address !== null &&
    /^https?:$/.test(address.protocol) &&
    `${address.pathname}${address.search}${address.hash}${address.username}` === '/';
  if (!isOrigin)
    throw new InvalidSetting('S3_ENDPOINT', 'must be http:// or https:// with a host and no path');
  return address.origin;
}

function bucketOf(given: string): string {
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(given)) return given;
  throw new InvalidSetting('S3_BUCKET', 'must be 3 to 63 lower-case letters, digits, dots and hyphens');
}

function addressingOf(given: string): S3Target['addressing'] {
  if (given === 'path' || given === 'virtual') return given;
  throw new InvalidSetting('S3_ADDRESSING', 'must be one of path, virtual');
}

function deadlineOf(given: string): number {
  const number = Number(given);
  if (Number.isInteger(number) && number >= MIN_DEADLINE_MS && number <= MAX_DEADLINE_MS) return number;
  throw new InvalidSetting(
    'S3_DEADLINE_MS',
    `must be an integer from ${MIN_DEADLINE_MS} to ${MAX_DEADLINE_MS}`,
  );
}
