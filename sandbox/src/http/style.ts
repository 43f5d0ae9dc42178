/** Styles of the sandbox's pages. They differ from the product's on purpose, so that users can tell them apart. */
export const style = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#eef1f1, #12181a);
  --surface: light-dark(#ffffff, #1a2224);
  --sunken: light-dark(#f5f7f7, #151c1e);
  --line: light-dark(#d9e0e0, #2e393c);
  --text: light-dark(#132022, #e6eced);
  --dim: light-dark(#52646a, #9fb0b4);
  --accent: light-dark(#0b6b66, #5cc7bd);
  --on-accent: light-dark(#ffffff, #0c1a19);
  --accent-soft: light-dark(#e2f2f0, #173230);
  --bad: light-dark(#a4271c, #ff9a8d);
  --bad-soft: light-dark(#fcefed, #371b18);
  --bar: #14282b;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 22px; line-height: 1.3; margin: 0 0 8px; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: 16px; line-height: 1.4; margin: 0 0 8px; }
p { margin: 0 0 12px; max-width: 68ch; }
a { color: var(--accent); }
code { font: 13px/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.bar { background: var(--bar); color: #fff; padding: 0 24px; min-height: 52px; display: flex; align-items: center; gap: 12px;
  flex-wrap: wrap; }
.bar b { font-weight: 650; }
.bar .tag { border: 1px solid #ffffff55; border-radius: 99px; padding: 1px 10px; font-size: 12px; color: #d6e6e6; }
.bar nav { margin-left: auto; display: flex; gap: 16px; font-size: 14px; }
.bar a { color: #cfe9e6; text-decoration: none; }
.bar a:hover { text-decoration: underline; }
main { max-width: 720px; margin: 0 auto; padding: 32px 24px 64px; }
main.wide { max-width: 1120px; }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 24px; margin: 0 0 20px; }
.dim { color: var(--dim); }
.small { font-size: 13px; }
.notice { border-left: 3px solid var(--bad); background: var(--bad-soft); padding: 12px 16px; border-radius: 0 8px 8px 0; }
.row { display: flex; gap: 12px; flex-wrap: wrap; align-items: center; }
button, .button { font: inherit; font-weight: 600; border-radius: 7px; border: 1px solid var(--line); background: var(--surface);
  color: var(--text); padding: 8px 16px; min-height: 40px; cursor: pointer; text-decoration: none; display: inline-flex;
  align-items: center; }
button:hover, .button:hover { border-color: var(--accent); }
button.primary, .button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.primary:hover, .button.primary:hover { filter: brightness(1.08); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
fieldset { border: 0; padding: 0; margin: 0 0 20px; }
legend { font-weight: 600; padding: 0; margin-bottom: 8px; }
.choice { display: flex; gap: 12px; align-items: flex-start; border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px;
  margin-bottom: 8px; cursor: pointer; }
.choice:has(:checked) { border-color: var(--accent); background: var(--accent-soft); }
.choice input { margin: 4px 0 0; accent-color: var(--accent); }
.choice span { display: block; }
input[type=search], input[type=text], input[type=number], select { font: inherit; color: inherit; background: var(--sunken);
  border: 1px solid var(--line); border-radius: 7px; padding: 7px 10px; min-height: 40px; }
@media (max-width: 600px) { main { padding: 20px 16px 48px; } .panel { padding: 18px; } .bar { padding: 8px 16px; } }
`;
