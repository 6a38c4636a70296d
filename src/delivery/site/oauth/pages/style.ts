/** Style of the athletes' pages, light and dark. All text has a contrast of at least 4.5:1 (WCAG 2.2 AA). */
export const STYLE = `
:root { --ink: #1c1917; --soft: #57534e; --paper: #faf7f2; --card: #ffffff; --line: #d6cec4; --accent: #a83508; --on-accent: #ffffff; --bad: #a11212; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f5f2ee; --soft: #c3bab1; --paper: #191614; --card: #24201c; --line: #4b433b; --accent: #fb923c; --on-accent: #1c1917; --bad: #ff9b8f; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
header, main, footer { width: 100%; max-width: 34rem; margin: 0 auto; padding: 0 1.25rem; }
.brand { margin: 1.5rem 0 1rem; font-weight: 700; font-size: 1.15rem; color: var(--accent); }
main { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.5rem 1.5rem 1.75rem; overflow-wrap: anywhere; }
@media (max-width: 36rem) { main { width: auto; margin-inline: .75rem; padding-inline: 1rem; } }
footer { margin-top: auto; color: var(--soft); font-size: .875rem; padding-block: 1.5rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .75rem; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 0 0 .25rem; }
p { margin: .5rem 0; }
.soft { color: var(--soft); }
.notice { border: 1px solid var(--line); border-left: .3rem solid var(--accent); border-radius: .4rem; padding: .5rem .75rem; margin: 0 0 1rem; }
.problem { color: var(--bad); font-weight: 600; }
label { font-weight: 600; }
input[type=email], input[name=code] { display: block; width: 100%; margin: .3rem 0 1rem; padding: .65rem .8rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: .5rem; }
input[name=code] { font-size: 1.5rem; letter-spacing: .3em; font-variant-numeric: tabular-nums; }
fieldset { border: 0; padding: 0; margin: 1rem 0; }
legend { font-weight: 600; padding: 0; margin-bottom: .25rem; }
.scope { display: flex; gap: .75rem; align-items: flex-start; padding: .6rem 0; border-top: 1px solid var(--line); font-weight: 400; }
.scope input { width: 1.25rem; height: 1.25rem; margin: .15rem 0 0; flex: none; accent-color: var(--accent); }
.scope strong { display: block; }
.scope span span { color: var(--soft); font-size: .95rem; }
.record { border: 1px solid var(--line); border-radius: .6rem; padding: .75rem 1rem; margin: 1rem 0; }
.record form { margin-top: .5rem; }
a.button { display: inline-block; font-weight: 600; padding: .6rem 1.2rem; border-radius: .6rem; border: 2px solid var(--accent); text-decoration: none; }
.choice { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem; }
.choice button { flex: 1 1 9rem; }
button { font: inherit; font-weight: 600; min-height: 2.9rem; padding: .6rem 1.2rem; border-radius: .6rem; border: 2px solid var(--accent); background: var(--card); color: var(--accent); cursor: pointer; }
button.primary { background: var(--accent); color: var(--on-accent); }
button.plain { min-height: 0; padding: 0; border: 0; border-radius: 0; background: none; text-decoration: underline; text-underline-offset: .2em; }
.account { margin-top: 1.25rem; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.connection { border-top: 1px solid var(--line); padding: 1rem 0; }
.connection ul { margin: .25rem 0 .75rem; padding-left: 1.2rem; color: var(--soft); }
pre { white-space: pre-wrap; margin: .5rem 0 0; }
`;
