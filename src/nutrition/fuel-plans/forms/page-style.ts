import { RACE_STYLE } from './draw-race.ts';
import { STRIP_STYLE } from './draw-strip.ts';

/** Gap between the parts of a cutting sheet. */
const GAP = '2mm';

/**
 * Style of the printable page: 194 × 263 mm fit inside the margins of both A4 and Letter. Nothing external. Paper is always
 * light; screens follow the reader's setting.
 */
export const PAGE_STYLE = `@page{margin:8mm}*{box-sizing:border-box;margin:0}
:root{--ink:#1c1917;--soft:#57534e;--paper:#fff;--line:#a8a29e;--band:#fed7aa;--accent:#b93c0a;--alarm:#b91c1c}
body{font:9.5pt/1.25 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--paper);width:194mm;max-width:100%;overflow-wrap:anywhere}
h1{font-size:16pt;line-height:1.15}h1,.when{word-break:keep-all}h2{font-size:10.5pt;margin:1.5mm 0 .6mm}
.when{margin:.5mm 0 1.5mm}.soft{color:var(--soft)}.numbers{display:flex;flex-wrap:wrap;gap:2mm;margin-bottom:1.5mm}
.numbers>p{flex:1 1 40mm;border:.3mm solid var(--line);border-radius:1.5mm;padding:1mm 2mm}.numbers b{display:block;font-size:15pt;line-height:1.15}
.numbers .max b{white-space:nowrap;font-size:14pt}.ends p:last-child{flex:none}.numbers .max{border:.7mm solid var(--alarm);color:var(--alarm)}.alert{font-weight:700;margin-bottom:1mm}
.strip{display:block;width:100%;margin:1mm 0}.strip text{fill:var(--ink);font-family:inherit}.strip .name{font-weight:600}
.rows{columns:2;column-gap:5mm}.rows.large{font-size:11pt}.rows.short{columns:1;font-size:12pt}th{white-space:nowrap}th[colspan]{white-space:normal}table{border-collapse:collapse;width:100%}
td,th{padding:.45mm 1.5mm .55mm 0;text-align:left;vertical-align:top;border-bottom:.2mm solid var(--line)}tr{break-inside:avoid}.dense td{padding:.25mm 1.5mm .25mm 0}
td:first-child,td.km{white-space:nowrap;font-variant-numeric:tabular-nums}th[colspan]{padding-top:1.5mm;font-size:10.5pt}tr.leg{break-after:avoid}
.list{columns:3;column-gap:5mm;padding:0;list-style:none;font-size:9pt}.list li{break-inside:avoid;padding-left:5.5mm;text-indent:-5.5mm;margin-bottom:.6mm}
.box{display:inline-block;width:3.2mm;height:3.2mm;border:.35mm solid var(--ink);margin-right:2.3mm;vertical-align:-.4mm;text-indent:0}
.notes{font-size:8.5pt;line-height:1.2}.notes p{margin-bottom:.6mm}.over-time{break-inside:avoid}.over-time .race{grid-template-columns:repeat(3,1fr);gap:2mm 4mm}.over-time .race-legend{font-size:8pt;margin:.6mm 0;gap:0 3mm}.over-time .ends{align-items:baseline}.over-time figure svg{overflow:visible}.over-time .race text{font-size:16px}.over-time .race .zone-name{font-size:14px}.over-time .notes{columns:3;column-gap:4mm;font-size:8pt}.cut>.soft{break-after:avoid;font-size:8pt;height:4.5mm;overflow:hidden}
.row{display:flex;gap:${GAP};margin-bottom:${GAP};break-inside:avoid}.label,.card,.tag{border:.3mm dashed var(--soft);flex:none;display:flex;flex-direction:column;justify-content:space-between}
.label{width:180mm;height:60mm;padding:3mm 5mm;font-size:10.5pt}.label h3{font-size:17pt;line-height:1.1}.recipe{font-size:27pt;font-weight:700;line-height:1.1}.label.full .recipe{font-size:19pt}.label.full{font-size:9.5pt}
.uses{font-size:9.5pt}.refills{columns:2;column-gap:5mm}.refills p{break-inside:avoid}.ends{display:flex;justify-content:space-between;gap:4mm}.label ul,.tag ul{padding-left:4.5mm}
.label .mix{font-size:14pt}.label.full .mix{font-size:10.5pt}.row>div>.tag+.tag{margin-top:${GAP}}.tag{width:60mm;min-height:32mm;padding:2mm 3mm;font-size:9.5pt}.tag h3{font-size:11pt;line-height:1.15}.tag>p{font-size:8.5pt}
.card{padding:1.5mm;font-size:9pt;line-height:4mm}.tube{width:45mm;height:130mm}.pocket{width:85mm;height:108mm;padding:0}.pocket.single{height:54mm}.face{height:54mm;padding:1.5mm;display:flex;flex-direction:column;justify-content:space-between}

.face .lines{display:flex;gap:2mm}.face .lines>div{flex:1 1 0;min-width:0}.face+.face{border-top:.3mm dotted var(--soft)}.strong{font-weight:700}.max{color:var(--alarm);font-weight:700}.card .max{font-size:11pt;line-height:4.5mm}
${STRIP_STYLE}
${RACE_STYLE}
@media screen{body{width:auto;max-width:calc(194mm + 2rem);margin:1rem auto;padding:0 1rem}.cut,.over-time{margin-top:2rem;border-top:.3mm solid var(--line);padding-top:1rem}.row{flex-wrap:wrap}.label,.tag{max-width:100%;height:auto}}
@media screen and (max-width:640px){.pocket,.face{max-width:100%;height:auto;min-height:54mm}.rows,.list,.over-time .notes{columns:1}.over-time .race{grid-template-columns:1fr}.strip{min-width:640px}.scroll{overflow-x:auto}.recipe{font-size:20pt}}
@media screen and (prefers-color-scheme:dark){:root{--ink:#f5f2ee;--soft:#b8b0a8;--paper:#191614;--line:#57504a;--band:#5a3416;--accent:#fb923c;--alarm:#f87171}}`;
