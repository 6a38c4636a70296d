#!/usr/bin/env bash
# convert: 5 m to km is 0.005, and 5 m to seconds is 300. What m means depends on the other unit.
#
# The package decides between metre and minute by the unit that is asked for. A table of units that maps a column's unit to the
# wrong target does not fail: metres become seconds with a factor of 60. In a file of workouts both stand next to each other.
#
# Package: convert 8.0.2. Seen on 2026-11-28.
set -euo pipefail
cd "$(mktemp -d)"
echo '{"type":"module"}' > package.json
npm i --silent --no-audit --no-fund convert@8.0.2
cat > try.js <<'JS'
import { readFileSync } from 'node:fs';
import { convert } from 'convert';

const { version } = JSON.parse(readFileSync('node_modules/convert/package.json', 'utf8'));
const seen = [convert(5, 'm').to('km'), convert(5, 'm').to('seconds')];
console.log(`convert ${version}`);
console.log('expected: 0.005, and an exception, because a length is no duration');
console.log(`seen: ${seen[0]} and ${seen[1]}`);
process.exit(seen[0] === 0.005 && seen[1] === 300 ? 0 : 1);
JS
node try.js
