#!/usr/bin/env bash
# barcode-validator refuses every GTIN-14, the code on a carton, and every shorter GTIN that is padded to 14 digits.
#
# GS1 stores all GTINs in a field of 14 digits, padded with zeros, and product databases do the same. A catalogue that keeps only
# codes that are called valid loses all that came from such a database, the right check digit notwithstanding.
#
# Package: barcode-validator 1.0.2. Seen on 2026-11-28.
set -euo pipefail
cd "$(mktemp -d)"
npm i --silent --no-audit --no-fund barcode-validator@1.0.2
cat > try.cjs <<'JS'
const isValid = require('barcode-validator');
const { version } = require('barcode-validator/package.json');

/** The check digit of GS1: weights 3 and 1 from the right. */
const isOfGs1 = (code) =>
  [...code].reverse().reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;
const codes = ['4006381333931', '04006381333931', '10614141000415'];
const seen = codes.map(isValid);
console.log(`barcode-validator ${version}`);
console.log(`expected: ${codes.map((code) => `${code} ${isOfGs1(code)}`).join(', ')} (by the check digit of GS1)`);
console.log(`seen: ${codes.map((code, index) => `${code} ${seen[index]}`).join(', ')}`);
process.exit(codes.every(isOfGs1) && String(seen) === 'true,false,false' ? 0 : 1);
JS
node try.cjs
