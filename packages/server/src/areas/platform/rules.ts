import { maskCertificateNumber, maskMobile } from '../../custody/masking.js';

/** Longer errors are cut: an operator needs the cause, which comes first. */
const MAX_ERROR = 300;
const RESIDENT_NUMBER = /(?<!\d)\d{17}[\dXx](?!\d)/g;
const MOBILE = /(?<!\d)1[3-9]\d{9}(?!\d)/g;
const ADDRESS = /[^\s@<>"'(]+@[^\s@<>"')]+/g;
/** What a query or a fragment of an address carries may be a token. */
const QUERY = /(https?:\/\/[^\s?#"']+)[?#][^\s"']*/g;
/** Tokens, keys and ciphertexts. */
const SECRET = /[\w+/=-]{32,}/g;

/** The first line of a job's error, without personal numbers and secrets that a library may have quoted. */
export function maskedError(error: string): string {
  const [line = ''] = error.trim().split('\n', 1);
  const masked = line
    .replace(QUERY, '$1?***')
    .replace(RESIDENT_NUMBER, maskCertificateNumber)
    .replace(MOBILE, maskMobile)
    .replace(ADDRESS, (address) => `***@${address.slice(address.lastIndexOf('@') + 1)}`)
    .replace(SECRET, (text) => (/\d/.test(text) ? '***' : text));
  return masked.length > MAX_ERROR ? `${masked.slice(0, MAX_ERROR)}…` : masked;
}

export type JobState = 'failed' | 'retrying' | 'waiting' | 'running';
