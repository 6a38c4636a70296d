#!/usr/bin/env bash
# parse-duration reads "1,5h", as most of Europe writes an hour and a half, as fifteen hours.
#
# A comma is taken for a separator of thousands and removed, wherever it stands. Athletes type durations into training plans in
# their own language. A factor of ten in the duration of a session is a factor of ten in what is planned to drink.
#
# Package: parse-duration 2.1.9. Seen on 2026-11-28.
set -euo pipefail
cd "$(mktemp -d)"
echo '{"type":"module"}' > package.json
npm i --silent --no-audit --no-fund parse-duration@2.1.9
cat > try.js <<'JS'
import { readFileSync } from 'node:fs';
import parse from 'parse-duration';

const { version } = JSON.parse(readFileSync('node_modules/parse-duration/package.json', 'utf8'));
const [comma, point] = [parse('1,5h', 'm'), parse('1.5h', 'm')];
console.log(`parse-duration ${version}`);
console.log(`expected: "1,5h" is 90 minutes, as "1.5h" is (${point}), or not a duration`);
console.log(`seen: ${comma} minutes`);
process.exit(comma === 900 && point === 90 ? 0 : 1);
JS
node try.js
