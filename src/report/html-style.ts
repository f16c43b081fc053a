/** The page's only style sheet. System fonts, so that nothing is fetched. */
export const STYLE = `
:root { color-scheme: light; font: 15px/1.45 system-ui, "DejaVu Sans", Verdana, sans-serif; color: #222; background: #fff; }
main { max-width: 68rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
h1 { font-size: 1.5rem; margin: .25rem 0; } h1 small { font-weight: normal; color: #666; font-size: 1rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; border-top: 1px solid #ddd; padding-top: 1rem; } h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
a { color: #0072b2; } nav { margin: 1rem 0; } nav a { margin-right: .75rem; }
table { border-collapse: collapse; font-size: .85rem; } .claims { width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid #eee; overflow-wrap: anywhere; }
th { font-weight: 600; border-bottom-color: #999; overflow-wrap: normal; } th:first-child, td:first-child { padding-left: 0; } td.number { font-variant-numeric: tabular-nums; }
.claims td:nth-child(-n+5) { white-space: nowrap; } .claims td:nth-child(3) { white-space: normal; }
.tally { font-size: 1.15rem; font-weight: 600; margin: .5rem 0; } .note, figcaption, small { color: #555; font-size: .85rem; }
.warning { background: #fbe3d2; border-left: 4px solid #d55e00; padding: .5rem .75rem; font-weight: 600; }
tr.good td:nth-last-child(2), tr.good td:last-child { color: inherit; } .claims tr.good td:nth-child(5) { color: #00583f; font-weight: 600; }
tr.bad { background: #fbe3d2; } .claims tr.bad td:nth-child(5) { font-weight: 700; } .claims tr.told td { color: #555; }
td.pass { background: #e3f2fb; } td.fooled { background: #f4c3a0; } td.fail { background: #f1f1f1; } td.error { background: #f8dfa8; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; display: block; } .tall { max-height: 46rem; overflow-y: auto; border: 1px solid #ddd; } .wide { overflow-x: auto; } .wide td { overflow-wrap: normal; }
details { margin: .75rem 0; } summary { font-weight: 600; cursor: pointer; } code { font: .85em ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
@media print { details > * { display: block; } nav { display: none; } .tall { max-height: none; overflow: visible; border: 0; } }
`
