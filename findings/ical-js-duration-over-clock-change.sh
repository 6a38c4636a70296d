#!/usr/bin/env bash
# In ical.js, an event of DURATION:PT10H lasts eleven hours in the night when clocks go back.
#
# RFC 5545 distinguishes P1D, a day by the calendar, from PT24H, that much time. ical.js adds both to the clock of the start and
# does not see that the clock changed in between. A night ride of ten hours ends at 7:00 that night, and shows 8:00. What is drunk
# per hour is then spread over an hour that is not there.
#
# Package: ical.js 2.2.1. Seen on 2026-11-28.
set -euo pipefail
cd "$(mktemp -d)"
echo '{"type":"module"}' > package.json
npm i --silent --no-audit --no-fund ical.js@2.2.1
cat > try.js <<'JS'
import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';

const calendar = new ICAL.Component(ICAL.parse(`BEGIN:VCALENDAR
VERSION:2.0
PRODID:try
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:1
DTSTAMP:20261001T000000Z
DTSTART;TZID=Europe/Berlin:20261024T220000
DURATION:PT10H
END:VEVENT
END:VCALENDAR`.replaceAll('\n', '\r\n')));
ICAL.TimezoneService.register(new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')));
const { startDate, endDate } = new ICAL.Event(calendar.getFirstSubcomponent('vevent'));
const hours = (endDate.toJSDate() - startDate.toJSDate()) / 3_600_000;
const { version } = JSON.parse(readFileSync('node_modules/ical.js/package.json', 'utf8'));
console.log(`ical.js ${version}`);
console.log('expected: 10 hours, until 2026-10-25T07:00:00');
console.log(`seen: ${hours} hours, until ${endDate}`);
process.exit(hours === 11 ? 0 : 1);
JS
node try.js
