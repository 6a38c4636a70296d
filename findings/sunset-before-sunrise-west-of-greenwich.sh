#!/usr/bin/env bash
# sunrise-sunset-js: in Hawaii, the sunset of a date is ten hours before its sunrise.
#
# The package reads the date in UTC and returns the events of that UTC day. In Kona the sun sets at 5 o'clock UTC, so the first
# sunset of the UTC day belongs to the evening before. Whoever takes the time between both for daylight gets a negative day, and
# whoever takes sunset for the time to switch on a light is a day early.
#
# Package: sunrise-sunset-js 3.3.1. Seen on 2026-11-28.
set -euo pipefail
cd "$(mktemp -d)"
echo '{"type":"module"}' > package.json
npm i --silent --no-audit --no-fund sunrise-sunset-js@3.3.1
cat > try.js <<'JS'
import { readFileSync } from 'node:fs';
import { getSunrise, getSunset } from 'sunrise-sunset-js';

const { version } = JSON.parse(readFileSync('node_modules/sunrise-sunset-js/package.json', 'utf8'));
const day = new Date('2026-06-20T00:00:00Z');
const [sunrise, sunset] = [getSunrise(19.64, -155.99, day), getSunset(19.64, -155.99, day)];
const hours = (sunset - sunrise) / 3_600_000;
console.log(`sunrise-sunset-js ${version}`);
console.log('expected: a sunset about 13 hours after the sunrise of the same date in Kona');
console.log(`seen: sunrise ${sunrise.toISOString()}, sunset ${sunset.toISOString()}: ${hours.toFixed(1)} hours`);
process.exit(hours < 0 ? 0 : 1);
JS
node try.js
