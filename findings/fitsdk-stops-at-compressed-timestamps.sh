#!/usr/bin/env bash
# Garmin's own FIT SDK for JavaScript reads a ride only up to its first record with a compressed timestamp.
#
# Simple and older devices write most records with a compressed timestamp: five bits in the record's header, in place of four
# bytes. It is part of the FIT protocol. The SDK checks the file, says that its integrity is fine, returns the records before the
# first compressed one, and notes the rest in a list of errors. A program that looks at the messages alone takes five minutes for
# a five-hour ride, and what is worked out per hour of it is wrong by as much.
#
# Package: @garmin/fitsdk 21.217.0. Compared with fit-file-parser 6.1.2, which reads all of them. Seen on 2026-11-28.
set -euo pipefail
cd "$(mktemp -d)"
echo '{"type":"module"}' > package.json
npm i --silent --no-audit --no-fund @garmin/fitsdk@21.217.0 fit-file-parser@6.1.2
cat > try.js <<'JS'
import { readFileSync } from 'node:fs';
import { Decoder, Stream } from '@garmin/fitsdk';
import parserModule from 'fit-file-parser';

const u16 = (n) => [n & 255, (n >> 8) & 255];
const u32 = (n) => [...u16(n), ...u16(n >>> 16)];
/** The checksum of the FIT protocol. */
function crc(bytes) {
  const table = [0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000, 0x9c01, 0x8801, 0x4400];
  let sum = 0;
  for (const byte of bytes)
    for (const half of [byte & 15, byte >> 4]) sum = ((sum >> 4) & 0xfff) ^ table[sum & 15] ^ table[half];
  return sum;
}

const start = 1_150_000_000;
const body = [
  ...[0x40, 0, 0, ...u16(0), 2, 0, 1, 0x00, 4, 4, 0x86], // definition: file_id with type and time_created
  ...[0x00, 4, ...u32(start)],
  ...[0x41, 0, 0, ...u16(20), 2, 253, 4, 0x86, 3, 1, 0x02], // definition: record with timestamp and heart rate
  ...[0x01, ...u32(start), 100],
  ...[0x41, 0, 0, ...u16(20), 1, 3, 1, 0x02], // definition: record with heart rate, the time is in its header
  ...[1, 2, 3, 4, 5].flatMap((second) => [0x80 | (1 << 5) | ((start + second) & 31), 100 + second]),
];
const header = [14, 0x20, ...u16(2100), ...u32(body.length), 0x2e, 0x46, 0x49, 0x54];
const file = [...header, ...u16(crc(header)), ...body];
const bytes = Uint8Array.from([...file, ...u16(crc(file))]);

const decoder = new Decoder(Stream.fromByteArray([...bytes]));
const isWhole = decoder.checkIntegrity();
const read = decoder.read().messages.recordMesgs.length;
const Parser = parserModule.default ?? parserModule;
const other = await new Promise((resolve, reject) =>
  new Parser({ force: true, mode: 'list' }).parse(bytes.buffer, (err, data) => (err ? reject(err) : resolve(data.records.length))),
);
const { version } = JSON.parse(readFileSync('node_modules/@garmin/fitsdk/package.json', 'utf8'));
console.log(`@garmin/fitsdk ${version}`);
console.log('expected: 6 records of 6, or an exception');
console.log(`seen: integrity ${isWhole}, ${read} record of 6; fit-file-parser reads ${other}`);
process.exit(isWhole && read === 1 && other === 6 ? 0 : 1);
JS
node try.js
