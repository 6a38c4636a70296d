#!/usr/bin/env bash
# ical-generator, given an instant and a time zone, writes the clock of the machine that it runs on under that zone's name.
#
# A Date is an instant. With timezone: 'America/Denver', 13:00 UTC is 7:00 in Denver. ical-generator takes hours and minutes from
# the Date's local getters, so the event is at 13:00 Denver time on a server in UTC, at 15:00 on a developer's machine in Berlin,
# and right only in Denver. Its answer depends on a variable that tests rarely set.
#
# Package: ical-generator 11.1.2. Seen on 2026-11-28.
set -euo pipefail
cd "$(mktemp -d)"
echo '{"type":"module"}' > package.json
npm i --silent --no-audit --no-fund ical-generator@11.1.2
cat > try.js <<'JS'
import ical from 'ical-generator';

const calendar = ical();
calendar.createEvent({
  id: '1',
  start: new Date('2026-06-20T13:00:00Z'),
  end: new Date('2026-06-20T15:00:00Z'),
  timezone: 'America/Denver',
  summary: 'Ride',
});
console.log(/DTSTART.*/.exec(calendar.toString())[0].trim());
JS
utc=$(TZ=UTC node try.js)
berlin=$(TZ=Europe/Berlin node try.js)
denver=$(TZ=America/Denver node try.js)
echo "ical-generator $(node -p "JSON.parse(require('fs').readFileSync('node_modules/ical-generator/package.json')).version")"
echo "expected: DTSTART;TZID=America/Denver:20260620T070000 on every machine"
echo "seen: $utc in UTC, $berlin in Berlin, $denver in Denver"
[ "$denver" = 'DTSTART;TZID=America/Denver:20260620T070000' ] && [ "$utc" = 'DTSTART;TZID=America/Denver:20260620T130000' ] && [ "$berlin" = 'DTSTART;TZID=America/Denver:20260620T150000' ]
