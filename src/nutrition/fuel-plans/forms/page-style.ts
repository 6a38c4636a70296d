import { RACE_STYLE } from './draw-race.ts';
import { STRIP_STYLE } from './draw-strip.ts';

/**
 * Style of the printable page: 194 × 263 mm fit inside the margins of both A4 and Letter. Nothing external. Paper is
 * always light; screens follow the reader's setting.
 */
export const PAGE_STYLE = `
@page { margin: 8mm }
* { box-sizing: border-box; margin: 0 }
:root {
  --ink: #1c1917; --soft: #57534e; --paper: #fff; --line: #a8a29e;
  --band: #fed7aa; --accent: #b93c0a; --alarm: #b91c1c;
}
body {
  font: 9.5pt/1.25 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  color: var(--ink); background: var(--paper);
  width: 194mm; max-width: 100%; overflow-wrap: anywhere;
}
h1 { font-size: 16pt; line-height: 1.15 }
h1, .when { word-break: keep-all }
body:lang(ja) { line-break: strict; word-break: auto-phrase }
h2 { font-size: 15pt; line-height: 1.2 }
h3 { font-size: 10.5pt; margin-bottom: .6mm }
.when { margin: .5mm 0 1.5mm }
.soft { color: var(--soft) }
.max { color: var(--alarm); font-weight: 700 }
.alert { font-weight: 700; margin-bottom: 1mm }
.notes { font-size: 9pt; margin: 1mm 0 }
.notes p { margin-bottom: .6mm }
.ends, .head { display: flex; justify-content: space-between; gap: 4mm; align-items: baseline }
.ends p:last-child { flex: none }

/* Numbers and limit */
.numbers { display: flex; flex-wrap: wrap; gap: 2mm }
.numbers > p { flex: 1 1 40mm; border: .3mm solid var(--line); border-radius: 1.5mm; padding: 1mm 2mm }
.numbers b { display: block; font-size: 15pt; line-height: 1.15 }
.numbers .max { border: .7mm solid var(--alarm) }
.numbers .max b { white-space: nowrap; font-size: 14pt }

/* The session from left to right */
.strip { display: block; width: 100%; margin: 1mm 0 }
.strip text { fill: var(--ink); font-family: inherit }
.strip .name { font-weight: 600 }
${STRIP_STYLE}

/* What to do */
.rows { columns: 2; column-gap: 5mm }
.rows.large { font-size: 11pt }
.rows.short { columns: 1; font-size: 12pt }
table { border-collapse: collapse; width: 100% }
tr { break-inside: avoid }
tr.leg { break-after: avoid }
td, th { padding: .45mm 1.5mm .55mm 0; text-align: left; vertical-align: top; border-bottom: .2mm solid var(--line) }
th { white-space: nowrap }
th[colspan] { white-space: normal; padding-top: 1.5mm; font-size: 10.5pt }
tr:not(.leg) > :first-child, .km { width: 1% }
td:first-child, td.km { white-space: nowrap; font-variant-numeric: tabular-nums }
.km { text-align: right }
.dense td { padding: .25mm 1.5mm .25mm 0 }

/* The night before */
.night { break-before: page }
.lists { columns: 2; column-gap: 6mm; margin-top: 1.5mm; font-size: 10.5pt }
.pack { break-inside: avoid; border-top: .4mm solid var(--ink); padding: 1mm 0 2.5mm }
.pack h3 { font-size: 11pt }
.pack ul, .tag ul { list-style: none; padding: 0 }
.pack li { padding-left: 5.8mm; text-indent: -5.8mm; margin-bottom: .8mm }
.box {
  display: inline-block; width: 3.4mm; height: 3.4mm; border: .35mm solid var(--ink);
  margin-right: 2.4mm; vertical-align: -.4mm; text-indent: 0;
}
.sign { width: 1em; height: 1em; vertical-align: -.12em; margin-right: .4em; flex: none }

/* To cut out */
.cut > .soft { break-after: avoid; font-size: 8pt; margin-bottom: 1mm }
.cards, .small { display: flex; flex-wrap: wrap; gap: 2mm; align-items: flex-start; align-content: flex-start; margin-bottom: 2mm }
.beside { display: grid; grid-template-columns: max-content 1fr; column-gap: 2mm }
.beside > .soft { grid-column: 1 / -1 }
.card, .label, .tag { border: .3mm dashed var(--soft); break-inside: avoid; flex: none }
.card { width: 45mm; height: 130mm; padding: 1.5mm 2mm; display: flex; flex-direction: column }
.card .head { font-size: 8.8pt; font-weight: 600; min-height: 5mm; gap: 1mm; white-space: nowrap }
.card .line { display: flex; align-items: center; height: 9mm; border-bottom: .2mm solid var(--line); font-size: 9pt; line-height: 1.05 }
.card .line span { flex: 1 1 0; min-width: 0; max-height: 9mm; overflow: hidden; overflow-wrap: anywhere; hyphens: auto; text-wrap: balance }
.card .line b { flex: none; font-size: 15pt; font-variant-numeric: tabular-nums; padding-left: 1mm }
.card .line b.long { font-size: 9pt; width: min-content; min-width: 12mm; overflow-wrap: normal; word-break: keep-all; text-align: right }
.card .sign { width: 4mm; height: 4mm; margin-right: 1.5mm }
.card .last { margin-top: auto; font-size: 13pt; white-space: nowrap }
.label { width: 95mm; min-height: 18mm; padding: 2mm 3mm; font-size: 11pt; line-height: 1.3 }
.label .head b { font-size: 14pt }
.label .max { white-space: nowrap }
.tag { width: 62mm; min-height: 18mm; padding: 2mm 3mm; display: flex; flex-direction: column }
.beside .tag { width: 47mm; min-height: 0 }
.beside .label { width: 100% }
.tag .soft { margin-top: auto; font-size: 8pt }
.tag ul { margin: .8mm 0; font-size: 10.5pt }
.tag li { padding-left: 1.4em; text-indent: -1.4em }

/* The session over time, for a coach */
.over-time { break-inside: avoid; break-before: page }
.over-time .race { grid-template-columns: repeat(3, 1fr); gap: 2mm 4mm }
.over-time .race-legend { font-size: 8pt; margin: .6mm 0; gap: 0 3mm }
.over-time figure svg { overflow: visible }
.over-time .race text { font-size: 16px }
.over-time .race .zone-name { font-size: 14px }
.over-time .notes { columns: 3; column-gap: 4mm; font-size: 8pt }
.over-time .notes p { break-inside: avoid }
${RACE_STYLE}

@media screen {
  body { width: auto; max-width: calc(194mm + 2rem); margin: 1rem auto; padding: 0 1rem }
  .night, .cut, .over-time { margin-top: 2rem; border-top: .3mm solid var(--line); padding-top: 1rem }
  .label, .tag, .beside .tag { max-width: 100% }
}
@media screen and (max-width: 640px) {
  .beside { display: block }
  .rows, .lists, .over-time .notes { columns: 1 }
  .over-time .race { grid-template-columns: 1fr }
  .strip { min-width: 640px }
  .scroll { overflow-x: auto }
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #f5f2ee; --soft: #b8b0a8; --paper: #191614; --line: #57504a;
    --band: #5a3416; --accent: #fb923c; --alarm: #f87171;
  }
}`;
