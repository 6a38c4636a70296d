#!/usr/bin/env bash
# fit-file-parser reads only the first part of a chained FIT file, and does not say so.
#
# The FIT protocol allows several files in one, each with its own header and checksum. Multisport devices and tools that join
# recordings write them. Garmin's SDK returns the messages of all parts. fit-file-parser returns those of the first and no error,
# so a triathlon ends after its swim.
#
# Package: fit-file-parser 6.1.2. Written and compared with @garmin/fitsdk 21.217.0. Seen on 2026-11-28.
set -euo pipefail
cd "$(mktemp -d)"
echo '{"type":"module"}' > package.json
npm i --silent --no-audit --no-fund @garmin/fitsdk@21.217.0 fit-file-parser@6.1.2
cat > try.js <<'JS'
import { readFileSync } from 'node:fs';
import { Decoder, Encoder, Profile, Stream } from '@garmin/fitsdk';
import parserModule from 'fit-file-parser';

function part(heartRate) {
  const encoder = new Encoder();
  const timestamp = new Date('2026-06-20T07:00:00Z');
  encoder.onMesg(Profile.MesgNum.FILE_ID, { type: 'activity', manufacturer: 'development', product: 1, timeCreated: timestamp });
  encoder.onMesg(Profile.MesgNum.RECORD, { timestamp, heartRate });
  return encoder.close();
}
const bytes = Uint8Array.from([...part(100), ...part(120)]);
const ofSdk = new Decoder(Stream.fromByteArray([...bytes])).read().messages.recordMesgs.map(({ heartRate }) => heartRate);
const Parser = parserModule.default ?? parserModule;
const seen = await new Promise((resolve, reject) =>
  new Parser({ mode: 'list' }).parse(bytes.buffer, (err, data) =>
    err ? reject(err) : resolve(data.records.map(({ heart_rate }) => heart_rate)),
  ),
);
const { version } = JSON.parse(readFileSync('node_modules/fit-file-parser/package.json', 'utf8'));
console.log(`fit-file-parser ${version}`);
console.log(`expected: the heart rates of both parts, as @garmin/fitsdk reads them: ${ofSdk}`);
console.log(`seen: ${seen}, and no error`);
process.exit(String(ofSdk) === '100,120' && String(seen) === '100' ? 0 : 1);
JS
node try.js
