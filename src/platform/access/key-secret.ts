import type { Environment } from '../env.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SECRET = /^(sk_(test|live)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/**
 * Generates a key secret: `sk_test_` or `sk_live_`, 32 random base62 characters (190 bits) and a base62 CRC-32 of everything
 * before it. The checksum allows rejecting a mistyped or invented key without a look-up.
 */
export function newKeySecret(environment: Environment): string {
  const body = `sk_${environment}_${randomBase62(RANDOM_LENGTH)}`;
  return body + checksum(body);
}

/** Returns the environment of a well-formed secret, or null if its format or checksum is wrong. */
export function environmentOfSecret(secret: string): Environment | null {
  const match = SECRET.exec(secret);
  if (!match?.[1] || checksum(match[1]) !== match[3]) return null;
  return match[2] === 'live' ? 'live' : 'test';
}

/** Returns the parts of a secret shown in its record to distinguish keys. */
export function displayParts(secret: string): { prefix: string; last4: string } {
  return { prefix: secret.slice(0, 'sk_test_'.length + 4), last4: secret.slice(-4) };
}

function randomBase62(length: number): string {
  let text = '';
  // 248 is the largest multiple of 62 below 256. Larger bytes are dropped, so every character is equally likely.
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

function checksum(text: string): string {
  let remainder = crc32(text);
  let result = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    result = ALPHABET.charAt(remainder % 62) + result;
    remainder = Math.floor(remainder / 62);
  }
  return result;
}

/** Computes the CRC-32 (IEEE 802.3, reflected, as in zlib) of an ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
