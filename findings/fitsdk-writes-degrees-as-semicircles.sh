#!/usr/bin/env bash
# Garmin's FIT encoder accepts a position in degrees and writes a course in the Gulf of Guinea.
#
# Every map and GPX library speaks degrees. A FIT file holds semicircles (degrees × 2^31 / 180). The SDK converts many units on
# the way in, such as altitude with its scale and dates, but not positions: 47.3769° is rounded to 47 semicircles, four millionths
# of a degree north of the equator. There is no error, and a device navigates there.
#
# Package: @garmin/fitsdk 21.217.0, read back with fit-file-parser 6.1.2, which answers in degrees. Seen on 2026-11-28.
set -euo pipefail
cd "$(mktemp -d)"
echo '{"type":"module"}' > package.json
npm i --silent --no-audit --no-fund @garmin/fitsdk@21.217.0 fit-file-parser@6.1.2
cat > try.js <<'JS'
import { readFileSync } from 'node:fs';
import { Encoder, Profile } from '@garmin/fitsdk';
import parserModule from 'fit-file-parser';

const encoder = new Encoder();
const timestamp = new Date('2026-06-20T07:00:00Z');
encoder.onMesg(Profile.MesgNum.FILE_ID, { type: 'course', manufacturer: 'development', product: 1, timeCreated: timestamp });
encoder.onMesg(Profile.MesgNum.RECORD, { timestamp, positionLat: 47.3769, positionLong: 8.5417, altitude: 400 });
const bytes = Uint8Array.from(encoder.close());
const Parser = parserModule.default ?? parserModule;
const [record] = await new Promise((resolve, reject) =>
  new Parser({ mode: 'list' }).parse(bytes.buffer, (err, data) => (err ? reject(err) : resolve(data.records))),
);
const { version } = JSON.parse(readFileSync('node_modules/@garmin/fitsdk/package.json', 'utf8'));
console.log(`@garmin/fitsdk ${version}`);
console.log('expected: 47.3769, 8.5417 (Zurich), or an exception');
console.log(`seen: ${record.position_lat.toFixed(6)}, ${record.position_long.toFixed(6)}`);
process.exit(Math.abs(record.position_lat) < 0.001 && Math.abs(record.position_long) < 0.001 ? 0 : 1);
JS
node try.js
