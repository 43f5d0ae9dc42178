/** Styles of the events page, added to the sandbox's common styles. */
export const indexStyle = `
.top { display: flex; gap: 12px 24px; align-items: end; flex-wrap: wrap; margin-bottom: 20px; }
.top > div:first-child { flex: 1 1 320px; } .top p { margin: 0; }
.board { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 20px; align-items: start; }
.board .panel { padding: 0; overflow: hidden; margin: 0; }
.find { display: flex; gap: 8px; padding: 12px; border-bottom: 1px solid var(--line); }
.find input { flex: 1; min-width: 0; } .find select { flex: 0 1 40%; min-width: 0; }
.board > .panel { position: sticky; top: 16px; }
.products { max-height: calc(100dvh - 110px); overflow: auto; list-style: none; margin: 0; padding: 0; }
.product { all: unset; box-sizing: border-box; display: grid; grid-template-columns: 44px minmax(0, 1fr) auto; gap: 0 12px; width: 100%;
  align-items: center; padding: 8px 14px; border-bottom: 1px solid var(--line); cursor: pointer; }
.product:hover { background: var(--sunken); }
.product:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.product[aria-current=true] { background: var(--accent-soft); box-shadow: inset 3px 0 var(--accent); }
.product img, .chosen img { width: 44px; height: 44px; object-fit: contain; background: #fff; border-radius: 6px; border: 1px solid var(--line); }
.product b { font-weight: 500; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; display: block; }
.product .small, .num { font-variant-numeric: tabular-nums; }
.flag { color: var(--bad); }
.side { display: grid; gap: 20px; }
.chosen { padding: 18px 20px !important; }
.chosen .who { display: grid; grid-template-columns: 88px minmax(0, 1fr); gap: 16px; align-items: center; margin-bottom: 16px; }
.chosen img { width: 88px; height: 88px; }
.chosen h2 { margin: 0 0 4px; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
.events { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 8px; }
.events h3 { grid-column: 1 / -1; margin: 8px 0 0; font-weight: 600; }
.events .undo { border-style: dashed; }
.events button { font-weight: 500; justify-content: center; padding: 6px 8px; }
.price { display: flex; gap: 8px; margin-bottom: 8px; } .price input { width: 9em; flex: 1; }
.said { min-height: 1.5em; margin: 12px 0 0; font-size: 14px; }
.said.bad { color: var(--bad); }
.ledger { margin: 0; padding: 0; list-style: none; max-height: 300px; overflow: auto; font-size: 13px; }
.ledger li { display: grid; grid-template-columns: 64px minmax(0, 1fr); gap: 12px; padding: 6px 20px; border-top: 1px solid var(--line); }
.ledger .none { display: block; color: var(--dim); }
.ledger time { color: var(--dim); font-variant-numeric: tabular-nums; }
.ledger .event b { color: var(--accent); } .ledger .refusal b { color: var(--bad); }
.ledger span { overflow-wrap: anywhere; }
.faults { padding: 16px 20px 8px; } .faults .row { gap: 8px; margin-bottom: 8px; } .faults select { flex: 1 1 150px; min-width: 0; }
.faults input { width: 5.5em; } .faults button { font-weight: 500; }
.bar2 { display: flex; align-items: center; gap: 12px; padding: 12px 20px; } .bar2 h2 { margin: 0; flex: 1; }
.bar2 label { font-size: 13px; color: var(--dim); }
details { margin-top: 24px; } summary { cursor: pointer; font-weight: 600; }
td, th { text-align: left; vertical-align: top; padding: 4px 16px 4px 0; font-weight: 400; }
@media (max-width: 860px) { .board { grid-template-columns: minmax(0, 1fr); } .board > .panel { position: static; } .side { order: -1; } .products { max-height: 46dvh; } }
`;
