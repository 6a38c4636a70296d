#!/usr/bin/env bash
# geolib rounds every step of a path to a whole metre before it adds them up: a walk in steps of 0.4 m is 0 m long.
#
# getPathLength adds getDistance of each pair of points, whose default accuracy is one metre. A track recorded once per second
# while walking or climbing has steps of about a metre. Steps of 1.4 m lose 29 % of the distance, steps of 0.4 m all of it.
# Distance decides how long a session is taken to be, so it decides what is planned for it.
#
# Package: geolib 3.3.14. Seen on 2026-11-28.
set -euo pipefail
cd "$(mktemp -d)"
npm i --silent --no-audit --no-fund geolib@3.3.14
cat > try.cjs <<'JS'
const { getPathLength } = require('geolib');
const { version } = require('geolib/package.json');

const METRES_PER_DEGREE = 111_319.49;
const along = (step) => Array.from({ length: 1001 }, (_, n) => ({ latitude: 0, longitude: (n * step) / METRES_PER_DEGREE }));
const seen = [1.4, 0.4].map((step) => getPathLength(along(step)));
console.log(`geolib ${version}`);
console.log('expected: about 1400 m and 400 m for a thousand steps of 1.4 m and of 0.4 m along the equator');
console.log(`seen: ${seen[0]} m and ${seen[1]} m`);
process.exit(seen[0] === 1000 && seen[1] === 0 ? 0 : 1);
JS
node try.cjs
