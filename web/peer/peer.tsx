import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly isBad: boolean;
}

const isNaive = window.location.search.includes('naive');

/** The peer of `bench:ui`: the smallest React page with a product list, a filter, a sort and a detail. */
function Peer() {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [text, setText] = useState('');
  const [badFirst, setBadFirst] = useState(true);
  const [open, setOpen] = useState<Row | null>(null);
  useEffect(() => {
    void fetch('/rows')
      .then((response): Promise<readonly Row[]> => response.json())
      .then(setRows);
  }, []);
  const found = rows.filter((row) => row.name.toLowerCase().includes(text));
  const shown = badFirst ? [...found.filter((row) => row.isBad), ...found.filter((row) => !row.isBad)] : found;
  return (
    <main>
      <input aria-label="Filter" value={text} onChange={(event) => setText(event.target.value)} />
      <input aria-label="Bad first" type="checkbox" checked={badFirst} onChange={() => setBadFirst(!badFirst)} />
      {isNaive ? <All rows={shown} onOpen={setOpen} /> : <Window rows={shown} onOpen={setOpen} />}
      {open && (
        <dialog open>
          {open.name} <button onClick={() => setOpen(null)}>Close</button>
        </dialog>
      )}
    </main>
  );
}

interface ListProps {
  readonly rows: readonly Row[];
  readonly onOpen: (row: Row) => void;
}

function All({ rows, onOpen }: ListProps) {
  return rows.map((row) => <Line key={row.id} row={row} onOpen={onOpen} />);
}

function Window({ rows, onOpen }: ListProps) {
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer re-renders this component itself
  const list = useWindowVirtualizer({ count: rows.length, estimateSize: () => 40, overscan: 4 });
  return (
    <div style={{ height: list.getTotalSize(), position: 'relative' }}>
      {list.getVirtualItems().map((item) => {
        const row = rows[item.index];
        return (
          <div key={item.key} style={{ position: 'absolute', top: item.start }}>
            {row && <Line row={row} onOpen={onOpen} />}
          </div>
        );
      })}
    </div>
  );
}

const Line = ({ row, onOpen }: { readonly row: Row; readonly onOpen: (row: Row) => void }) => (
  <p className="row">
    <button onClick={() => onOpen(row)}>{row.name}</button>
  </p>
);

const root = document.querySelector('#root');
if (root) createRoot(root).render(<Peer />);
